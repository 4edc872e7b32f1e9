import { signal, type Signal } from '@preact/signals';
import { api, ApiError } from './api';
import { CLOSE_CODES, type Command, type Done, type History, type Pong, type Refused, type ServerMessage, type Ticket, type View } from './protocol';
import type { WholeUpdate } from './types';
import { ANSWER_WITHIN, openWithin, waitBefore } from './waits';

/**
 * Where the connection stands. `given_up`: tried for long enough, on the page's word. `lost` carries the time of the next try; `moved`, `gone` and `left` are final until the
 * player asks for the seat back; while it is `moved` the table is looked on at.
 */
export type Link =
  | { state: 'connecting' }
  | { state: 'open' }
  | { state: 'lost'; since: number; retryAt: number; tries: number }
  | { state: 'moved' }
  | { state: 'gone'; message: string; code?: string }
  | { state: 'given_up' }
  | { state: 'left' };

type WithoutId<C> = C extends unknown ? Omit<C, 'id'> : never;
/** A command as the table writes it; the socket adds the id. */
export type Order = WithoutId<Command>;
export type Answer = Done | Refused | Pong;

/** What the socket needs from the world around it; tests hand in their own. */
export interface Surroundings {
  ticket(table: string): Promise<Ticket>;
  open(url: string): WebSocket;
  now(): number;
  random(): number;
}

const browser: Surroundings = {
  ticket: (table) => api.ticket(table),
  open: (url) => new WebSocket(url),
  now: () => Date.now(),
  random: () => Math.random(),
};

/** A line that has stood this long counts as good. */
const STEADY_AFTER = 5000;
/** After this long in the background a socket is not trusted any more. */
const TRUSTED_ASLEEP = 20_000;

/** Farewells after which nobody comes back by themselves. */
const ENDS = ['gone', 'removed', 'idle', 'full'];

export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * One table's connection. It comes back by itself for as long as the table exists, and repeats every command that has
 * not been answered under the same id, so that a lost answer never becomes a second effect.
 */
export class TableSocket {
  readonly link: Signal<Link> = signal<Link>({ state: 'connecting' });
  /** Called with what was said before this connection. */
  onHistory: ((history: History) => void) | null = null;
  private socket: WebSocket | null = null;
  private attempt = 0;
  private tries = 0;
  private openedAt = 0;
  private lostSince = 0;
  private hiddenAt: number | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private watch: ReturnType<typeof setTimeout> | undefined;
  private fresh = true;
  private view: View | null = null;
  private closed = false;
  /** This line only looks on, since another window plays. */
  private watching = false;
  private readonly pending = new Map<string, { command: Command; answer: (answer: Answer) => void }>();

  constructor(
    readonly table: string,
    private readonly onUpdate: (update: WholeUpdate, fresh: boolean) => void,
    private readonly world: Surroundings = browser,
  ) {
    window.addEventListener('online', this.wake);
    window.addEventListener('focus', this.wake);
    window.addEventListener('pageshow', this.wake);
    window.addEventListener('offline', this.offline);
    document.addEventListener('visibilitychange', this.visibility);
  }

  /** Starts the first connection. */
  start(): void {
    void this.connect();
  }

  /** Sends a command, now or as soon as there is a line. The promise settles with the server's one answer. */
  send(order: Order): Promise<Answer> {
    const command = { ...order, id: newId() } as Command;
    return new Promise((answer) => {
      this.pending.set(command.id, { command, answer });
      this.transmit(command);
    });
  }

  /** Takes the seat back from the tab that has it now. */
  takeBack(): void {
    if (this.closed) return;
    this.tries = 0;
    this.watching = false;
    this.link.value = { state: 'connecting' };
    void this.connect();
  }

  /** Stops trying, until the player asks for the seat back. */
  giveUp(): void {
    if (this.link.value.state !== 'lost') return;
    this.attempt++;
    this.settle({ state: 'given_up' });
  }

  /** A try at once instead of after the wait. */
  retryNow = (): void => {
    if (this.link.value.state !== 'lost') return;
    clearTimeout(this.timer);
    void this.connect();
  };

  close(): void {
    this.closed = true;
    this.drop();
    clearTimeout(this.timer);
    clearTimeout(this.watch);
    window.removeEventListener('online', this.wake);
    window.removeEventListener('focus', this.wake);
    window.removeEventListener('pageshow', this.wake);
    window.removeEventListener('offline', this.offline);
    document.removeEventListener('visibilitychange', this.visibility);
  }

  private readonly wake = (): void => this.retryNow();

  private readonly offline = (): void => {
    if (this.link.value.state === 'open' || this.link.value.state === 'connecting') this.lose();
  };

  private readonly visibility = (): void => {
    if (document.visibilityState === 'hidden') {
      this.hiddenAt = this.world.now();
      return;
    }
    const asleep = this.hiddenAt === null ? 0 : this.world.now() - this.hiddenAt;
    this.hiddenAt = null;
    if (this.link.value.state === 'open' && asleep > TRUSTED_ASLEEP) {
      this.drop();
      void this.connect();
    } else this.retryNow();
  };

