import { beforeEach, expect, test, vi } from 'vitest';

import { checkChosen, FIRST, keepChosen, readChosen, rulesOf } from '../src/pages/setup/choice';
import { readStored, writeStored } from '../src/stored';

const text = (data: unknown): string => (typeof data === 'string' ? data : 'start');

beforeEach(() => localStorage.clear());

test('a value comes back, of its own version only', () => {
  expect(writeStored('x', 2, 'hello')).toBe(true);
  expect(readStored('x', 2, text)).toBe('hello');
  expect(readStored('x', 3, text)).toBe('start');
  expect(readStored('y', 2, text)).toBe('start');
});

test('garbage is as good as nothing', () => {
  for (const garbage of ['', '{', 'null', '[]', '7', '"x"', '{"v":1}', '{"v":"1","data":"x"}']) {
    localStorage.setItem('moonshot.x', garbage);
    expect(readStored('x', 1, text)).toBe('start');
  }
});

test('a browser that forbids storing is no trouble', () => {
  const forbidden = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('no');
  });
  const unreadable = vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
    throw new DOMException('no');
  });
  expect(writeStored('x', 1, 1)).toBe(false);
  expect(readStored('x', 1, text)).toBe('start');
  forbidden.mockRestore();
  unreadable.mockRestore();
});

test('the last choice is kept field by field', () => {
  expect(readChosen()).toEqual(FIRST);
  const chosen = { ...FIRST, level: 'easy' as const, changes: { players: 3 } };
  keepChosen(chosen);
  expect(readChosen()).toEqual(chosen);
  expect(rulesOf(chosen)).toEqual({ preset: 'standard', players: 3 });
  expect(checkChosen({ level: 'genius', pace: 'fast', preset: 7, changes: [1] })).toEqual({ ...FIRST, pace: 'fast' });
  expect(checkChosen({ changes: { '__proto__x!': 1 } }).changes).toEqual({});
  expect(checkChosen({ changes: { players: 'x'.repeat(9000) } }).changes).toEqual({});
  for (const garbage of [null, 3, 'x', [], undefined]) expect(checkChosen(garbage)).toEqual(FIRST);
});
