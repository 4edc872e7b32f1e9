import { expect, test, vi } from 'vitest';

import { looksLikeCode } from '../src/live/CodeForm';
import { merged } from '../src/live/lobbySocket';
import type { Clock, ListedTable } from '../src/net/protocol';
import { drawable } from '../src/net/types';
import { routeOf } from '../src/router';
import { LiveState, textOf, wordsFor } from '../src/table/live/state';
import { Line } from '../src/table/live/line';
import { leftOf, share, timeText } from '../src/table/live/time';
import { TableStore } from '../src/state/store';
import { view } from './fixtures/views';

const table = (id: string, spectators = 0): ListedTable => ({
  table: id,
  kind: 'quick',
  rules_name: 'Standard',
  rules_line: '',
  preset: 'standard',
  seats: [],
  spectators,
  watch: true,
  state: 'playing',
});

test('the lobby keeps tables in place, changes them, drops closed ones and puts new ones first', () => {
  const now = merged([table('a'), table('b'), table('c')], [table('b', 2), table('d')], ['a']);
  expect(now.map((one) => [one.table, one.spectators])).toEqual([
    ['d', 0],
    ['b', 2],
    ['c', 0],
  ]);
});

test('addresses of tables with people have their pages', () => {
  expect(routeOf('/lobby')).toEqual({ page: 'lobby' });
  expect(routeOf('/lobby/private')).toEqual({ page: 'private' });
  expect(routeOf('/lobby/else').page).toBe('lost');
  expect(routeOf('/join')).toEqual({ page: 'join', id: '' });
  expect(routeOf('/join/K7M2QX')).toEqual({ page: 'join', id: 'K7M2QX' });
});

test('a code is told from the token of a link', () => {
  expect(looksLikeCode('K7M-2QX')).toBe(true);
  expect(looksLikeCode('Y2IniSGc5E08FRiIjjjcyw')).toBe(false);
});

const CLOCK: Clock = {
  kind: 'online',
  on: true,
  left_ms: [45_000, null],
  bank_ms: [30_000, 60_000],
  limit_ms: 30_000,
  misses: [0, 0],
  fast: [false, false],
};

test('the ring shows the time of the move first, then the reserve', () => {
  expect(share(CLOCK, 0, 45_000)).toEqual({ part: 0.5, reserve: false });
  expect(share(CLOCK, 0, 15_000)).toEqual({ part: 0.5, reserve: true });
  expect(share({ ...CLOCK, bank_ms: [null, null] }, 0, 15_000)).toEqual({ part: 0.5, reserve: false });
});

test('a second counts as there until it is over', () => {
  expect([timeText(61_000), timeText(4001), timeText(4000), timeText(0)]).toEqual(['1:01', '0:05', '0:04', '0:00']);
});

test('what is said has words, and unknown keys say nothing', () => {
  expect(textOf({ text: null, phrase: 'well_played', emoji: null })).toBe('Well played');
  expect(textOf({ text: null, phrase: null, emoji: 'coffee' })).toBe('Coffee');
  expect(textOf({ text: null, phrase: 'not_yet_known', emoji: null })).toBe('');
  expect(textOf({ text: 'Evening!', phrase: null, emoji: null })).toBe('Evening!');
});

test('comings and goings are told of others, not of the viewer', () => {
  const { view: seen } = drawable({ t: 'update', seq: 1, view: view({ seat: 0 }), events: [] });
  const name = seen.players[1]?.name ?? '';
  expect(wordsFor({ kind: 'returned', seat: 1 }, seen)).toBe(`${name} is back.`);
  expect(wordsFor({ kind: 'returned', seat: 0 }, seen)).toContain('You are back');
  expect(wordsFor({ kind: 'took_seat', seat: 0, name: 'Me' }, seen)).toBe('');
  expect(wordsFor({ kind: 'timed_out', seat: 0 }, seen)).toBe('Your time ran out; the table played for you.');
  expect(wordsFor({ kind: 'vote_closed', about: 'rematch', passed: false }, seen)).toBe('No rematch this time.');
});

test('a clock counts from when its figures were sent: half the way there and back, and never much', () => {
  const store = new TableStore('k3J9', () => new Promise(() => undefined));
  const line = new Line(store);
  store.receivedAt = performance.now();
  line.heard(9000); // it waited for a line
  expect(line.roundTrip.value).toBeNull();
  for (const ms of [900, 400, 700]) line.heard(ms);
  expect(line.roundTrip.value).toBe(400); // the best of the last few: the rest was waiting
  expect(store.lag).toBe(200);
  expect(leftOf(store, 5000, true)).toBeLessThanOrEqual(4800);
  expect(leftOf(store, 5000, false)).toBe(5000);
  for (const ms of [5000, 5000, 5000]) line.heard(ms);
  expect(store.lag).toBe(1000);
});

test('a ping is measured by its own answer', async () => {
  const sent: unknown[] = [];
  let now = 100;
  const store = new TableStore(
    'k3J9',
    (order) => {
      sent.push(order);
      now += 250;
      return Promise.resolve({ t: 'pong', id: 'x' });
    },
    undefined,
    () => now,
  );
  expect(await store.ping()).toBe(250);
  expect(sent).toEqual([{ t: 'ping' }]);
});

test('what was said before the page came is there, and heard once', () => {
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
  const store = new TableStore('k3J9', () => new Promise(() => undefined));
  const said = { kind: 'said' as const, seat: 1, name: 'Bea', handle: 'h', phrase: 'hello', emoji: null, text: null };
  store.history.value = [said, { ...said, phrase: null, text: 'Evening!' }];
  const live = new LiveState(store);
  expect(live.messages.value.map((message) => message.text)).toEqual(['Hello', 'Evening!']);
  expect(live.unread.value).toBe(0);
  store.history.value = [said]; // another connection tells it again
  expect(live.messages.value).toHaveLength(1);
});

test('the questions of a table have their words', () => {
  const { view: seen } = drawable({ t: 'update', seq: 1, view: view({ seat: 0 }), events: [] });
  expect(wordsFor({ kind: 'vote_opened', about: 'take_back', by: 1 }, seen)).toBe('Mira asks to take a card back');
  expect(wordsFor({ kind: 'stand_in', seat: 1, voted: true }, seen)).toBe('A bot plays for Mira until they are back.');
  expect(wordsFor({ kind: 'taken_back', seat: 1, card: '7D' }, seen)).toBe('Mira: the 7 of diamonds is taken back.');
  expect(wordsFor({ kind: 'played_out', seat: null }, seen)).toContain('could change a score');
});

test('a new name stands over what its person has said before', () => {
  const store = new TableStore('t', () => Promise.resolve({ t: 'done', id: 'x', seq: 1 }));
  const state = new LiveState(store);
  const { view: table } = drawable({ t: 'update', seq: 1, view: view({ seat: 0 }), events: [] });
  const handle = 'hb7';
  const seen = { ...table, players: table.players.map((player, seat) => (seat === 1 ? { ...player, handle } : player)) };
  state.hear([{ kind: 'said', seat: 1, name: 'Old', handle, phrase: 'hello', emoji: null, text: null }], seen);
  state.hear([{ kind: 'renamed', seat: 1, name: 'New' }], seen);
  expect(state.messages.value.map((message) => message.name)).toEqual(['New']);
  expect(store.notice.value?.text).toBe('Somebody here is called New now.');
});
