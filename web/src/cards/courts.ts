/**
 * The court cards: flat figures of our own, built from layers of paint. Each is drawn as an upper half and repeated
 * turned about the middle of the card, the two joined by a slanting sash. Spades and diamonds look the other way, and
 * each suit has its own ornament, so that no two of the twelve are the same.
 */
import { PIPS } from './pips';
import { ellipse, map, parse, place, write, type Point, type Shape } from './shape';

/** One coat: the class that gives its paint, and its outline. */
export interface Layer {
  paint: string;
  d: string;
}

type Coat = readonly [paint: string, shape: Shape];

const turn = ([x, y]: Point): Point => [100 - x, 140 - y];
const mirror = ([x, y]: Point): Point => [100 - x, y];

const path = (paint: string, d: string): Coat => [paint, parse(d)];
const dots = (paint: string, r: number, ...at: Point[]): Coat => [paint, at.flatMap(([x, y]) => ellipse(x, y, r))];
const oval = (paint: string, x: number, y: number, rx: number, ry: number): Coat => [paint, ellipse(x, y, rx, ry)];

/** Robes end on the sash, which runs from (24, 75) to (76, 65). */
const SASH: Coat[] = [
  path('p-paper', 'M24 70.8L76 60.8V69.2L24 79.2Z'),
  path('p-gold', 'M24 72.6L76 62.6V67.4L24 77.4Z'),
];

function king(suit: string): Coat[] {
  return [
    path('p-suit', 'M27 74.4C26 60 33 54.5 41 52H61C69 54.5 75.5 57 75 65.200Z'),
    path('p-mid', 'M45 56L57 56L57.5 68.500L44.5 71Z'),
    path('p-paper', 'M35.5 53.600C41 50 61 50 66.5 53.600C68 56 67.5 58 66 59.500C58 64.5 44 64.5 36 59.500C34.5 58 34 56 35.5 53.600Z'),
    path('p-line', 'M38.5 56V59.5 M43 58.200V61.5 M47.5 59.300V62.6 M54.5 59.300V62.6 M59 58.200V61.5 M63.5 56V59.5'),
    path('p-hair', 'M41 33C37 36 36 40 37.5 44C36.5 47 38 50.5 42 50.500L43.5 33ZM61 33C65 36 66 40 64.5 44C65.5 47 64 50.5 60 50.500L58.5 33Z'),
    path('p-skin', 'M42.5 31H59.500V42C59.5 49 56 53.5 51 53.500C46 53.5 42.5 49 42.5 42Z'),
    path('p-hair', 'M42.5 42.500C44.5 46.5 47.5 44.2 51 43.800C54.5 44.2 57.5 46.5 59.5 42.500C61 51 57.5 59.5 51 62C44.5 59.5 41 51 42.5 42.500Z'),
    path('p-lip', 'M48.3 48.200C50 49.3 52 49.3 53.7 48.200C53 50.2 49 50.2 48.3 48.200Z'),
    dots('p-ink', 0.95, [47, 38.6], [55, 38.6]),
    path('p-line', 'M44.8 36.300C46 35.3 47.8 35.3 49 36.2 M53 36.200C54.2 35.3 56 35.3 57.2 36.3 M51 37.500L50.2 42.300H52'),
    path('p-gold', 'M40.5 30L37.5 19.500L45 24.500L51 16.500L57 24.500L64.5 19.500L61.5 30Z'),
    dots('p-gold', 1.7, [37.5, 18.6], [51, 16], [64.5, 18.6]),
    path('p-suit', 'M40.2 29C47 27.4 55 27.4 61.8 29V33C55 31.4 47 31.4 40.2 33Z'),
    dots('p-gold', 0.9, [44.5, 30], [51, 29.6], [57.5, 30]),
    ...sceptre(suit),
  ];
}

function sceptre(suit: string): Coat[] {
  const head: Record<string, Coat[]> = {
    // A sword, a rose, an orb, a mace: what each king holds.
    S: [path('p-steel', 'M69 17.500L71 22V53H67V22Z'), path('p-gold', 'M64.5 52H73.500V54.500H64.500Z')],
    H: [oval('p-gold', 69, 27.5, 4, 4), path('p-suit', write(place(PIPS.H ?? [], 69, 27.8, 0.05))), path('p-gold', 'M68 31H70V54H68Z')],
    D: [path('p-gold', 'M69 18L73.5 25L69 32L64.5 25Z'), path('p-paper', 'M69 21.500L71.2 25L69 28.500L66.8 25Z'), path('p-gold', 'M68 31H70V54H68Z')],
    C: [dots('p-gold', 2.9, [69, 21.5], [66, 26.3], [72, 26.3]), path('p-gold', 'M68 25H70V54H68Z')],
  };
  return [
    ...(head[suit] ?? []),
    path('p-gold', 'M68 54H70V66.500H68Z'),
    path('p-skin', 'M65.8 55.500C67 54 71.2 54 72.3 55.500V60C71 61.5 67 61.5 65.8 60Z'),
    path('p-line', 'M66 57.700H72.2'),
  ];
}

