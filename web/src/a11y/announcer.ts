import { signal } from '@preact/signals';

/** How long sentences are gathered before they are spoken as one; a burst would be cut off by screen readers. */
const GATHER = 90;
const REMEMBER = 30;

/**
 * The one polite voice of the table. Everything to be spoken goes through `say`; the text appears in one live region
 * (rendered by `LiveRegion`) and the latest sentences can be repeated.
 */
export class Announcer {
  readonly text = signal('');
  readonly history: string[] = [];
  private waiting: string[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;
  private turn = false;

  say(...sentences: string[]): void {
    const fresh = sentences.filter((sentence) => sentence !== '');
    if (fresh.length === 0) return;
    this.waiting.push(...fresh);
    this.timer ??= setTimeout(() => this.flush(), GATHER);
  }

  /** Says the last things once more. */
  repeat(): void {
    const last = this.history.slice(-3).join(' ');
    this.speak(last === '' ? '…' : last);
  }

  flush(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    if (this.waiting.length === 0) return;
    const text = this.waiting.join(' ');
    this.waiting = [];
    this.history.push(text);
    if (this.history.length > REMEMBER) this.history.shift();
    this.speak(text);
  }

  private speak(text: string): void {
    // The same words twice must differ in the tree, or they are not spoken again.
    this.turn = !this.turn;
    this.text.value = this.turn ? text : `${text}\u00a0`;
  }
}

export const announcer = new Announcer();
