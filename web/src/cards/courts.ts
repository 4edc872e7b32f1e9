/**
 * The court cards: flat figures of our own, built from layers of paint. Each is drawn as an upper half and repeated
 * turned about the middle of the card, the two joined by a slanting sash. Spades and diamonds look the other way, and
 * each suit has its own ornament, so that no two of the twelve are the same.
 */
import { circle, PIPS, spot } from './pips';

/** One coat: the class that gives its paint, its outline, and where it is put when not simply where it was drawn. */
export interface Layer {
  paint: string;
  d: string;
  at?: string;
}

const path = (paint: string, d: string): Layer => ({ paint, d });
const dots = (paint: string, r: number, ...at: (readonly [number, number])[]): Layer => ({
  paint,
  d: at.map(([x, y]) => circle(x, y, r)).join(''),
});
const oval = (paint: string, x: number, y: number, rx: number, ry: number): Layer => ({ paint, d: circle(x, y, rx, ry) });
const suited = (paint: string, suit: string, x: number, y: number, size: number): Layer => ({
  paint,
  d: PIPS[suit] ?? '',
  at: spot(x, y, size),
});

/** Robes end on the sash, which runs from (24, 75) to (76, 65). */
const SASH: readonly Layer[] = [
  path('p-paper', 'M24 70.8L76 60.8V69.2L24 79.2Z'),
  path('p-gold', 'M24 72.6L76 62.6V67.4L24 77.4Z'),
];

function king(suit: string): Layer[] {
  return [
    path('p-suit', 'M27 74.4C26 60 33 54.5 41 52H61C69 54.5 75.5 57 75 65.2Z'),
    path('p-mid', 'M45 56L57 56L57.5 68.5L44.5 71Z'),
    path('p-paper', 'M35.5 53.6C41 50 61 50 66.5 53.6C68 56 67.5 58 66 59.5C58 64.5 44 64.5 36 59.5C34.5 58 34 56 35.5 53.6Z'),
    path('p-line', 'M38.5 56V59.5 M43 58.2V61.5 M47.5 59.3V62.6 M54.5 59.3V62.6 M59 58.2V61.5 M63.5 56V59.5'),
    path('p-hair', 'M41 33C37 36 36 40 37.5 44C36.5 47 38 50.5 42 50.5L43.5 33ZM61 33C65 36 66 40 64.5 44C65.5 47 64 50.5 60 50.5L58.5 33Z'),
    path('p-skin', 'M42.5 31H59.5V42C59.5 49 56 53.5 51 53.5C46 53.5 42.5 49 42.5 42Z'),
    path('p-hair', 'M42.5 42.5C44.5 46.5 47.5 44.2 51 43.8C54.5 44.2 57.5 46.5 59.5 42.5C61 51 57.5 59.5 51 62C44.5 59.5 41 51 42.5 42.5Z'),
    path('p-lip', 'M48.3 48.2C50 49.3 52 49.3 53.7 48.2C53 50.2 49 50.2 48.3 48.2Z'),
    dots('p-ink', 0.95, [47, 38.6], [55, 38.6]),
    path('p-line', 'M44.8 36.3C46 35.3 47.8 35.3 49 36.2 M53 36.2C54.2 35.3 56 35.3 57.2 36.3 M51 37.5L50.2 42.3H52'),
    path('p-gold', 'M40.5 30L37.5 19.5L45 24.5L51 16.5L57 24.5L64.5 19.5L61.5 30Z'),
    dots('p-gold', 1.7, [37.5, 18.6], [51, 16], [64.5, 18.6]),
    path('p-suit', 'M40.2 29C47 27.4 55 27.4 61.8 29V33C55 31.4 47 31.4 40.2 33Z'),
    dots('p-gold', 0.9, [44.5, 30], [51, 29.6], [57.5, 30]),
    ...sceptre(suit),
  ];
}

function sceptre(suit: string): Layer[] {
  const head: Record<string, Layer[]> = {
    // A sword, a rose, an orb, a mace: what each king holds.
    S: [path('p-steel', 'M69 17.5L71 22V53H67V22Z'), path('p-gold', 'M64.5 52H73.5V54.5H64.5Z')],
    H: [oval('p-gold', 69, 27.5, 4, 4), suited('p-suit', 'H', 69, 27.8, 5), path('p-gold', 'M68 31H70V54H68Z')],
    D: [path('p-gold', 'M69 18L73.5 25L69 32L64.5 25Z'), path('p-paper', 'M69 21.5L71.2 25L69 28.5L66.8 25Z'), path('p-gold', 'M68 31H70V54H68Z')],
    C: [dots('p-gold', 2.9, [69, 21.5], [66, 26.3], [72, 26.3]), path('p-gold', 'M68 25H70V54H68Z')],
  };
  return [
    ...(head[suit] ?? []),
    path('p-gold', 'M68 54H70V66.5H68Z'),
    path('p-skin', 'M65.8 55.5C67 54 71.2 54 72.3 55.5V60C71 61.5 67 61.5 65.8 60Z'),
    path('p-line', 'M66 57.7H72.2'),
  ];
}