function queen(suit: string): Coat[] {
  const veil = suit === 'S' || suit === 'C' ? 'p-mid' : 'p-suit';
  return [
    path(veil, 'M37 32C36 20 64 20 63 32C67 43 68.5 55 70.5 66L29.5 73.800C31.5 59 33 43 37 32Z'),
    path('p-hair', 'M40 32C40 24 60 24 60 32C62.5 41 63.5 50 63 57H37C36.5 50 37.5 41 40 32Z'),
    path('p-suit', 'M28 74.200C28.5 62 36 57.5 43.5 55L50 61L56.5 55C64 57.5 71.5 59 72.5 65.700Z'),
    path('p-skin', 'M45.8 46H54.200V51.500L57 55L50 62.500L43 55L45.8 51.500Z'),
    path('p-gold', 'M41.5 55.400L43.7 54.500L50 60.700L56.3 54.500L58.5 55.400L50 64.300Z'),
    path('p-paper', 'M48.3 65.500L50 63L51.7 65.500L51.5 69.700L48.5 70.300Z'),
    oval('p-skin', 50, 39.2, 8.3, 10.3),
    path('p-hair', 'M50 29C43 28.5 39.8 34 40.7 43.500C42.5 38.5 46.5 35.5 50 32.500C53.5 35.5 57.5 38.5 59.3 43.500C60.2 34 57 28.5 50 29Z'),
    path('p-line', 'M44.6 39.200C45.7 40.6 47.5 40.6 48.6 39.2 M51.4 39.200C52.5 40.6 54.3 40.6 55.4 39.2 M50 39.500L49.3 43H50.6'),
    path('p-lip', 'M47.8 45.400C49 44.6 49.5 44.7 50 45.100C50.5 44.7 51 44.6 52.2 45.400C51.2 47 48.8 47 47.8 45.400Z'),
    path('p-gold', 'M40.5 29.500C46 26.5 54 26.5 59.5 29.500L62 20L55.8 23.800L50 16L44.2 23.800L38 20Z'),
    dots('p-gold', 1.5, [38, 19.5], [62, 19.5]),
    ...jewel(suit),
    ...bloom(suit),
  ];
}

function jewel(suit: string): Coat[] {
  // The queen of spades wears the moon.
  if (suit === 'S') return [path('p-paper', 'M52.7 21.800C49.5 21.8 48 23.4 48 25C48 26.7 49.6 28.2 52.7 28C50.5 27 50 26 50 25C50 24 50.5 22.8 52.7 21.800Z')];
  return [[suit === 'H' || suit === 'D' ? 'p-suit' : 'p-ink', place(PIPS[suit] ?? [], 50, 24.8, 0.055)]];
}

function bloom(suit: string): Coat[] {
  const stem = path('p-stem', 'M66.5 62C66.5 54 67.5 48 69 42');
  const hand = path('p-skin', 'M63.5 57.500C65 55.7 68.8 56 69.7 57.800V61.500C68.5 63 65 63 63.5 61.500Z');
  const flower: Record<string, Coat[]> = {
    S: [path('p-gold', 'M72.5 31.500C66 31 62.8 34.8 63.3 38.800C63.8 42.9 68.2 45.5 73 43C68.8 42.5 67.2 40 67.2 37.500C67.2 34.8 69 32.4 72.5 31.500Z')],
    H: [path('p-suit', 'M69 43C65 42 63.5 38.5 64.5 34L67 36L69 32.500L71 36L73.5 34C74.5 38.5 73 42 69 43Z'), path('p-gold', 'M66.5 42H71.500L69 45Z')],
    D: [dots('p-suit', 2.5, [69, 33.5], [72.4, 36.3], [71, 40.3], [67, 40.3], [65.6, 36.3]), dots('p-gold', 2, [69, 37.3])],
    C: [path('p-ink', write(place(PIPS.C ?? [], 69, 37, 0.115)))],
  };
  return [stem, ...(flower[suit] ?? []), hand];
}

