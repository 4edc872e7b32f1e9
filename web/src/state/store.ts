import { signal } from '@preact/signals';
import type { ComponentType } from 'preact';

import { announcer } from '../a11y/announcer';
import { speechFor } from '../a11y/speech';
import type { LiveTable } from '../table/live/state';
import type { History } from '../net/protocol';
import type { Answer, Order } from '../net/socket';
import { drawable, isAlone, type Card, type MoonWay, type Pace, type TableEvent, type Update, type View, type WholeUpdate } from '../net/types';
import { cardName, whyNot } from '../table/names';
import { w } from '../table/words';
import { changesBetween, NOTHING, type Changes } from './changes';
import { momentsOf, type Keyed } from './moments';
import { stepsOf } from './steps';
import { StepQueue, TIMINGS, type Clock, type Timing } from './queue';
import { settings, still } from './settings';

export type SheetName =
  | 'scores' | 'last' | 'rules' | 'speed' | 'settings' | 'help' | 'leave' | 'new' | 'menu' | 'end' | 'moon'
  | 'fair' | 'chat' | 'people' | 'invite';

/** What a drawn view needs to move its cards: what changed, how fast, and where things stood before. */
export interface Movement {
  changes: Changes;
  timing: Timing;
  speed: number;
}

export type Send = (order: Order) => Promise<Answer>;

/**
 * Everything one table page knows. `latest` is the truth and decides what may be done; `shown` is what is drawn, a
 * little behind while cards are moving. Input always brings `shown` up to `latest` first.
 */
export class TableStore {
  readonly latest = signal<View | null>(null);
  readonly shown = signal<View | null>(null);
  readonly chosen = signal<readonly Card[]>([]);
  readonly pending = signal<{ ply: number; card: Card } | null>(null);
  readonly passing = signal(false);
  readonly lifted = signal<Card | null>(null);
  /** A card chosen in advance. Only this browser knows of it until it is played. */
  readonly ahead = signal<Card | null>(null);
  readonly notice = signal<{ text: string; key: number } | null>(null);
  readonly moment = signal<Keyed | null>(null);
  readonly sheet = signal<SheetName | null>(null);
  /** The stretch of the match whose sheet has been opened by itself; closed, it leaves a button behind. */
  readonly opened = signal('');
  /** True while the wish to go on is on its way. */
  readonly going = signal(false);
  readonly seq = signal(-1);
  /** The pass button goes with the pass: the focus is to go on to the hand. */
  focusHand = false;
  /** The movement that belongs to the view now shown; the stage takes it when the view is in the page. */
  movement: Movement | null = null;
  /** Called just before a view replaces another, while the old one still stands in the page. */
  beforeShow: ((changes: Changes) => void) | null = null;
  /** What only tables with people have; loaded when the table is one. */
  readonly live = signal<LiveTable | null>(null);
  /** The tool that gives hints; only practice has it. */
  readonly hint = signal<ComponentType | null>(null);
  /** What happened while `live` was on its way. */
  readonly unheard: (readonly TableEvent[])[] = [];
  /** What was said before this page came. */
  readonly history = signal<History['said']>([]);
  /** When the latest view came, for the clocks in it. */
  receivedAt = 0;
  /** How long the server's messages are on their way, in milliseconds. */
  lag = 0;
  /** The promise of each deal as it was seen before its cards, by "match/deal". */
  readonly promises = new Map<string, string>();
  /** The player's own words for the next shuffle. */
  readonly seed = signal('');
  sound: ((changes: Changes, view: View) => void) | null = null;

