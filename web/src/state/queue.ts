import type { Pace, Update } from '../net/types';

/** How long things take at each pace, in milliseconds. */
export interface Timing {
  play: number;
  collect: number;
  exchange: number;
  hold: number;
}
export const TIMINGS: Readonly<Record<Pace, Timing>> = {
  slow: { play: 300, collect: 340, exchange: 520, hold: 1400 },
  normal: { play: 180, collect: 240, exchange: 380, hold: 900 },
  click: { play: 180, collect: 240, exchange: 380, hold: 1400 },
  fast: { play: 110, collect: 150, exchange: 220, hold: 450 },
  instant: { play: 0, collect: 0, exchange: 0, hold: 0 },
};

export const HURRY_ABOVE = 2;
export const JUMP_ABOVE = 6;

/** What the queue drives: the table that shows a step and says how long it wants to be looked at. */
export interface Stage {
  /** Shows the update, moving cards at `speed` (0: no movement), and answers how many ms the movement takes. */
  show(update: Update, speed: number): number;
  /** How many ms what is on the table must still stay before this update may replace it. */
  mustHold(next: Update): number;
}

export interface Clock {
  after(ms: number, call: () => void): () => void;
  hidden(): boolean;
}

const browserClock: Clock = {
  after(ms, call) {
    const timer = setTimeout(call, ms);
    return () => clearTimeout(timer);
  },
  hidden: () => document.visibilityState === 'hidden',
};

/**
 * Shows updates one after another. The newest numbered view is the truth: whoever is asked to hurry (by input, by a
 * hidden tab, by too many waiting steps) goes straight to it, and only movement is lost.
 */
export class StepQueue {
  private readonly waiting: Update[] = [];
  private cancel: (() => void) | null = null;

  constructor(
    private readonly stage: Stage,
    private readonly clock: Clock = browserClock,
  ) {}

  get length(): number {
    return this.waiting.length;
  }

  /** Adds an update; `jump` shows it at once, without movement, and forgets what was waiting. */
  push(update: Update, jump: boolean): void {
    this.waiting.push(update);
    if (jump) this.skip();
    else if (!this.cancel) this.next();
  }

  /** Everything that waits is shown at once; the last view stands. */
  skip(): void {
    this.cancel?.();
    this.cancel = null;
    const last = this.waiting.at(-1);
    if (!last) return;
    const events = this.waiting.flatMap((update) => update.events);
    this.waiting.length = 0;
    this.stage.show({ ...last, events }, 0);
  }

  private next(): void {
    this.cancel = null;
    const head = this.waiting[0];
    if (!head) return;
    if (this.clock.hidden() || this.waiting.length > JUMP_ABOVE) return this.skip();
    const hurry = this.waiting.length > HURRY_ABOVE ? 3 : 1;
    const hold = this.stage.mustHold(head) / hurry;
    if (hold > 0) {
      this.cancel = this.clock.after(hold, () => this.next());
      return;
    }
    this.waiting.shift();
    const ms = this.stage.show(head, hurry);
    this.cancel = this.clock.after(ms, () => this.next());
  }
}
