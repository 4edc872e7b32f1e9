import { expect, test } from 'vitest';

import { catalogue, fill, t } from '../src/text';

test('values are filled in, unknown ones stay visible', () => {
  expect(fill('Pass {n} cards to {name}', { n: 3, name: 'Mira' })).toBe('Pass 3 cards to Mira');
  expect(fill('Hello {name}')).toBe('Hello {name}');
  expect(fill('{n}', { n: 1234 })).toBe('1,234');
});

test('plural forms follow the number', () => {
  const cards = { one: '{n} card', other: '{n} cards' };
  expect([0, 1, 2].map((n) => fill(cards, { n }))).toEqual(['0 cards', '1 card', '2 cards']);
});

test('every page has its own catalogue', () => {
  const words = catalogue({ a: 'A', b: { other: '{n} b' } });
  expect(words('a')).toBe('A');
  expect(words('b', { n: 2 })).toBe('2 b');
  expect(t('ui.close')).toBe('Close');
});
