import { expect, test } from 'vitest';

import { fullFace, simpleFace } from '../src/cards/faces';
import { ALL_CARDS, cardName, cardWords, isCard, sortCards } from '../src/cards/names';
import { ellipse, parse, place, sweep, write, type Shape } from '../src/cards/shape';

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

test('52 cards, each with a name and its own faces', () => {
  expect(new Set(ALL_CARDS).size).toBe(52);
  expect(cardName('QS')).toBe('Queen of spades');
  expect(cardName('TD')).toBe('10 of diamonds');
  expect(cardWords('AH')).toBe('ace of hearts');
  const faces = ALL_CARDS.map((card) => JSON.stringify(fullFace(card)));
  expect(new Set(faces).size).toBe(52);
  expect(new Set(ALL_CARDS.map((card) => JSON.stringify(simpleFace(card)))).size).toBe(52);
  for (const face of faces) expect(face).not.toMatch(/NaN|undefined/);
});

test('only cards are cards', () => {
  for (const text of ['', 'Q', '1S', 'QX', 'QSS', 'sq']) expect(isCard(text)).toBe(false);
  expect(isCard('2C')).toBe(true);
});

test('every face is the same upside down', () => {
  for (const card of ALL_CARDS) {
    const points = [...fullFace(card).ranks.matchAll(/(-?[\d.]+) (-?[\d.]+)/g)].map((m) => [Number(m[1]), Number(m[2])]);
    const x = points.reduce((sum, p) => sum + (p[0] ?? 0), 0) / points.length;
    const y = points.reduce((sum, p) => sum + (p[1] ?? 0), 0) / points.length;
    expect(x).toBeCloseTo(50, 1);
    expect(y).toBeCloseTo(70, 1);
  }
});

test('as many pips on the field as the rank says', () => {
  const perPip = (fullFace('2D').pips.match(/Z/g) ?? []).length / 4; // two indices, two pips
  for (const rank of '23456789') {
    expect((fullFace(`${rank}D`).pips.match(/Z/g) ?? []).length / perPip - 2).toBe(Number(rank));
  }
  expect((fullFace('TD').pips.match(/Z/g) ?? []).length / perPip - 2).toBe(10);
});

test('path data survives reading and writing', () => {
  const d = 'M1 2L3 4C1 1 2 2 3 3Q4 5 6 7Z';
  expect(write(parse(d))).toBe(d);
  expect(write(parse('M1 1H5V-3Z'))).toBe('M1 1L5 1L5 -3Z');
  expect(write(place(parse('M1 1L2 2'), 10, 10, 2))).toBe('M12 12L14 14');
  expect(write(place(parse('M1 1L2 2'), 10, 10, 1, true))).toBe('M9 9L8 8');
});

test('a nib sweeps every piece the same way round, so that overlaps never leave holes', () => {
  const bowl = parse('M64 5C51 5 43 22 43 50C43 78 51 95 64 95C77 95 85 78 85 50C85 22 77 5 64 5');
  const pieces = areas(sweep(bowl, [14, -5]));
  expect(pieces.length).toBeGreaterThan(4);
  for (const area of pieces) expect(area).toBeGreaterThanOrEqual(0);
  expect(areas(ellipse(0, 0, 5))[0]).toBeGreaterThan(0);
});

test('hands are sorted by suit and rank', () => {
  expect(sortCards(['2C', 'AS', 'KH', '3S', 'TD'], 'SHCD')).toEqual(['3S', 'AS', 'KH', '2C', 'TD']);
  expect(sortCards(['3S', 'AS'], 'SHCD', true)).toEqual(['AS', '3S']);
});
