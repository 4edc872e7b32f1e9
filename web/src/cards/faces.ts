/** Where things stand on a face (100 by 140). */
import { glyphOf, INK } from './glyphs';
import { spot } from './pips';

const LEFT = 35;
const MID = 50;
const RIGHT = 65;
const [TOP, UPPER, LOWER, BOTTOM] = [28.5, 56.2, 83.8, 111.5] as const;

type Spot = readonly [number, number];

const corners: readonly Spot[] = [
  [LEFT, TOP],
  [RIGHT, TOP],
  [LEFT, BOTTOM],
  [RIGHT, BOTTOM],
];
const six: readonly Spot[] = [...corners, [LEFT, 70], [RIGHT, 70]];
const eight: readonly Spot[] = [...corners, [LEFT, UPPER], [RIGHT, UPPER], [LEFT, LOWER], [RIGHT, LOWER]];

/** The classical arrangement of the pips. */
export const SPOTS: Readonly<Record<string, readonly Spot[]>> = {
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
  '6': six,
  '7': [...six, [MID, 49.2]],
  '8': [...six, [MID, 49.2], [MID, 90.8]],
  '9': [...eight, [MID, 70]],
  T: [...eight, [MID, 42.3], [MID, 97.7]],
};

const PIP = 18.5;

/** The transforms of the pips on the field; those of the lower half stand on their heads. */
export function pipsOf(card: string): readonly string[] {
  const rank = card.charAt(0);
  if (rank === 'A') return [card === 'AS' ? spot(50, 70, 58) : MIDDLE];
  return (SPOTS[rank] ?? []).map(([x, y]) => spot(x, y, PIP, y > 70));
}

export interface Index {
  /** Transform of the rank's outline, and the width of its ink on the outline's own scale. */
  rank: string;
  ink: number;
  /** Transform of the suit mark under it. */
  pip: string;
}

function indexAt(x: number, top: number, height: number, widest: number, pipY: number, pip: number) {
  return (rank: string): Index => {
    const { width } = glyphOf(rank);
    const scale = height / 100;
    // Wide ranks (10, Q) are narrowed to keep clear of the edge and of the field.
    const narrow = Math.min(1, widest / (width * scale));
    const left = x - (width * scale * narrow) / 2;
    return {
      rank: `matrix(${(scale * narrow).toFixed(4)} 0 0 ${scale} ${left.toFixed(2)} ${top})`,
      ink: INK,
      pip: spot(x, pipY, pip),
    };
  };
}

/** The corner index of a whole face. */
export const fullIndex = indexAt(12.8, 8, 21.5, 17.6, 40.5, 13.5);
/** The index of the face for small cards and large figures. */
export const simpleIndex = indexAt(21.5, 10, 40, 34, 68, 25);
/** Where a single mark stands on a whole face. */
export const MIDDLE = spot(50, 70, 44);
/** The one big mark of the simple face. */
export const BIG = spot(65, 102, 56);
/** The moon in the ace of spades. */
export const ACE_MOON = spot(49, 67, 42);
