import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { liveApi } from '../src/live/api';
import { LobbySocket } from '../src/live/lobbySocket';
import { waitBefore } from '../src/net/waits';

class FakeSocket {
  static all: FakeSocket[] = [];
  readyState = 1;
  sent: string[] = [];
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;
  constructor(readonly url: string) {
    FakeSocket.all.push(this);
  }
  send(text: string): void {
    this.sent.push(text);
  }
  close(): void {
    this.readyState = 3;
    this.onclose?.();
  }
  say(message: object): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}

const there = { t: 'lobby', tables: [], people: 3, closed: null };
const last = (): FakeSocket => FakeSocket.all.at(-1) as FakeSocket;
let lobby: LobbySocket;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('WebSocket', FakeSocket);
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
  let tickets = 0;
  vi.spyOn(liveApi, 'lobbyTicket').mockImplementation(() =>
    Promise.resolve({ ticket: `t${++tickets}`, socket: '/ws/lobby', expires_in: 60 }),
  );
  FakeSocket.all = [];
  lobby = new LobbySocket(
    () => undefined,
    () => undefined,
  );
  lobby.start();
});

afterEach(() => {
  lobby.close();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test('a line that never opens is given up, each time later, and another one tried', async () => {
  await vi.advanceTimersByTimeAsync(0);
  for (const [tries, within] of [6000, 12_000, 24_000, 24_000].entries()) {
    const socket = last();
    await vi.advanceTimersByTimeAsync(within - 1);
    expect([socket.readyState, lobby.link.value]).toEqual([1, tries === 0 ? 'connecting' : 'lost']);
    await vi.advanceTimersByTimeAsync(1);
    expect([socket.readyState, lobby.link.value]).toEqual([3, 'lost']);
    await vi.advanceTimersByTimeAsync(waitBefore(tries, 0.5));
    expect(last()).not.toBe(socket);
  }
});

test('a line on which the lobby was seen stands, and comes back with a new ticket after a bad one', async () => {
  await vi.advanceTimersByTimeAsync(0);
  last().say(there);
  await vi.advanceTimersByTimeAsync(60_000);
  expect([FakeSocket.all.length, lobby.link.value, lobby.people.value]).toEqual([1, 'open', 3]);
  last().say({ t: 'bye', code: 'bad_ticket', message: 'x' });
  last().close();
  await vi.advanceTimersByTimeAsync(250);
  expect(last().url).toContain('ticket=t2');
  last().say(there);
  await vi.advanceTimersByTimeAsync(60_000);
  expect([FakeSocket.all.length, lobby.link.value]).toEqual([2, 'open']);
});

test('who is let go stays away until they ask', async () => {
  await vi.advanceTimersByTimeAsync(0);
  last().say({ t: 'bye', code: 'idle', message: 'x' });
  await vi.advanceTimersByTimeAsync(60_000);
  expect([FakeSocket.all.length, lobby.link.value]).toEqual([1, 'idle']);
  lobby.again();
  await vi.advanceTimersByTimeAsync(0);
  expect(FakeSocket.all.length).toBe(2);
});
