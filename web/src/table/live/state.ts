/** What a table with people knows beside the view: what was said, who is muted, which notes stand. No drawing here. */
import { signal } from '@preact/signals';
import type { ComponentType } from 'preact';

import { announcer } from '../../a11y/announcer';
import { liveApi } from '../../live/api';
import type { TableSocket } from '../../net/socket';
import type { RenamedEvent, SaidEvent } from '../../net/protocol';
import type { TableEvent, View } from '../../net/types';
import type { TableStore } from '../../state/store';
import { t, wordsOf } from '../../text/live';
import { toast, type IconName } from '../../ui';
import { hushToasts } from '../../ui/Toast';
import { cardName, seatName } from '../names';
import { Line } from './line';
import { w } from '../words';

export interface Message {
  key: number;
  seat: number | null;
  name: string;
  handle: string;
  text: string;
  emoji: string | null;
}

type MenuItem = ComponentType<{ icon: IconName; label: string; onClick: () => void }>;

/** The components that the common table draws where people sit. */
export interface LiveParts {
  Gathering: ComponentType<{ view: View }>;
  HeaderClock: ComponentType<{ view: View }>;
  PlateParts: ComponentType<{ view: View; seat: number; acting: boolean }>;
  Over: ComponentType<{ view: View }>;
  Reconnect: ComponentType<{ socket: TableSocket }>;
  ChatTool: ComponentType;
  Rematch: ComponentType<{ view: View }>;
  VoteCard: ComponentType<{ view: View }>;
  MenuItems: ComponentType<{ view: View; Item: MenuItem }>;
}
export type LiveTable = LiveState & LiveParts;

const MOST_KEPT = 100;
const BUBBLE_MS = 5000;

export class LiveState {
  readonly messages = signal<readonly Message[]>([]);
  readonly unread = signal(0);
  /** What each seat has just said. */
  readonly bubbles = signal<Readonly<Record<number, Message>>>({});
  /** The person whose sheet is open. */
  readonly person = signal<{ handle: string; name: string } | null>(null);
  readonly muted = signal<ReadonlySet<string>>(new Set());
  readonly blocked = signal<ReadonlySet<string>>(new Set());
  readonly closing = signal(false);
  readonly line: Line;
  private key = 0;

  constructor(private readonly store: TableStore) {
    liveApi.relations().then(this.related, () => undefined);
    this.line = new Line(store);
    store.history.subscribe(this.remember);
  }

  readonly related = (known: { blocks: { handle: string }[]; mutes: { handle: string }[] }): void => {
    this.muted.value = new Set(known.mutes.map((person) => person.handle));
    this.blocked.value = new Set(known.blocks.map((person) => person.handle));
  };

  unheard(handle: string): boolean {
    return this.muted.value.has(handle) || this.blocked.value.has(handle);
  }

  /** Takes what happened: remembers what was said, tells the rest in words. */
  hear(events: readonly TableEvent[], view: View): void {
    for (const event of events) {
      if (event.kind === 'match_started') hushToasts(); // they would lie over the hand
      if (event.kind === 'said') this.said(event, view);
      else if (event.kind === 'renamed') this.renamed(event, view);
      else if (event.kind === 'closing') this.closing.value = true;
      else if (event.kind === 'vote_opened') announcer.say(wordsFor(event, view)); // its card is on the table
      else this.tell(wordsFor(event, view), view);
    }
  }

  /** A new name stands over what its person has said before, too. */
  private renamed({ seat, name }: RenamedEvent, view: View): void {
    const handle = view.players[seat]?.handle;
    this.messages.value = this.messages.value.map((message) => (message.handle === handle ? { ...message, name } : message));
    this.tell(seat === view.seat ? t('say.renamed.you', { name }) : t('say.renamed', { name }), view);
  }

  private tell(words: string, view: View): void {
    if (words === '') return;
    if (view.phase === 'gathering' || this.store.sheet.peek() !== null) toast(words, { ms: 3500 }); // announced by itself
    else this.store.tell(words);
  }

