import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { ApiError } from '../src/net/api';
import type { ServerMessage, Update } from '../src/net/protocol';
import { TableSocket } from '../src/net/socket';
import { waitBefore } from '../src/net/waits';
import { view } from './fixtures/views';

class FakeSocket {
  static all: FakeSocket[] = [];
  readyState = 1;
  sent: Record<string, unknown>[] = [];
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  constructor(readonly url: string) {
    FakeSocket.all.push(this);
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text) as Record<string, unknown>);
  }
  close(): void {
    this.readyState = 3;
  }
  say(message: ServerMessage): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  fall(code: number): void {
    this.readyState = 3;
    this.onclose?.({ code });
  }
}

const first: Update = { t: 'update', seq: 5, view: view(), events: [] };
let tickets: number;
let refuse: ApiError | null;
let updates: [number, boolean][];
let table: TableSocket;

beforeEach(() => {
  vi.useFakeTimers();
  FakeSocket.all = [];
  tickets = 0;
  refuse = null;
  updates = [];
  table = new TableSocket('k3J9', (update, fresh) => updates.push([update.seq, fresh]), {
    ticket: async () => {
      tickets++;
      if (refuse) throw refuse;
      return { ticket: `t${tickets}`, socket: '/ws/tables/k3J9', expires_in: 60 };
    },
    open: (url) => new FakeSocket(url) as unknown as WebSocket,
    now: () => Date.now(),
    random: () => 0.5,
  });
});

afterEach(() => {
  table.close();
  vi.useRealTimers();
});

const last = (): FakeSocket => FakeSocket.all.at(-1) as FakeSocket;
async function up(): Promise<FakeSocket> {
  table.start();
  await vi.advanceTimersByTimeAsync(0);
  last().say(first);
  return last();
}

test('a ticket for each connection, in the address of the socket', async () => {
  const socket = await up();
  expect(socket.url).toMatch(/^ws:\/\/.+\/ws\/tables\/k3J9\?ticket=t1$/);
  expect(table.link.value).toEqual({ state: 'open' });
  expect(updates).toEqual([[5, true]]);
});

test('a lost answer is asked for again under the same id, and settles once', async () => {
  const socket = await up();
  const answer = table.send({ t: 'play', ply: 3, card: 'QS' });
  const id = socket.sent[0]?.id as string;
  socket.fall(1006);
  expect(table.link.value.state).toBe('lost');
  await vi.advanceTimersByTimeAsync(10_000);
  last().say(first);
  expect(last()).not.toBe(socket);
  expect(last().sent).toEqual([{ t: 'play', ply: 3, card: 'QS', id }]);
  last().say({ t: 'done', id, seq: 6 });
  last().say({ t: 'done', id, seq: 6 });
  await expect(answer).resolves.toEqual({ t: 'done', id, seq: 6 });
  last().fall(1001);
  await vi.advanceTimersByTimeAsync(10_000);
  last().say(first);
  expect(last().sent).toEqual([]);
});

test('a command given without a line is sent when there is one', async () => {
  const socket = await up();
  socket.fall(1006);
  void table.send({ t: 'pause', on: true });
  await vi.advanceTimersByTimeAsync(10_000);
  last().say(first);
  expect(last().sent).toMatchObject([{ t: 'pause', on: true }]);
});

test.each([1000, 1001, 1006, 1011, 4000, 4002])('after close %i it comes back, for ever', async (code) => {
  await up();
  for (let i = 0; i < 15; i++) {
    last().fall(code);
    const before = FakeSocket.all.length;
    await vi.advanceTimersByTimeAsync(8001);
    expect(FakeSocket.all.length).toBeGreaterThan(before);
  }
  last().say(first);
  expect(table.link.value.state).toBe('open');
});

test('waits grow, are capped and differ', () => {
  const waits = Array.from({ length: 12 }, (_, tries) => waitBefore(tries, 1));
  expect(waits.slice(0, 4)).toEqual([250, 500, 1000, 2000]);
  expect(Math.max(...waits)).toBe(8000);
  expect(waitBefore(3, 0)).toBe(1000);
});

test('the network or the window coming back tries at once', async () => {
  const socket = await up();
  for (let i = 0; i < 6; i++) {
    last().fall(1006);
    await vi.advanceTimersByTimeAsync(8001);
  }
  last().fall(1006);
  const before = FakeSocket.all.length;
  window.dispatchEvent(new Event('online'));
  await vi.advanceTimersByTimeAsync(0);
  expect(FakeSocket.all.length).toBe(before + 1);
  expect(socket.readyState).toBe(3);
});