function queen(suit: string): Layer[] {
  const veil = suit === 'S' || suit === 'C' ? 'p-mid' : 'p-suit';
  return [
    path(veil, 'M37 32C36 20 64 20 63 32C67 43 68.5 55 70.5 66L29.5 73.8C31.5 59 33 43 37 32Z'),
    path('p-hair', 'M40 32C40 24 60 24 60 32C62.5 41 63.5 50 63 57H37C36.5 50 37.5 41 40 32Z'),
    path('p-suit', 'M28 74.2C28.5 62 36 57.5 43.5 55L50 61L56.5 55C64 57.5 71.5 59 72.5 65.7Z'),
    path('p-skin', 'M45.8 46H54.2V51.5L57 55L50 62.5L43 55L45.8 51.5Z'),
    path('p-gold', 'M41.5 55.4L43.7 54.5L50 60.7L56.3 54.5L58.5 55.4L50 64.3Z'),
    path('p-paper', 'M48.3 65.5L50 63L51.7 65.5L51.5 69.7L48.5 70.3Z'),
    oval('p-skin', 50, 39.2, 8.3, 10.3),
    path('p-hair', 'M50 29C43 28.5 39.8 34 40.7 43.5C42.5 38.5 46.5 35.5 50 32.5C53.5 35.5 57.5 38.5 59.3 43.5C60.2 34 57 28.5 50 29Z'),
    path('p-line', 'M44.6 39.2C45.7 40.6 47.5 40.6 48.6 39.2 M51.4 39.2C52.5 40.6 54.3 40.6 55.4 39.2 M50 39.5L49.3 43H50.6'),
    path('p-lip', 'M47.8 45.4C49 44.6 49.5 44.7 50 45.1C50.5 44.7 51 44.6 52.2 45.4C51.2 47 48.8 47 47.8 45.4Z'),
    path('p-gold', 'M40.5 29.5C46 26.5 54 26.5 59.5 29.5L62 20L55.8 23.8L50 16L44.2 23.8L38 20Z'),
    dots('p-gold', 1.5, [38, 19.5], [62, 19.5]),
    ...jewel(suit),
    ...bloom(suit),
  ];
}

function jewel(suit: string): Layer[] {
  // The queen of spades wears the moon.
  if (suit === 'S') return [path('p-paper', 'M52.7 21.8C49.5 21.8 48 23.4 48 25C48 26.7 49.6 28.2 52.7 28C50.5 27 50 26 50 25C50 24 50.5 22.8 52.7 21.8Z')];
  return [suited(suit === 'H' || suit === 'D' ? 'p-suit' : 'p-ink', suit, 50, 24.8, 5.5)];
}

function bloom(suit: string): Layer[] {
  const stem = path('p-stem', 'M66.5 62C66.5 54 67.5 48 69 42');
  const hand = path('p-skin', 'M63.5 57.5C65 55.7 68.8 56 69.7 57.8V61.5C68.5 63 65 63 63.5 61.5Z');
  const flower: Record<string, Layer[]> = {
    S: [path('p-gold', 'M72.5 31.5C66 31 62.8 34.8 63.3 38.8C63.8 42.9 68.2 45.5 73 43C68.8 42.5 67.2 40 67.2 37.5C67.2 34.8 69 32.4 72.5 31.5Z')],
    H: [path('p-suit', 'M69 43C65 42 63.5 38.5 64.5 34L67 36L69 32.5L71 36L73.5 34C74.5 38.5 73 42 69 43Z'), path('p-gold', 'M66.5 42H71.5L69 45Z')],
    D: [dots('p-suit', 2.5, [69, 33.5], [72.4, 36.3], [71, 40.3], [67, 40.3], [65.6, 36.3]), dots('p-gold', 2, [69, 37.3])],
    C: [suited('p-ink', 'C', 69, 37, 11.5)],
  };
  return [stem, ...(flower[suit] ?? []), hand];
}