  /** What was said before this connection replaces what is known: it is all of it, and nothing twice. */
  private readonly remember = (said: readonly SaidEvent[]): void => {
    if (said.length > 0) this.messages.value = said.flatMap((event) => this.messageOf(event) ?? []);
  };

  private messageOf(event: SaidEvent): Message | null {
    const text = textOf(event);
    if (text === '') return null;
    return { key: ++this.key, seat: event.seat, name: event.name, handle: event.handle, text, emoji: event.emoji };
  }

  private said(event: SaidEvent, view: View): void {
    if (this.unheard(event.handle)) return;
    const message = this.messageOf(event);
    if (!message) return;
    const { text } = message;
    this.messages.value = [...this.messages.value, message].slice(-MOST_KEPT);
    if (event.seat === view.seat && event.seat !== null) return;
    announcer.say(t('say.said', { name: event.name, text }));
    if (this.store.sheet.peek() === 'chat') return;
    this.unread.value += 1;
    const { seat } = event;
    if (seat === null) return;
    this.bubbles.value = { ...this.bubbles.value, [seat]: message };
    setTimeout(() => {
      if (this.bubbles.value[seat] !== message) return;
      const { [seat]: _, ...rest } = this.bubbles.value;
      this.bubbles.value = rest;
    }, BUBBLE_MS);
  }
}

/** The words of what somebody said; keys that this client does not know say nothing. */
export function textOf(said: Pick<SaidEvent, 'text' | 'phrase' | 'emoji'>): string {
  if (said.text !== null) return said.text;
  return wordsOf(said.phrase !== null ? `phrase.${said.phrase}` : `emoji.${said.emoji}`);
}

/** One sentence for an event of a table with people; empty for what needs none. */
export function wordsFor(event: TableEvent, view: View): string {
  const me = view.seat;
  switch (event.kind) {
    case 'sat':
      return event.seat === me || view.players[event.seat]?.bot ? '' : t('say.sat', { name: event.name });
    case 'stood':
      return t('say.stood', { n: event.seat + 1 });
    case 'host':
      if (event.seat === null) return '';
      return event.seat === me ? t('say.host.you') : t('say.host', { name: seatName(view, event.seat) });
    case 'locked':
      return t(event.on ? 'say.locked' : 'say.unlocked');
    case 'removed':
      return t('say.removed', { n: event.seat + 1 });
    case 'stand_in':
      if (event.seat === me) return '';
      return t(event.voted ? 'say.stand_in.voted' : 'say.stand_in', { name: seatName(view, event.seat) });
    case 'returned':
      return event.seat === me ? t('say.returned.you') : t('say.returned', { name: seatName(view, event.seat) });
    case 'took_seat':
      return event.seat === me ? '' : t('say.took', { name: event.name });
    case 'left':
      return t('say.left', { name: seatName(view, event.seat) });
    case 'timed_out':
      return event.seat === me ? t('clock.ran') : t('clock.ran.other', { name: seatName(view, event.seat) });
    case 'timer_off':
      return t('clock.off');
    case 'taken_back':
      return w('say.taken_back', { name: seatName(view, event.seat), card: cardName(event.card) });
    case 'played_out':
      return event.seat === null ? w('say.played_out') : w('say.claimed', { name: seatName(view, event.seat) });
    case 'proposed':
      return event.by === me ? '' : t('say.proposed', { name: seatName(view, event.by), rules: event.rules_name });
    case 'confirmed':
      return event.yes || event.seat === me ? '' : t('say.no', { name: seatName(view, event.seat) });
    case 'rules_set':
      return t('say.agreed', { rules: event.rules_name });
    case 'vote_opened':
      if (event.by === me) return '';
      return t(`vote.${event.about}`, { name: seatName(view, event.by), of: view.vote?.seat == null ? '' : seatName(view, view.vote.seat) });
    case 'vote_closed':
      return t(`say.vote.${event.passed ? 'passed' : 'failed'}.${event.about}`);
    default:
      return '';
  }
}