test('a line that no longer answers is given up', async () => {
  const socket = await up();
  void table.send({ t: 'pause', on: true });
  await vi.advanceTimersByTimeAsync(6500);
  expect(last()).not.toBe(socket);
});

test('gone ends it: no further tickets', async () => {
  await up();
  last().say({ t: 'bye', code: 'gone', message: 'There is no such table any more.' });
  last().fall(4003);
  await vi.advanceTimersByTimeAsync(60_000);
  window.dispatchEvent(new Event('focus'));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(table.link.value.state).toBe('gone');
  expect(tickets).toBe(1);
});

test('a table that the server does not know is gone', async () => {
  refuse = new ApiError(404, 'not_found', 'There is no such table.');
  table.start();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(table.link.value).toEqual({ state: 'gone', message: 'There is no such table.' });
  expect(tickets).toBe(1);
});

test('moved looks on until the player takes it back', async () => {
  const socket = await up();
  socket.say({ t: 'bye', code: 'moved', message: 'Another tab has it.' });
  await vi.advanceTimersByTimeAsync(0);
  expect(last()).not.toBe(socket);
  expect(last().url).toContain('&watch=1');
  last().say({ ...first, seq: 7 });
  expect(updates).toEqual([
    [5, true],
    [7, true],
  ]);
  void table.send({ t: 'play', ply: 3, card: 'QS' });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(table.link.value.state).toBe('moved');
  expect(tickets).toBe(2);
  expect(last().sent).toEqual([]);
  // A line that falls comes back by itself, still looking on.
  last().fall(1006);
  await vi.advanceTimersByTimeAsync(1000);
  expect(tickets).toBe(3);
  expect(last().url).toContain('&watch=1');
  expect(table.link.value.state).toBe('moved');
  table.takeBack();
  await vi.advanceTimersByTimeAsync(0);
  last().say(first);
  expect(table.link.value.state).toBe('open');
  expect(last().url).not.toContain('watch');
});

test('of too many windows that look on, the oldest stands still', async () => {
  const socket = await up();
  socket.say({ t: 'bye', code: 'moved', message: '' });
  await vi.advanceTimersByTimeAsync(0);
  last().say(first);
  last().say({ t: 'bye', code: 'moved', message: '' });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(table.link.value.state).toBe('moved');
  expect(tickets).toBe(2);
});

test('a page that has waited long enough stops the tries, and starts them again when asked', async () => {
  const socket = await up();
  socket.fall(1006);
  expect(table.link.value.state).toBe('lost');
  table.giveUp();
  expect(table.link.value).toEqual({ state: 'given_up' });
  const tried = tickets;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(tickets).toBe(tried);
  table.takeBack();
  await vi.advanceTimersByTimeAsync(0);
  last().say(first);
  expect(table.link.value).toEqual({ state: 'open' });
});

test.each([
  [4005, 'removed'],
  [4006, 'idle'],
  [4007, 'full'],
])('close code %i ends the tries with its reason', async (number, code) => {
  const socket = await up();
  socket.fall(number);
  expect(table.link.value).toEqual({ state: 'gone', message: '', code });
  const tried = tickets;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(tickets).toBe(tried);
});

test('a ticket that is not taken is followed by another', async () => {
  const socket = await up();
  socket.say({ t: 'bye', code: 'bad_ticket', message: 'That ticket is not valid any more.' });
  expect(table.link.value.state).toBe('lost');
  await vi.advanceTimersByTimeAsync(250);
  expect(last().url).toContain('ticket=t2');
  last().say(first);
  expect(table.link.value).toEqual({ state: 'open' });
});

test('a line may take longer to open at each try', async () => {
  table.start();
  await vi.advanceTimersByTimeAsync(0);
  for (const [tries, within] of [6000, 12_000, 24_000, 24_000].entries()) {
    const socket = last();
    await vi.advanceTimersByTimeAsync(within - 1);
    expect(socket.readyState).toBe(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(socket.readyState).toBe(3);
    await vi.advanceTimersByTimeAsync(waitBefore(tries, 0.5));
  }
  last().say(first);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(table.link.value).toEqual({ state: 'open' });
});