  private readonly queue: StepQueue;
  private readonly seen = new Set<string>();
  private readonly moments: Keyed[] = [];
  private trickSince = 0;
  private noticeKey = 0;
  private noticeTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    readonly id: string,
    private readonly send: Send,
    clock?: Clock,
    private readonly now: () => number = () => performance.now(),
  ) {
    this.queue = new StepQueue({ show: this.show, mustHold: this.mustHold }, clock);
  }

  /**
   * Takes an update. The first one after a connection replaces all; otherwise older numbers are ignored. The same
   * number again tells of what no entry holds: who is there, the clocks.
   */
  receive(message: WholeUpdate, fresh: boolean): void {
    if (!fresh && message.seq < this.seq.value) return;
    const before = this.latest.value;
    const update = drawable(message);
    const { view } = update;
    this.seq.value = update.seq;
    this.receivedAt = performance.now();
    this.hear(view, update.events);
    this.latest.value = view;
    if (!before || phaseKey(before) !== phaseKey(view)) this.going.value = false;
    const pending = this.pending.value;
    if (pending && (view.ply !== pending.ply || view.phase !== 'playing' || before?.deal !== view.deal)) {
      this.pending.value = null;
    }
    if (!before || before.match !== view.match || before.deal !== view.deal || view.phase !== 'passing') {
      this.chosen.value = before ? [] : this.remembered(view);
    }
    if (before && before.deal !== view.deal) this.ahead.value = null;
    this.playAhead(view);
    this.playLast(view);
    const jump = fresh || view.pace === 'instant';
    if (jump || !before) this.queue.push(update, jump);
    else for (const step of stepsOf(before, update)) this.queue.push(step, false);
  }

  private hear(view: View, events: readonly TableEvent[]): void {
    if (view.commitment !== null) {
      const next = view.phase === 'deal_done' ? 1 : 0;
      this.promises.set(`${view.match}/${view.deal + next}`, view.commitment);
    }
    if (isAlone(view) || events.length === 0) return;
    if (this.live.value) this.live.value.hear(events, view);
    else this.unheard.push(events);
  }

  /** Chooses a card for the turn to come; the same card again takes the choice back. */
  private chooseAhead(card: Card): void {
    const on = this.ahead.value !== card;
    this.ahead.value = on ? card : null;
    this.hush(); // it is seen at the card and beside the plate, where a sentence would take too many lines
    announcer.say(w(on ? 'ahead.on' : 'ahead.off', { card: cardName(card) }));
  }

  /** What was chosen in advance is played when its turn has come, or given up with the reason. */
  private playAhead(view: View): void {
    const card = this.ahead.value;
    if (card === null) return;
    const running = view.phase === 'playing' || view.phase === 'trick_done';
    if (!running || !view.hand.includes(card)) {
      this.ahead.value = null;
      return;
    }
    const asked = view.vote?.kind === 'take_back' || view.vote?.kind === 'finish'; // a card would be an answer
    if (view.phase !== 'playing' || view.turn !== view.seat || view.paused || asked || this.pending.value) return;
    this.ahead.value = null;
    const barred = whyNot(view, card);
    if (barred) this.tell(`${w('ahead.dropped', { card: cardName(card) })} ${barred.full}`);
    else void this.play(view, card);
  }

  /** The only card left plays itself, for those who want that. */
  private playLast(view: View): void {
    const card = view.hand[0];
    if (!settings.value.autoLast || view.hand.length !== 1 || card === undefined) return;
    if (view.phase !== 'playing' || view.turn === null || view.turn !== view.seat || view.paused) return;
    setTimeout(() => {
      this.lifted.value = card; // nothing is left to choose, so nothing is asked
      this.press(card);
    }, 250);
  }

  /** Brings the drawn table up to the truth at once. */
  skip(): void {
    this.queue.skip();
  }

  /** Ends the moment on show, as any input does. */
  nextMoment = (): void => {
    this.moment.value = this.moments.shift() ?? null;
  };

  private readonly mustHold = (next: Update): number => {
    const view = this.shown.value;
    if (!view || view.trick.winner === null || next.view.trick.winner !== null) return 0;
    if (view.waiting.includes('continue')) return 0; // somebody has just asked to go on
    const { hold } = TIMINGS[next.view.pace];
    return Math.max(0, hold - (this.now() - this.trickSince));
  };

  private readonly show = (update: Update, speed: number): number => {
    const before = this.shown.value;
    const { view } = update;
    const moves = (speed > 0 || (before === null && view.pace !== 'instant')) && !still();
    const fresh = before === null && this.newDeal(view);
    const changes = before ? changesBetween(before, view) : fresh ? { ...NOTHING, dealt: true } : NOTHING;
    const timing = TIMINGS[view.pace];
    if (moves) this.beforeShow?.(changes);
    this.movement = moves ? { changes, timing, speed: Math.max(1, speed) } : null;
    if (view.trick.winner !== null && before?.trick.winner == null) this.trickSince = this.now();
    this.shown.value = view;
    this.sound?.(changes, view);
    announcer.say(...speechFor(before, view, update.events));
    this.queueMoments(momentsOf(view, update.events));
    if (!moves) return 0;
    return duration(changes, timing, view.hand.length) / Math.max(1, speed);
  };

  /** True for a hand that this browser has not seen yet: it is dealt before the eyes, not merely there. */
  private newDeal(view: View): boolean {
    const key = `moonshot.deal.${this.id}`;
    const deal = `${view.match}/${view.deal}`;
    try {
      const known = sessionStorage.getItem(key) === deal;
      sessionStorage.setItem(key, deal);
      return !known && view.ply === 0 && view.hand.length > 0;
    } catch {
      return false;
    }
  }

  private queueMoments(found: readonly Keyed[]): void {
    for (const keyed of found) {
      if (this.seen.has(keyed.key)) continue;
      this.seen.add(keyed.key);
      this.moments.push(keyed);
    }
    if (!this.moment.value) this.nextMoment();
  }

  /** A short sentence near the hand, spoken too. */
  tell(text: string): void {
    clearTimeout(this.noticeTimer);
    this.notice.value = { text, key: ++this.noticeKey };
    announcer.say(text);
    this.noticeTimer = setTimeout(() => {
      this.notice.value = null;
    }, 4000);
  }

  hush(): void {
    clearTimeout(this.noticeTimer);
    this.notice.value = null;
  }

  /** A tap, click or key on a card of the hand: chooses it for the pass, or plays it. */
  press(card: Card): void {
    this.skip();
    const view = this.latest.value;
    if (!view || view.seat === null || !view.hand.includes(card)) return;
    if (view.paused) this.tell(w('turn.paused'));
    else if (view.phase === 'trick_done' && view.waiting.includes('continue')) void this.goOn();
    else if (view.phase === 'passing') this.toggle(view, card);
    else if (this.waits(view)) this.chooseAhead(card);
    else void this.play(view, card);
  }

  /** Others are to play, and a card may be chosen meanwhile. */
  private waits(view: View): boolean {
    const { ahead, confirmCard } = settings.value;
    return ahead && !confirmCard && view.turn !== null && view.turn !== view.seat && !this.pending.value;
  }

  private toggle(view: View, card: Card): void {
    if (view.seat === null || view.has_passed[view.seat]) return;
    const chosen = this.chosen.value;
    if (chosen.includes(card)) this.choose(chosen.filter((other) => other !== card));
    else if (view.rules.no_pass_cards.includes(card)) this.tell(w('pass.barred', { card: cardName(card) }));
    else if (chosen.length >= view.pass_count) this.tell(w('pass.full', { n: view.pass_count }));
    else this.choose([...chosen, card]);
  }

  private choose(cards: readonly Card[]): void {
    this.hush();
    this.chosen.value = cards;
    try {
      sessionStorage.setItem(`moonshot.pass.${this.id}`, JSON.stringify([this.latest.value?.deal, ...cards]));
    } catch {
      // The choice is then lost on a reload, nothing more.
    }
  }

  /** A choice made before a reload, when it still fits. */
  private remembered(view: View): readonly Card[] {
    try {
      const stored: unknown = JSON.parse(sessionStorage.getItem(`moonshot.pass.${this.id}`) ?? 'null');
      if (!Array.isArray(stored) || stored[0] !== view.deal || view.phase !== 'passing') return [];
      const cards = stored.slice(1).filter((card) => view.hand.includes(card as Card)) as Card[];
      return [...new Set(cards)].slice(0, view.pass_count);
    } catch {
      return [];
    }
  }

  private async play(view: View, card: Card): Promise<void> {
    if (this.pending.value) return; // one card is already on its way: a double tap plays nothing more
    const barred = whyNot(view, card);
    if (barred) {
      this.lifted.value = null;
      this.tell(barred.full);
      return;
    }
    this.ahead.value = null;
    if (settings.value.confirmCard && this.lifted.value !== card) {
      this.lifted.value = card;
      this.tell(w('turn.confirm', { card: cardName(card) }));
      return;
    }
    this.lifted.value = null;
    this.hush();
    this.pending.value = { ply: view.ply, card };
    const answer = await this.send({ t: 'play', ply: view.ply, card });
    if (answer.t === 'refused') {
      if (this.pending.value?.ply === view.ply) this.pending.value = null;
      this.refused(answer.code, answer.message);
    }
  }

  private refused(code: string, message: string): void {
    this.tell(code === 'stale' ? w('tell.stale') : message);
  }

  /** Sends a command and says so when it is refused; true when it was done. */
  async ask(order: Order): Promise<boolean> {
    this.skip();
    const answer = await this.send(order);
    if (answer.t === 'refused') this.refused(answer.code, answer.message);
    return answer.t === 'done';
  }

  async pass(): Promise<void> {
    const view = this.latest.value;
    if (!view || view.phase !== 'passing' || this.passing.value) return;
    if (this.chosen.value.length !== view.pass_count) return;
    this.passing.value = true;
    this.focusHand = true;
    await this.ask({ t: 'pass', deal: view.deal, cards: [...this.chosen.value] });
    this.passing.value = false;
  }

  async recall(): Promise<void> {
    const view = this.latest.value;
    if (!view) return;
    const cards = view.passed ?? [];
    if (await this.ask({ t: 'recall', deal: view.deal })) {
      if (this.latest.value?.phase === 'passing') this.choose(cards);
    }
  }

  /** Goes on after a trick, a hand or a redeal; before a deal it also adds a seed of this browser to the shuffle. */
  async goOn(): Promise<void> {
    this.nextMomentAll();
    const view = this.latest.value;
    if (!view || this.going.value || !view.waiting.includes('continue')) return;
    const order: Order = { t: 'continue', deal: view.deal, ply: view.ply };
    if (view.phase === 'deal_done' || view.phase === 'redeal') order.seed = this.seed.value || (crypto.randomUUID?.() ?? String(Math.random()));
    this.going.value = true;
    if (!(await this.ask(order))) this.going.value = false;
  }

  /** Input cuts every scene short. */
  nextMomentAll(): void {
    this.moments.length = 0;
    this.moment.value = null;
  }

  setPace(pace: Pace): Promise<boolean> {
    return this.ask({ t: 'pace', pace });
  }

  /** Takes what the table offers beside playing a card. */
  take(offer: View['offers'][number]): Promise<boolean> {
    if (offer === 'claim') return this.ask({ t: 'claim', ply: this.latest.value?.ply ?? 0 });
    return this.ask({ t: 'propose_vote', kind: offer });
  }

  /** How long a message is on its way and its answer back, in milliseconds; null when none came. */
  async ping(): Promise<number | null> {
    const since = this.now();
    return (await this.send({ t: 'ping' })).t === 'pong' ? this.now() - since : null;
  }

  pause(on: boolean): Promise<boolean> {
    return this.ask({ t: 'pause', on });
  }

  newMatch(): Promise<boolean> {
    return this.ask({ t: 'new_match' });
  }

  chooseMoon(choice: MoonWay): Promise<boolean> {
    return this.ask({ t: 'choose_moon', deal: this.latest.value?.deal ?? 0, choice });
  }

  leave(): Promise<boolean> {
    return this.ask({ t: 'leave' });
  }
}

/** How long the movement of a change takes before the next may begin. */
export function duration(changes: Changes, timing: Timing, cards: number): number {
  if (timing.play === 0) return 0;
  if (changes.dealt) return 35 * cards + 260;
  if (changes.given.length + changes.received.length > 0) return timing.exchange * 2;
  return (changes.collected ? timing.collect : 0) + (changes.played.length > 0 ? timing.play : 0);
}

/** Names a stretch of the match, so that what belongs to it happens once. */
export const phaseKey = (view: View): string =>
  `${view.match}/${view.deal}/${view.phase}/${view.turn === view.seat}`;
