/** The lobby as the server tells it: open tables, how many people are about, and one's own wish to play at once. */
import { signal } from '@preact/signals';

import type {
  ListedTable,
  LobbyCommand,
  LobbyMessage,
  LobbyState,
  QuickMode,
  QuickWhen,
  Waiting,
} from '../net/protocol';
import { openWithin, waitBefore } from '../net/waits';
import { liveApi } from './api';

/** `idle`: let go after ten quiet minutes; only the visitor comes back from there. */
export type LobbyLink = 'connecting' | 'open' | 'lost' | 'idle' | 'moved';
type Wish = LobbyCommand extends infer C ? (C extends unknown ? Omit<C, 'id'> : never) : never;

/** While somebody is at the page, the server hears of it this often. */
const HERE_EVERY = 120_000;

export class LobbySocket {
  readonly link = signal<LobbyLink>('connecting');
  readonly tables = signal<readonly ListedTable[] | null>(null);
  readonly people = signal(0);
  /** Why no new match begins just now. */
  readonly shut = signal<LobbyState['closed']>(null);
  /** The wish that stands, with the moment it was last told. */
  readonly waiting = signal<(Waiting & { at: number }) | null>(null);
  private socket: WebSocket | null = null;
  private tries = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private lastHere = 0;
  private number = 0;
  private closed = false;
  private wanted: Wish | null = null;

  constructor(
    private readonly onSeated: (url: string) => void,
    private readonly onRefused: (message: string) => void,
  ) {
    addEventListener('pointerdown', this.here);
    addEventListener('keydown', this.here);
    addEventListener('online', this.again);
  }

  start(): void {
    void this.connect();
  }

  quick(mode: QuickMode, when: QuickWhen): void {
    this.send({ t: 'quick', mode, when });
  }

  cancel(): void {
    this.waiting.value = null;
    this.send({ t: 'cancel' });
  }

  /** Back from idle, from another window, or sooner than planned. */
  again = (): void => {
    if (this.closed || this.link.value === 'open' || this.link.value === 'connecting') return;
    this.tries = 0;
    void this.connect();
  };

  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
    removeEventListener('pointerdown', this.here);
    removeEventListener('keydown', this.here);
    removeEventListener('online', this.again);
    this.socket?.close();
    this.socket = null;
  }

  private readonly here = (): void => {
    if (Date.now() - this.lastHere < HERE_EVERY || this.link.value !== 'open') return;
    this.send({ t: 'here' });
  };

  private async connect(): Promise<void> {
    clearTimeout(this.timer);
    if (this.link.value !== 'lost') this.link.value = 'connecting';
    try {
      const ticket = await liveApi.lobbyTicket();
      if (this.closed) return;
      const url = new URL(ticket.socket, location.href);
      url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
      url.searchParams.set('ticket', ticket.ticket);
      const socket = new WebSocket(url.href);
      this.socket?.close();
      this.socket = socket;
      socket.onmessage = (message) => {
        if (socket === this.socket) this.receive(JSON.parse(String(message.data)) as LobbyMessage);
      };
      socket.onclose = () => {
        if (socket === this.socket) this.lose();
      };
      this.timer = setTimeout(this.lose, openWithin(this.tries));
    } catch {
      this.lose();
    }
  }

  private receive(message: LobbyMessage): void {
    switch (message.t) {
      case 'lobby':
        clearTimeout(this.timer);
        this.tries = 0;
        this.link.value = 'open';
        this.lastHere = Date.now();
        this.tables.value = message.tables;
        this.people.value = message.people;
        this.shut.value = message.closed;
        if (this.wanted) this.send(this.wanted);
        return;
      case 'lobby_changed':
        this.tables.value = merged(this.tables.value ?? [], message.tables, message.gone);
        this.people.value = message.people;
        this.shut.value = message.closed;
        return;
      case 'waiting':
        this.wanted = null;
        this.waiting.value = { ...message, at: performance.now() };
        return;
      case 'seated':
        this.onSeated(message.url);
        return;
      case 'cancelled':
        this.wanted = null;
        this.waiting.value = null;
        return;
      case 'refused':
        this.wanted = null;
        this.onRefused(message.message);
        return;
      case 'bye':
        if (message.code === 'idle' || message.code === 'moved') {
          clearTimeout(this.timer);
          this.socket = null;
          this.waiting.value = null;
          this.link.value = message.code;
        }
    }
  }

  private send(wish: Wish): void {
    if (wish.t !== 'here') this.wanted = wish; // sent again on a new line until it is answered
    if (this.socket?.readyState !== 1 || this.link.value !== 'open') return;
    this.lastHere = Date.now();
    this.number += 1;
    this.socket.send(JSON.stringify({ ...wish, id: `l${Date.now().toString(36)}${this.number}` }));
  }

  private readonly lose = (): void => {
    if (this.closed) return;
    const socket = this.socket;
    this.socket = null;
    socket?.close();
    this.link.value = 'lost';
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.connect(), waitBefore(this.tries, Math.random()));
    this.tries += 1;
  };
}

/** The list with new and changed tables in it and closed ones gone; tables keep their places, new ones come first. */
export function merged(
  old: readonly ListedTable[],
  changed: readonly ListedTable[],
  gone: readonly string[],
): ListedTable[] {
  const fresh = new Map(changed.map((table) => [table.table, table]));
  const kept = old
    .filter((table) => !gone.includes(table.table))
    .map((table) => {
      const now = fresh.get(table.table) ?? table;
      fresh.delete(table.table);
      return now;
    });
  return [...fresh.values(), ...kept];
}
