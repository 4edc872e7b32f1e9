/** Where things stand on a face (100 by 140), and the finished path data of every card, made when first shown. */
import { bustLayers, courtLayers, type Layer } from './courts';
import { GLYPHS, INK } from './glyphs';
import { CRESCENT, PIPS } from './pips';
import { map, place, write, type Point, type Shape } from './shape';

export interface Face {
  /** Rank glyphs, to be filled and stroked with `ink`. */
  ranks: string;
  ink: number;
  /** Suit marks: under the ranks and on the field. */
  pips: string;
  /** The painted layers of a court card, back to front, over the pips. */
  court: readonly Layer[];
}

const LEFT = 35;
const MID = 50;
const RIGHT = 65;
const ROWS = [28.5, 56.2, 83.8, 111.5] as const;
const [TOP, UPPER, LOWER, BOTTOM] = ROWS;

type Spot = readonly [number, number];

const corners: readonly Spot[] = [
  [LEFT, TOP],
  [RIGHT, TOP],
  [LEFT, BOTTOM],
  [RIGHT, BOTTOM],
];
const sides: readonly Spot[] = [
  [LEFT, 70],
  [RIGHT, 70],
];
const four: readonly Spot[] = [
  ...corners,
  [LEFT, UPPER],
  [RIGHT, UPPER],
  [LEFT, LOWER],
  [RIGHT, LOWER],
];

/** The classical arrangement of the pips. */
const SPOTS: Readonly<Record<string, readonly Spot[]>> = {
  '2': [
    [MID, TOP],
    [MID, BOTTOM],
  ],
  '3': [
    [MID, TOP],
    [MID, 70],
    [MID, BOTTOM],
  ],
  '4': corners,
  '5': [...corners, [MID, 70]],
  '6': [...corners, ...sides],
  '7': [...corners, ...sides, [MID, 49.2]],
  '8': [...corners, ...sides, [MID, 49.2], [MID, 90.8]],
  '9': [...four, [MID, 70]],
  T: [...four, [MID, 42.3], [MID, 97.7]],
};

const turn = (shape: Shape): Shape => map(shape, ([x, y]): Point => [100 - x, 140 - y]);

interface IndexPlace {
  x: number;
  top: number;
  height: number;
  widest: number;
  pipY: number;
  pip: number;
}

const FULL_INDEX: IndexPlace = { x: 12.8, top: 8, height: 21.5, widest: 17.6, pipY: 40.5, pip: 13.5 };
const SIMPLE_INDEX: IndexPlace = { x: 21.5, top: 10, height: 40, widest: 34, pipY: 68, pip: 25 };

function indexRank(rank: string, at: IndexPlace): Shape {
  const glyph = GLYPHS[rank];
  if (!glyph) return [];
  const scale = at.height / 100;
  // Wide ranks (10, Q) are narrowed to keep clear of the edge and of the field.
  const narrow = Math.min(1, at.widest / (glyph.width * scale));
  const left = at.x - (glyph.width * scale * narrow) / 2;
  return map(glyph.shape, ([x, y]) => [left + x * scale * narrow, at.top + y * scale]);
}

/** The ace of spades carries the house's moon. */
const MOON_IN_THE_ACE: Layer = { paint: 'p-moon', d: write(place(CRESCENT, 49.5, 68, 3.9)) };

const full = new Map<string, Face>();
const simple = new Map<string, SimpleFace>();

/** The whole face: both corner indices and the pips or the court. */
export function fullFace(card: string): Face {
  const known = full.get(card);
  if (known) return known;
  const [rank, suit] = [card.charAt(0), card.charAt(1)];
  const pip = PIPS[suit] ?? [];
  const rankShape = indexRank(rank, FULL_INDEX);
  const underRank = place(pip, FULL_INDEX.x, FULL_INDEX.pipY, FULL_INDEX.pip / 100);
  const field: Shape[] = [];
  for (const [x, y] of SPOTS[rank] ?? []) field.push(place(pip, x, y, 0.185, y > 70));
  if (rank === 'A') field.push(place(pip, 50, 70, suit === 'S' ? 0.58 : 0.44));
  const face: Face = {
    ranks: write([...rankShape, ...turn(rankShape)]),
    ink: (INK * FULL_INDEX.height) / 100,
    pips: write([...underRank, ...turn(underRank), ...field.flat()]),
    court: card === 'AS' ? [MOON_IN_THE_ACE] : courtLayers(rank, suit),
  };
  full.set(card, face);
  return face;
}

export interface SimpleFace {
  ranks: string;
  ink: number;
  underRank: string;
  /** The big suit mark, or for a court the figure's bust. */
  big: readonly Layer[];
}

/** The face for small cards and large indices: one big index, one big mark. */
export function simpleFace(card: string): SimpleFace {
  const known = simple.get(card);
  if (known) return known;
  const [rank, suit] = [card.charAt(0), card.charAt(1)];
  const pip = PIPS[suit] ?? [];
  const bust = bustLayers(rank, suit);
  const face = {
    ranks: write(indexRank(rank, SIMPLE_INDEX)),
    ink: (INK * SIMPLE_INDEX.height) / 100,
    underRank: write(place(pip, SIMPLE_INDEX.x, SIMPLE_INDEX.pipY, SIMPLE_INDEX.pip / 100)),
    big: bust.length > 0 ? bust : [{ paint: 'p-suit', d: write(place(pip, 65, 102, 0.56)) }],
  };
  simple.set(card, face);
  return face;
}
