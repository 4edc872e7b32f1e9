/** The four suits, drawn on a body 100 by 100, and the ornaments made of simple shapes. */

/** A circle or an ellipse as path data. */
export function circle(x: number, y: number, rx: number, ry = rx): string {
  return `M${x + rx} ${y}A${rx} ${ry} 0 1 1 ${x - rx} ${y}A${rx} ${ry} 0 1 1 ${x + rx} ${y}Z`;
}

export const PIPS: Readonly<Record<string, string>> = {
  H: 'M50 95C43 84 6 64 6 33C6 17 17 7 30 7C39 7 46 12 50 21C54 12 61 7 70 7C83 7 94 17 94 33C94 64 57 84 50 95Z',
  S: 'M50 3C57 17 93 37 93 62C93 75 84 83 73 83C64 83 57 79 53 71C53 82 57 92 67 97H33C43 92 47 82 47 71C43 79 36 83 27 83C16 83 7 75 7 62C7 37 43 17 50 3Z',
  D: 'M50 2C58 19 71 36 86 50C71 64 58 81 50 98C42 81 29 64 14 50C29 36 42 19 50 2Z',
  C: `${circle(50, 26, 22.5)}${circle(26, 62, 22.5)}${circle(74, 62, 22.5)}M42 40H58L64 66H36ZM50 46C52 60 54 88 67 97H33C46 88 48 60 50 46Z`,
};

/** A small crescent on a body 100 by 100: the ornament of the back and of the ace of spades. */
export const CRESCENT = 'M61 31C35 34 29 67 53 75C61 78 70 75 75 69C48 72 39 45 61 31Z';

/** The transform that puts a body 100 by 100 with its middle at a place, `size` wide; turned, on its head. */
export function spot(x: number, y: number, size: number, turned = false): string {
  const s = size / 100;
  return turned
    ? `translate(${round(x + size / 2)} ${round(y + size / 2)}) scale(${-s})`
    : `translate(${round(x - size / 2)} ${round(y - size / 2)}) scale(${s})`;
}

const round = (value: number): number => Math.round(value * 100) / 100;
