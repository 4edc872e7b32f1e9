import { describe, expect, test } from 'vitest';

import { handPlaces, handShape, splitRows, towards, trayPlaces, trickCardWidth, trickPlace } from '../src/table/geometry';
import { sortHand } from '../src/state/sort';

const PACK = [...'CDSH'].flatMap((suit) => [...'23456789TJQKA'].map((rank) => rank + suit));

/** A hand of some size that changes with `seed`. */
function someHand(size: number, seed: number): string[] {
  const pack = [...PACK];
  const hand: string[] = [];
  for (let i = 0; i < size; i++) hand.push(...pack.splice((seed * 31 + i * 17) % pack.length, 1));
  return sortHand(hand, 'alternating', false);
}

const SCREENS = [
  [320, 568], [360, 640], [390, 844], [430, 932], [568, 320], [640, 360], [844, 390], [768, 1024], [1024, 768], [1280, 720], [1920, 1080],
] as const;

describe.each(SCREENS)('a hand at %i x %i', (width, height) => {
  test.each([1, 3, 7, 10, 13, 17])('of %i cards fits and every index can be hit', (count) => {
    for (let seed = 0; seed < 12; seed++) {
      const cards = someHand(count, seed);
      const shape = handShape(count, { width, height });
      const { places } = handPlaces(cards, shape, Math.min(width, 1180));
      expect(places).toHaveLength(count);
      const rows = splitRows(cards, shape.rows);
      let from = 0;
      for (const length of rows) {
        const row = places.slice(from, from + length);
        from += length;
        row.forEach((place, i) => {
          expect(Math.abs(place.x) + shape.cardWidth / 2).toBeLessThanOrEqual(width / 2 + 0.5);
          const next = row[i + 1];
          if (next) expect(next.x - place.x).toBeGreaterThanOrEqual(24);
        });
      }
      if (rows.length === 2) expect((places.at(-1)?.y ?? 0) - (places[0]?.y ?? 0)).toBeGreaterThanOrEqual(44);
    }
  });
});

test('rows break between suits when that keeps them even', () => {
  expect(splitRows(['2S', '3S', '4S', '5H', '6H', '7H', '8C', '9C', 'TC', 'JD', 'QD', 'KD', 'AD'], 2)).toEqual([6, 7]);
  expect(splitRows(['2S', '3S'], 2)).toEqual([2]);
});

test('seats go clockwise from the viewer: the next one is on the left, the one across is above', () => {
  expect(towards(1, 4).x).toBeCloseTo(-1);
  expect(towards(2, 4).y).toBeCloseTo(-1);
  expect(towards(3, 4).x).toBeCloseTo(1);
  expect(trickPlace(0, 4, 80, 112).y).toBeGreaterThan(0);
  for (const players of [3, 4, 5, 6]) {
    expect(towards(1, players).x).toBeLessThan(0);
    expect(towards(players - 1, players).x).toBeGreaterThan(0);
  }
});

test('the tray lies in one line, in order', () => {
  const shape = handShape(13, { width: 320, height: 568 });
  const { places, scale } = trayPlaces(6, shape, 320);
  places.forEach((place, i) => expect(place.x).toBeGreaterThan(places[i - 1]?.x ?? -Infinity));
  expect((places.at(-1)?.x ?? 0) + (shape.cardWidth * scale) / 2).toBeLessThanOrEqual(160);
});

test('large letters leave less room for the trick, not for the hand', () => {
  const size = { width: 1280, height: 800 };
  const shape = handShape(13, size);
  const usual = trickCardWidth(4, size, shape);
  const large = trickCardWidth(4, { ...size, letters: 2 }, shape);
  expect(large).toBeLessThan(usual);
  // Header, a plate, the own strip with a row for the tools, three cards of the trick, and the hand.
  expect(206 * 2 + 2.95 * large + shape.cardHeight * 1.16).toBeLessThan(size.height);
});