  private async connect(): Promise<void> {
    const attempt = ++this.attempt;
    clearTimeout(this.timer);
    this.drop();
    let ticket: Ticket;
    try {
      ticket = await this.world.ticket(this.table);
    } catch (error) {
      if (attempt !== this.attempt || this.closed) return;
      if (error instanceof ApiError && [403, 404, 410].includes(error.status)) {
        this.settle({ state: 'gone', message: error.message });
      } else this.lose();
      return;
    }
    if (attempt !== this.attempt || this.closed) return;
    const url = new URL(ticket.socket, location.href);
    url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
    url.searchParams.set('ticket', ticket.ticket);
    if (this.watching) url.searchParams.set('watch', '1');
    const socket = this.world.open(url.href);
    this.socket = socket;
    this.fresh = true;
    socket.onmessage = (message) => {
      if (socket === this.socket) this.receive(JSON.parse(String(message.data)) as ServerMessage);
    };
    socket.onclose = (event) => {
      if (socket === this.socket) this.ended(event.code);
    };
    // A line that neither opens nor fails would otherwise hang here for minutes.
    clearTimeout(this.watch);
    this.watch = setTimeout(() => {
      if (socket === this.socket && this.fresh) this.lose();
    }, openWithin(this.tries));
  }

  private receive(message: ServerMessage): void {
    switch (message.t) {
      case 'update': {
        const fresh = this.fresh;
        this.fresh = false;
        if (fresh) {
          this.openedAt = this.world.now();
          if (!this.watching) this.link.value = { state: 'open' };
        }
        // The first view of a connection is whole; the later ones name only what has changed.
        this.view = { ...(fresh ? null : this.view), ...message.view } as View;
        this.onUpdate({ ...message, view: this.view }, fresh);
        if (fresh) for (const { command } of this.pending.values()) this.transmit(command);
        return;
      }
      case 'history':
        this.onHistory?.(message);
        return;
      case 'done':
      case 'pong':
      case 'refused': {
        if (message.id === null) return;
        const waiting = this.pending.get(message.id);
        if (!waiting) return;
        this.pending.delete(message.id);
        if (this.pending.size === 0) clearTimeout(this.watch);
        waiting.answer(message);
        return;
      }
      case 'bye':
        this.farewell(message.code, message.message);
    }
  }

  private ended(code: number): void {
    if (code === CLOSE_CODES.moved) this.farewell('moved', '');
    else if (code === CLOSE_CODES.gone) this.farewell('gone', '');
    else if (code === CLOSE_CODES.left) this.farewell('left', '');
    else if (code === CLOSE_CODES.removed) this.farewell('removed', '');
    else if (code === CLOSE_CODES.idle) this.farewell('idle', '');
    else if (code === CLOSE_CODES.full) this.farewell('full', '');
    else this.lose();
  }

  private farewell(code: string, message: string): void {
    if (code === 'moved') this.moved();
    else if (ENDS.includes(code)) this.settle({ state: 'gone', message, code });
    else if (code === 'left') this.settle({ state: 'left' });
    else this.lose();
  }

  /** Another window plays now; this one looks on, unless there are too many that do. */
  private moved(): void {
    const already = this.watching;
    this.settle({ state: 'moved' });
    this.watching = true;
    if (!already) void this.connect();
  }

  private settle(link: Link): void {
    this.drop();
    clearTimeout(this.timer);
    this.link.value = link;
  }

  private lose(): void {
    if (this.closed) return;
    this.attempt++;
    this.drop();
    clearTimeout(this.timer);
    const now = this.world.now();
    // A line that held for a while starts the waits anew; one that falls at once does not, or it would hammer.
    if (this.link.value.state === 'open' && now - this.openedAt > STEADY_AFTER) this.tries = 0;
    if (this.link.value.state !== 'lost') this.lostSince = now;
    const wait = waitBefore(this.tries, this.world.random());
    this.tries++;
    if (!this.watching) this.link.value = { state: 'lost', since: this.lostSince, retryAt: now + wait, tries: this.tries };
    this.timer = setTimeout(() => void this.connect(), wait);
  }

  private drop(): void {
    const socket = this.socket;
    this.socket = null;
    clearTimeout(this.watch);
    if (!socket) return;
    socket.onmessage = socket.onclose = null;
    socket.close();
  }

  private transmit(command: Command): void {
    if (this.link.value.state !== 'open' || this.socket?.readyState !== 1) return;
    this.socket.send(JSON.stringify(command));
    clearTimeout(this.watch);
    this.watch = setTimeout(() => {
      if (this.pending.size > 0 && this.link.value.state === 'open') this.lose();
    }, ANSWER_WITHIN);
  }
}