function jack(suit: string): Layer[] {
  return [
    path('p-suit', 'M28.5 74.1C28.5 62 36 57.5 43 55.5H57C64 57.5 71.5 59.5 72 65.8Z'),
    path('p-paper', 'M40.5 57.5L44 56.5L43.5 71.3L39.5 72ZM56 56.5L59.5 57.5L60.5 68L56.5 68.8Z'),
    path('p-mid', 'M47.5 57H52.5V69.6L47.5 70.5Z'),
    dots('p-gold', 1.1, [50, 61.5], [50, 65.8]),
    path('p-hair', 'M40.5 31H59.5C62 40 61.5 48 60.5 52H39.5C38.5 48 38 40 40.5 31Z'),
    path('p-skin', 'M46.5 48H53.5V55H46.5Z'),
    path('p-skin', 'M42.8 32H57.2V42.5C57.2 48.5 54 52 50 52C46 52 42.8 48.5 42.8 42.5Z'),
    path('p-hair', 'M42 31H58V37C55 34.5 51 34 48.5 35.5C46.5 36.6 44 37 42 38.5Z'),
    path('p-ruff', 'M36.5 56C36.5 53.5 39 52.5 40.8 53.5C41.5 51.8 44.5 51.8 45.3 53.2C46.3 51.6 48.8 51.6 50 53C51.2 51.6 53.7 51.6 54.7 53.2C55.5 51.8 58.5 51.8 59.2 53.5C61 52.5 63.5 53.5 63.5 56C63.5 58.6 60.5 59.3 59 58.2C57.8 60 55 60 54 58.7C53 60.2 51 60.2 50 59C49 60.2 47 60.2 46 58.7C45 60 42.2 60 41 58.2C39.5 59.3 36.5 58.6 36.5 56Z'),
    dots('p-ink', 0.95, [46.8, 41], [53.2, 41]),
    path('p-line', 'M45 38.6C46 38 47.5 38 48.4 38.6 M51.6 38.6C52.5 38 54 38 55 38.6 M50 41L49.2 44.6H50.7 M47.7 47.3C49 48.5 51 48.5 52.5 47'),
    path('p-ruff', 'M56 25C56.5 17 62 14.8 67.5 15.5C72 16 74 19 73.5 22.5C71.5 20.5 69.5 21 69 23C66.5 22.5 65 24 65 26.2C62 28 58.5 27.5 56 25Z'),
    path('p-line', 'M57.5 25.5C60 21 64 18.5 70 18.3'),
    path('p-suit', 'M37 31.5C34.5 22 45 17.5 54.5 19.5C62 21 65.5 26 62.5 32C54 28.5 46 28.5 37 31.5Z'),
    path('p-gold', 'M36.8 30.6C45 27 55 27 62.9 31L62.2 34C54.5 30.7 45.5 30.7 37.7 33.8Z'),
    ...arm(suit),
  ];
}

function arm(suit: string): Layer[] {
  const pole = path('p-gold', 'M66.8 40H68.8V66.6H66.8Z');
  const hand = path('p-skin', 'M64.5 55.5C66 53.9 70 53.9 71.2 55.5V60C70 61.5 66 61.5 64.5 60Z');
  const head: Record<string, Layer[]> = {
    S: [path('p-steel', 'M67.8 30L71 38L67.8 43L64.6 38Z')],
    H: [path('p-suit', 'M67.8 44C63.5 39.5 64 34 67.8 29.5C71.6 34 72.1 39.5 67.8 44Z'), path('p-line', 'M67.8 33V43')],
    D: [path('p-steel', 'M67 31.5C71 31 74 34 74 38C74 41 72.5 43 70.5 43.5C71 41 70 39.5 67 39.5Z'), path('p-gold', 'M66.8 29H68.8V44H66.8Z')],
    C: [dots('p-steel', 3.6, [67.8, 35.5]), path('p-steel', 'M67.8 29L69.3 33H66.3ZM61.8 35.5L65.5 34V37ZM73.8 35.5L70 34V37Z')],
  };
  return [pole, ...(head[suit] ?? []), hand, path('p-line', 'M64.7 57.7H71')];
}

const FIGURES: Readonly<Record<string, (suit: string) => Layer[]>> = { J: jack, Q: queen, K: king };

/** What a court card is painted with. */
export interface Court {
  /** The upper half; the lower is the same turned about the middle. Mirrored for suits that look the other way. */
  half: readonly Layer[];
  mirrored: boolean;
  sash: readonly Layer[];
}

export const FRAME = 'M27 13H73C75 13 76 14 76 16V124C76 126 75 127 73 127H27C25 127 24 126 24 124V16C24 14 25 13 27 13Z';
/** Head and shoulders alone, put into the lower right corner of a small card. */
export const BUST = 'translate(6.5 56) scale(1.24)';

const courts = new Map<string, Court>();

/** The paint of a court card; null for other ranks. */
export function courtOf(rank: string, suit: string): Court | null {
  const figure = FIGURES[rank];
  if (!figure) return null;
  let court = courts.get(rank + suit);
  if (!court) {
    court = { half: figure(suit), mirrored: suit === 'S' || suit === 'D', sash: SASH };
    courts.set(rank + suit, court);
  }
  return court;
}
