import { beforeEach, expect, test, vi } from 'vitest';

import { drawable } from '../src/net/types';
import { TableStore } from '../src/state/store';
import { mayAsk, points, spoken, take, type Found } from '../src/table/hint/Hint';
import { view } from './fixtures/views';

beforeEach(() => {
  sessionStorage.clear();
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
});

const shown = (over: Parameters<typeof view>[0]) =>
  drawable({ t: 'update', seq: 1, view: view({ pace: 'instant', ...over }), events: [] }).view;

const FOUND: Found = {
  deal: 3,
  ply: 8,
  kind: 'play',
  best: { cards: ['9D'], points: -1.25, error: 0.1 },
  others: [
    { cards: ['QD'], points: 4, error: 0.1 },
    { cards: ['4D'], points: null, error: null },
  ],
  why: 'You play last.',
};

test('points have one decimal and a true minus sign', () => {
  expect(points(3.14)).toBe('3.1');
  expect(points(-9.96)).toBe('\u221210.0');
  expect(points(-0.01)).toBe('0.0');
});

test('a hint can be asked for in practice, when the viewer has to pass or to play', () => {
  const turn = { turn: 0, ply: 8, legal: ['9D'] };
  expect(mayAsk(shown(turn))).toBe(true);
  expect(mayAsk(shown({ ...turn, turn: 1 }))).toBe(false);
  expect(mayAsk(shown({ ...turn, paused: true }))).toBe(false);
  expect(mayAsk(shown({ ...turn, seat: null }))).toBe(false);
  for (const kind of ['quick', 'private', 'coin'] as const) expect(mayAsk(shown({ ...turn, kind }))).toBe(false);
  const passing = { phase: 'passing', turn: null, has_passed: [false, true, true, true] } as const;
  expect(mayAsk(shown({ ...passing, has_passed: [...passing.has_passed] }))).toBe(true);
  expect(mayAsk(shown({ ...passing, has_passed: [true, false, true, true] }))).toBe(false);
});

test('the whole hint is spoken, with numbers where there are some', () => {
  expect(spoken(FOUND)).toBe(
    'Play 9 of diamonds. Likely \u22121.3 points this hand. You play last. Instead: queen of diamonds, 4.0.',
  );
  const bare: Found = { ...FOUND, kind: 'pass', best: { cards: ['QS', 'AH'], points: null, error: null }, others: [] };
  expect(spoken(bare)).toBe('Pass queen of spades and ace of hearts. You play last.');
});

test('following a hint to pass chooses just its cards', () => {
  const store = new TableStore('k3J9', () => new Promise(() => undefined));
  const passing = { phase: 'passing', turn: null, has_passed: [false, true, true, true], ply: 0 } as const;
  store.receive({ t: 'update', seq: 1, view: view({ pace: 'instant', ...passing, has_passed: [...passing.has_passed] }), events: [] }, true);
  store.press('3C');
  store.press('KS');
  store.press('AH');
  take({ ...FOUND, kind: 'pass', best: { cards: ['KS', 'JH', '2S'], points: null, error: null } }, store);
  expect([...store.chosen.value].sort()).toEqual(['2S', 'JH', 'KS']);
});
