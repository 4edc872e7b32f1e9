/** Where things lie: seats around the table, cards of the trick, cards of the hand. Pure numbers. */
import type { Card } from '../net/types';
import { suitOf } from '../state/sort';

export type Spot = 'left' | 'left-up' | 'top' | 'right-up' | 'right';

const SPOTS: Record<number, readonly Spot[]> = {
  3: ['left', 'right'],
  4: ['left', 'top', 'right'],
  5: ['left', 'left-up', 'right-up', 'right'],
  6: ['left', 'left-up', 'top', 'right-up', 'right'],
};

/** The place of an opponent's plate; `steps` is how many seats clockwise from the viewer. */
export function spotOf(steps: number, players: number): Spot {
  return SPOTS[players]?.[steps - 1] ?? 'top';
}

export interface TableSize {
  width: number;
  height: number;
  /** How large letters are, as a part of the usual size: a reader may have chosen them. */
  letters?: number;
}

/** On a low window the opponents stand in one row and the trick lies in a line below them. */
export function isFlat(players: number, { width, height }: TableSize): boolean {
  return width > height && height < (players > 4 ? 500 : 350);
}

export interface Place {
  x: number;
  y: number;
  turn: number;
}

/** Direction from the middle of the table to a seat, as a unit vector; the viewer sits at the bottom. */
export function towards(steps: number, players: number): { x: number; y: number } {
  const angle = (steps / players) * 2 * Math.PI;
  return { x: -Math.sin(angle), y: Math.cos(angle) };
}

/** Where the card of a seat lies in the trick, from the middle, leaning slightly to its player. */
export function trickPlace(steps: number, players: number, width: number, height: number, flat = false): Place {
  if (flat) {
    // Left to right as the players sit, the viewer's own card in the middle.
    const half = Math.floor(players / 2);
    const rank = steps === 0 ? half : steps <= half ? steps - 1 : steps;
    return { x: (rank - (players - 1) / 2) * width * FLAT_STEP, y: 0, turn: 0 };
  }
  const { x, y } = towards(steps, players);
  const wide = players > 4 ? 1.3 : 0.98;
  const high = players === 6 ? 0.95 : players === 5 ? 0.8 : 0.5;
  return { x: x * width * wide, y: y * height * high, turn: Math.round((x * 5 + (y < 0 ? -1.5 : 1.5) * (1 - Math.abs(x))) * 10) / 10 };
}

export interface HandShape {
  cardWidth: number;
  cardHeight: number;
  rows: number;
  fan: boolean;
  /** Size of cards in the pass tray against those in the hand. */
  tray: number;
}

const RATIO = 1.4;
const FLAT_STEP = 1.1;

/** Card size and number of rows for a hand in a table of this size. */
export function handShape(count: number, size: TableSize): HandShape {
  const phone = size.width < 600 && size.height >= size.width * 0.9;
  if (phone) {
    const cardWidth = Math.max(50, Math.min(67, Math.round(size.width * 0.172), Math.round(size.height * 0.105)));
    return { cardWidth, cardHeight: Math.round(cardWidth * RATIO), rows: count > 7 ? 2 : 1, fan: false, tray: 0.82 };
  }
  const byHeight = size.height * (size.height < 500 ? 0.165 : 0.142);
  const cardWidth = Math.round(Math.max(size.height < 300 ? 48 : 54, Math.min(138, byHeight, size.width * 0.135)));
  return { cardWidth, cardHeight: Math.round(cardWidth * RATIO), rows: 1, fan: size.height >= 500, tray: size.height < 500 ? 0.6 : 0.82 };
}