function jack(suit: string): Coat[] {
  return [
    path('p-suit', 'M28.5 74.100C28.5 62 36 57.5 43 55.500H57C64 57.5 71.5 59.5 72 65.800Z'),
    path('p-paper', 'M40.5 57.500L44 56.500L43.5 71.300L39.5 72ZM56 56.500L59.5 57.500L60.5 68L56.5 68.800Z'),
    path('p-mid', 'M47.5 57H52.500V69.600L47.5 70.500Z'),
    dots('p-gold', 1.1, [50, 61.5], [50, 65.8]),
    path('p-hair', 'M40.5 31H59.500C62 40 61.5 48 60.5 52H39.500C38.5 48 38 40 40.5 31Z'),
    path('p-skin', 'M46.5 48H53.500V55H46.500Z'),
    path('p-skin', 'M42.8 32H57.200V42.500C57.2 48.5 54 52 50 52C46 52 42.8 48.5 42.8 42.500Z'),
    path('p-hair', 'M42 31H58V37C55 34.5 51 34 48.5 35.500C46.5 36.6 44 37 42 38.500Z'),
    path('p-ruff', 'M36.5 56C36.5 53.5 39 52.5 40.8 53.500C41.5 51.8 44.5 51.8 45.3 53.200C46.3 51.6 48.8 51.6 50 53C51.2 51.6 53.7 51.6 54.7 53.200C55.5 51.8 58.5 51.8 59.2 53.500C61 52.5 63.5 53.5 63.5 56C63.5 58.6 60.5 59.3 59 58.200C57.8 60 55 60 54 58.700C53 60.2 51 60.2 50 59C49 60.2 47 60.2 46 58.700C45 60 42.2 60 41 58.200C39.5 59.3 36.5 58.6 36.5 56Z'),
    dots('p-ink', 0.95, [46.8, 41], [53.2, 41]),
    path('p-line', 'M45 38.600C46 38 47.5 38 48.4 38.6 M51.6 38.600C52.5 38 54 38 55 38.6 M50 41L49.2 44.600H50.7 M47.7 47.300C49 48.5 51 48.5 52.5 47'),
    path('p-ruff', 'M56 25C56.5 17 62 14.8 67.5 15.500C72 16 74 19 73.5 22.500C71.5 20.5 69.5 21 69 23C66.5 22.5 65 24 65 26.200C62 28 58.5 27.5 56 25Z'),
    path('p-line', 'M57.5 25.500C60 21 64 18.5 70 18.3'),
    path('p-suit', 'M37 31.500C34.5 22 45 17.5 54.5 19.500C62 21 65.5 26 62.5 32C54 28.5 46 28.5 37 31.500Z'),
    path('p-gold', 'M36.8 30.600C45 27 55 27 62.9 31L62.2 34C54.5 30.7 45.5 30.7 37.7 33.800Z'),
    ...arm(suit),
  ];
}

function arm(suit: string): Coat[] {
  const pole = path('p-gold', 'M66.8 40H68.800V66.600H66.800Z');
  const hand = path('p-skin', 'M64.5 55.500C66 53.9 70 53.9 71.2 55.500V60C70 61.5 66 61.5 64.5 60Z');
  const head: Record<string, Coat[]> = {
    S: [path('p-steel', 'M67.8 30L71 38L67.8 43L64.6 38Z')],
    H: [path('p-suit', 'M67.8 44C63.5 39.5 64 34 67.8 29.500C71.6 34 72.1 39.5 67.8 44Z'), path('p-line', 'M67.8 33V43')],
    D: [path('p-steel', 'M67 31.500C71 31 74 34 74 38C74 41 72.5 43 70.5 43.500C71 41 70 39.5 67 39.500Z'), path('p-gold', 'M66.8 29H68.800V44H66.800Z')],
    C: [dots('p-steel', 3.6, [67.8, 35.5]), path('p-steel', 'M67.8 29L69.3 33H66.300ZM61.8 35.500L65.5 34V37ZM73.8 35.500L70 34V37Z')],
  };
  return [pole, ...(head[suit] ?? []), hand, path('p-line', 'M64.7 57.700H71')];
}

const FIGURES: Readonly<Record<string, (suit: string) => Coat[]>> = { J: jack, Q: queen, K: king };

/** The layers of a court card, back to front; none for other ranks. */
export function courtLayers(rank: string, suit: string): readonly Layer[] {
  const figure = FIGURES[rank];
  if (!figure) return [];
  const away = suit === 'S' || suit === 'D';
  const coats: Coat[] = [...figure(suit), ['p-suit', place(PIPS[suit] ?? [], 31.4, 22.8, 0.115)]];
  const layers = [...coats, ...SASH].map(([paint, shape]): Layer => {
    const half = away ? map(shape, mirror) : shape;
    const whole = SASH.some((coat) => coat[1] === shape) ? half : [...half, ...map(half, turn)];
    return { paint, d: write(whole) };
  });
  return [
    { paint: 'p-ground', d: 'M27 13H73C75 13 76 14 76 16V124C76 126 75 127 73 127H27C25 127 24 126 24 124V16C24 14 25 13 27 13Z' },
    ...layers,
    { paint: 'p-frame', d: 'M27 13H73C75 13 76 14 76 16V124C76 126 75 127 73 127H27C25 127 24 126 24 124V16C24 14 25 13 27 13Z' },
  ];
}

/** Head and shoulders alone, in the lower right corner of a small card; none for other ranks. */
export function bustLayers(rank: string, suit: string): readonly Layer[] {
  const figure = FIGURES[rank];
  if (!figure) return [];
  return figure(suit).map(([paint, shape]) => ({ paint, d: write(place(shape, 6.5, 56, 1.24)) }));
}
