import { expect, test } from 'vitest';

import { courtOf } from '../src/cards/courts';
import { fullIndex, pipsOf, simpleIndex } from '../src/cards/faces';
import { glyphOf } from '../src/cards/glyphs';
import { ALL_CARDS, RANKS, cardName, cardWords, isCard, sortCards } from '../src/cards/names';
import { circle, PIPS } from '../src/cards/pips';
import { parse, sweep, write, type Shape } from '../src/cards/shape';

/** Twice the signed area of each closed piece, from its corner points. */
function areas(shape: Shape): number[] {
  const out: number[] = [];
  let points: (readonly [number, number])[] = [];
  for (const { op, at } of shape) {
    if (op === 'Z') {
      out.push(points.reduce((sum, p, i) => {
        const q = points[(i + 1) % points.length] ?? p;
        return sum + p[0] * q[1] - q[0] * p[1];
      }, 0));
      points = [];
    } else points.push(...at);
  }
  return out;
}

test('52 cards, each with a name and a face of its own', () => {
  expect(new Set(ALL_CARDS).size).toBe(52);
  expect(cardName('QS')).toBe('Queen of spades');
  expect(cardName('TD')).toBe('10 of diamonds');
  expect(cardWords('AH')).toBe('ace of hearts');
  expect(new Set(ALL_CARDS.map(cardName)).size).toBe(52);
  const glyphs = [...RANKS].map((rank) => glyphOf(rank).d);
  expect(new Set(glyphs).size).toBe(13);
  for (const d of [...glyphs, ...Object.values(PIPS)]) expect(d).not.toMatch(/NaN|undefined/);
  for (const rank of RANKS) {
    for (const at of [fullIndex(rank), simpleIndex(rank)]) expect(JSON.stringify(at)).not.toMatch(/NaN|undefined/);
  }
});

test('twelve courts, no two alike', () => {
  const courts = [...'JQK'].flatMap((rank) => [...'CDSH'].map((suit) => courtOf(rank, suit)));
  expect(new Set(courts.map((court) => JSON.stringify(court))).size).toBe(12);
  for (const court of courts) {
    for (const layer of court?.half ?? []) expect(layer.d).toMatch(/^M[-\d. MLHVCQAZ]+$/);
  }
  expect(courtOf('A', 'S')).toBe(null);
});

test('only cards are cards', () => {
  for (const text of ['', 'Q', '1S', 'QX', 'QSS', 'sq']) expect(isCard(text)).toBe(false);
  expect(isCard('2C')).toBe(true);
});

test('as many pips on the field as the rank says, and as many on their heads as the rest', () => {
  for (const rank of '23456789') expect(pipsOf(`${rank}D`)).toHaveLength(Number(rank));
  expect(pipsOf('TD')).toHaveLength(10);
  expect(pipsOf('AS')).toHaveLength(1);
  expect(pipsOf('QS')).toHaveLength(0);
  expect(pipsOf('TD').filter((at) => at.includes('scale(-'))).toHaveLength(5);
});

test('path data survives reading and writing', () => {
  const d = 'M1 2L3 4C1 1 2 2 3 3Z';
  expect(write(parse(d))).toBe(d);
  expect(write(parse('M1 1H5V-3Z'))).toBe('M1 1L5 1L5 -3Z');
  expect(write(parse('M1 1 2 2'))).toBe('M1 1L2 2');
  expect(circle(5, 5, 2)).toBe('M7 5A2 2 0 1 1 3 5A2 2 0 1 1 7 5Z');
});

test('a nib sweeps every piece the same way round, so that overlaps never leave holes', () => {
  const bowl = parse('M64 5C51 5 43 22 43 50C43 78 51 95 64 95C77 95 85 78 85 50C85 22 77 5 64 5');
  const pieces = areas(sweep(bowl, [14, -5]));
  expect(pieces.length).toBeGreaterThan(4);
  for (const area of pieces) expect(area).toBeGreaterThanOrEqual(0);
});

test('hands are sorted by suit and rank', () => {
  expect(sortCards(['2C', 'AS', 'KH', '3S', 'TD'], 'SHCD')).toEqual(['3S', 'AS', 'KH', '2C', 'TD']);
  expect(sortCards(['3S', 'AS'], 'SHCD', true)).toEqual(['AS', '3S']);
});
