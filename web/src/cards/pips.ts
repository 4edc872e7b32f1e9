/** The four suits, each on a body 100 by 100, middle at (0, 0). */
import { ellipse, parse, place, type Shape } from './shape';

const HEART = 'M50 95C43 84 6 64 6 33C6 17 17 7 30 7C39 7 46 12 50 21C54 12 61 7 70 7C83 7 94 17 94 33C94 64 57 84 50 95Z';
const SPADE =
  'M50 3C57 17 93 37 93 62C93 75 84 83 73 83C64 83 57 79 53 71C53 82 57 92 67 97H33C43 92 47 82 47 71C43 79 36 83 27 83C16 83 7 75 7 62C7 37 43 17 50 3Z';
const DIAMOND = 'M50 2C58 19 71 36 86 50C71 64 58 81 50 98C42 81 29 64 14 50C29 36 42 19 50 2Z';
const CLUB_STEM = 'M50 46C52 60 54 88 67 97H33C46 88 48 60 50 46Z';
const CLUB_HEART = 'M42 40H58L64 66H36Z';

const middle = (shape: Shape): Shape => place(shape, -50, -50);

export const PIPS: Readonly<Record<string, Shape>> = {
  H: middle(parse(HEART)),
  S: middle(parse(SPADE)),
  D: middle(parse(DIAMOND)),
  C: middle([
    ...ellipse(50, 26, 22.5),
    ...ellipse(26, 62, 22.5),
    ...ellipse(74, 62, 22.5),
    ...parse(CLUB_HEART),
    ...parse(CLUB_STEM),
  ]),
};

/** A small crescent about (0, 0), some 5 by 5: the ornament of the back and of the ace of spades. */
export const CRESCENT: Shape = parse(
  'M1.1 -1.9C-1.5 -1.6 -2.1 1.7 0.3 2.5C1.1 2.8 2 2.5 2.5 1.9C-0.2 2.2 -1.1 -0.5 1.1 -1.9Z',
);