/** Width of a card of the trick: as large as the felt between plates and hand allows. */
export function trickCardWidth(players: number, size: TableSize, shape: HandShape): number {
  if (isFlat(players, size)) {
    const left = size.height - (size.width < 600 ? 136 : 160) - shape.cardHeight * 1.05;
    return Math.round(Math.max(34, Math.min(left / 1.5, (size.width - 32) / (players * FLAT_STEP), shape.cardWidth * 1.1)));
  }
  const phone = size.width < 600;
  const around = (size.height < 500 ? 136 : phone ? 168 : 206) * (size.letters ?? 1);
  const hand = shape.cardHeight * (shape.rows === 2 ? 1.62 : shape.fan ? 1.16 : 1.05);
  const high = players === 6 ? 4.1 : players === 5 ? 3.7 : 3;
  const byHeight = (size.height - around - hand) / high;
  const byWidth = phone ? size.width * 0.2 : (size.width - 300) / (players > 4 ? 3.9 : 3.3);
  const most = shape.cardWidth * (players > 4 ? (phone ? 0.8 : 0.95) : phone ? 1.05 : 1.2);
  return Math.round(Math.max(42, Math.min(byHeight, byWidth, most)));
}

export interface HandPlaces {
  places: Place[];
  height: number;
}

/** Splits a hand into rows, at the border of a suit when one is near the middle. */
export function splitRows(cards: readonly Card[], rows: number): number[] {
  const n = cards.length;
  if (rows < 2 || n < 3) return [n];
  const half = Math.ceil(n / 2);
  const borders = cards.flatMap((card, i) => (i > 0 && suitOf(card) !== suitOf(cards[i - 1] ?? '') ? [i] : []));
  const near = borders.filter((i) => Math.max(i, n - i) <= half + 1).sort((a, b) => Math.abs(a - half) - Math.abs(b - half));
  const cut = near[0] ?? half;
  return [cut, n - cut];
}

/** Places of the cards of a hand, left to right, from the middle of the strip and its upper edge. */
export function handPlaces(cards: readonly Card[], shape: HandShape, width: number): HandPlaces {
  const rows = splitRows(cards, shape.rows);
  const places: Place[] = [];
  const rowStep = Math.max(52, Math.round(shape.cardHeight * 0.64));
  let from = 0;
  rows.forEach((length, row) => {
    const part = cards.slice(from, from + length);
    const xs = rowXs(part, shape, width);
    const middle = (length - 1) / 2;
    xs.forEach((x, i) => {
      const t = middle === 0 ? 0 : (i - middle) / Math.max(middle, 3);
      places.push({
        x,
        y: row * rowStep + (shape.fan ? t * t * shape.cardHeight * 0.13 : 0),
        turn: shape.fan ? t * Math.min(7, length * 0.55) : 0,
      });
    });
    from += length;
  });
  const drop = shape.fan ? shape.cardHeight * 0.13 : 0;
  return { places, height: (rows.length - 1) * rowStep + shape.cardHeight + drop };
}

/** Centres of one row's cards: as far apart as there is room, with a small gap between suits. */
function rowXs(cards: readonly Card[], shape: HandShape, width: number): number[] {
  const n = cards.length;
  if (n === 0) return [];
  const breaks = cards.filter((card, i) => i > 0 && suitOf(card) !== suitOf(cards[i - 1] ?? '')).length;
  const room = width - shape.cardWidth - 8;
  const widest = shape.cardWidth * (shape.fan ? 0.6 : 0.86);
  // A gap counts as a part of a step, so that everything still fits when room is short.
  const gap = 0.22;
  const step = n > 1 ? Math.min(widest, room / (n - 1 + gap * breaks)) : 0;
  const xs: number[] = [];
  let x = 0;
  cards.forEach((card, i) => {
    if (i > 0) x += step * (suitOf(card) === suitOf(cards[i - 1] ?? '') ? 1 : 1 + gap);
    xs.push(x);
  });
  return xs.map((value) => Math.round((value - x / 2) * 10) / 10);
}

/** Places of the cards chosen for the pass: a straight line above the hand. */
export function trayPlaces(slots: number, shape: HandShape, width: number): { places: Place[]; scale: number; height: number } {
  const scale = shape.tray;
  const cardWidth = shape.cardWidth * scale;
  const step = Math.min(cardWidth + 10, (width - cardWidth - 8) / Math.max(1, slots - 1));
  const places = Array.from({ length: slots }, (_, i) => ({ x: (i - (slots - 1) / 2) * step, y: 0, turn: 0 }));
  return { places, scale, height: Math.round(shape.cardHeight * scale) };
}
