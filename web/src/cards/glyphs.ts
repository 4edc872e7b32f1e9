/**
 * The ranks, written with a broad nib: skeletons on a body 100 high (0 top, 100 baseline). The nib lies at about
 * 20 degrees, which gives the oblique stress of an old-style serif; the ink adds its own even width as a stroke.
 */
import { circle } from './pips';
import { parse, sweep, write, type Point } from './shape';

const NIB: Point = [14.5, -5];
const HAIR: Point = [3.2, -1.1];

/** Width of the ink around the nib's sweep, in glyph units: draw glyphs with this stroke, round joins. */
export const INK = 5;

interface Written {
  width: number;
  /** Strokes by nib size: full strokes, then hairlines written with the corner of the nib. */
  full: string;
  fine?: string;
  /** Ball terminals: x, y, radius. */
  dots?: readonly (readonly [number, number, number])[];
}

const HAND: Record<string, Written> = {
  '2': {
    width: 62,
    full: 'M12 26C14 12 22 5 33 5C46 5 54 14 54 27C54 48 26 70 9 91 M9 92C20 87 30 95 44 95C51 95 56 91 58 84',
    dots: [[15, 26, 8]],
  },
  '3': {
    width: 60,
    full: 'M11 21C14 10 22 5 32 5C44 5 51 13 51 24C51 38 41 46 28 47 M28 47C44 47 55 56 55 71C55 86 44 95 29 95C18 95 9 89 7 79',
    dots: [
      [14, 21, 7.5],
      [11, 79, 7.5],
    ],
  },
  '4': {
    width: 64,
    full: 'M46 6V94 M6 69C20 67 40 67 60 67',
    fine: 'M46 5L6 68 M34 95H58',
  },
  '5': {
    width: 60,
    full: 'M17 6C28 9 40 9 52 4 M15 47C21 41 28 39 34 39C47 39 55 49 55 65C55 84 43 95 28 95C18 95 9 89 7 80',
    fine: 'M18 7L14 47',
    dots: [[11, 79, 7.5]],
  },
  '6': {
    width: 64,
    full: 'M51 6C27 16 9 38 9 64C9 83 18 95 33 95C47 95 56 84 56 68C56 52 47 43 35 43C23 43 13 51 10 64',
  },
  '7': {
    width: 60,
    full: 'M8 9C18 3 30 12 54 7C38 34 26 62 24 95',
    fine: 'M8 9V22',
  },
  '8': {
    width: 62,
    full: 'M47 13C41 7 36 5 31 5C20 5 12 12 12 23C12 35 22 42 32 49C44 57 54 63 54 76C54 88 44 95 31 95C18 95 8 88 8 75C8 62 19 55 30 48C41 41 49 33 49 22C49 12 41 5 31 5',
  },
  '9': {
    width: 64,
    full: 'M13 94C37 84 55 62 55 36C55 17 46 5 31 5C17 5 8 16 8 32C8 48 17 57 29 57C41 57 51 49 54 36',
  },
  T: {
    width: 98,
    full: 'M13 15C18 12 20 9 21 5V95 M71 5C58 5 51 22 51 50C51 78 58 95 71 95C84 95 91 78 91 50C91 22 84 5 71 5',
    fine: 'M8 95H34 M5 19L13 15',
  },
  J: {
    width: 52,
    full: 'M33 6V70C33 86 27 95 16 95C10 95 6 92 5 88',
    fine: 'M19 5H47',
    dots: [[9, 86, 7.5]],
  },
  Q: {
    width: 86,
    full: 'M43 5C21 5 8 24 8 50C8 76 21 95 42 95C64 95 77 76 77 50C77 24 64 5 43 5 M38 80C48 74 54 84 60 94C66 104 74 110 86 104',
  },
  K: {
    width: 80,
    full: 'M19 6V94 M34 47C46 64 56 82 72 94',
    fine: 'M66 5L20 60 M6 5H32 M6 95H32 M53 5H77 M62 95H80',
  },
  A: {
    width: 82,
    full: 'M40 5L66 94',
    fine: 'M40 5L14 94 M23 64H57 M3 95H26 M54 95H79',
  },
};

/** A rank ready to draw: width and outline on a body 100 high. */
export interface Glyph {
  width: number;
  d: string;
}

const written = new Map<string, Glyph>();

/** The outline of a rank, written when first wanted. */
export function glyphOf(rank: string): Glyph {
  let glyph = written.get(rank);
  if (!glyph) {
    const { width, full, fine, dots } = HAND[rank] ?? { width: 0, full: '' };
    const strokes = [...sweep(parse(full), NIB), ...sweep(parse(fine ?? ''), HAIR)];
    glyph = { width, d: write(strokes) + (dots ?? []).map(([x, y, r]) => circle(x, y, r)).join('') };
    written.set(rank, glyph);
  }
  return glyph;
}
