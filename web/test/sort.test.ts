import { expect, test } from 'vitest';

import { ALTERNATING, isRed, sortHand, suitOf } from '../src/state/sort';

const suits = (hand: string[]): string => [...new Set(sortHand(hand, ALTERNATING, false).map(suitOf))].join('');

test('ten stands between nine and jack', () => {
  expect(sortHand(['JH', 'TH', '9H', 'AH', '2H'], ALTERNATING, false)).toEqual(['2H', '9H', 'TH', 'JH', 'AH']);
  expect(sortHand(['JH', 'TH', '9H'], ALTERNATING, true)).toEqual(['JH', 'TH', '9H']);
});

test('colours alternate for every set of suits that can', () => {
  for (let mask = 1; mask < 16; mask++) {
    const held = [...'CDSH'].filter((_, i) => mask & (1 << i)).map((suit) => `7${suit}`);
    const order = sortHand(held, ALTERNATING, false);
    const reds = held.filter(isRed).length;
    const alike = order.filter((card, i) => i > 0 && isRed(card) === isRed(order[i - 1] ?? '')).length;
    // Two suits of one colour alone lie side by side; any other set alternates.
    expect(alike).toBe(held.length === 2 && (reds === 0 || reds === 2) ? 1 : 0);
  }
  expect(suits(['9H', 'TH', 'AC', '2C', 'KD', '3S'])).toBe('SHCD');
  expect(suits(['9H', 'AC', '3S'])).toBe('SHC');
  expect(suits(['9H', 'AC', '3D'])).toBe('HCD');
});

test('a fixed order is kept', () => {
  expect(sortHand(['9H', 'AC', '3S', 'KD'], 'CDSH', false)).toEqual(['AC', 'KD', '3S', '9H']);
});
