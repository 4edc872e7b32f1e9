/** The back: a night of crescents, the mark in the middle, the same both ways up but for the mark's lean. */
import { BITTEN_HEART, CRESCENT } from '../brand/Mark';
import { CRESCENT as MOON, spot } from './pips';


/** Crescents on a diamond grid, leaving the middle free for the medallion. */
function night(): string[] {
  const out: string[] = [];
  for (let row = 0; row < 9; row += 1) {
    for (let column = 0; column < (row % 2 ? 5 : 6); column += 1) {
      const x = 14 + column * 14.4 + (row % 2 ? 7.2 : 0);
      const y = 14 + row * 14;
      if (Math.hypot(x - 50, y - 70) >= 24) out.push(spot(x, y, 15.5, y > 70));
    }
  }
  return out;
}

/** One path of many crescents: thirteen backs lie on the home page, and fifty paths each would be felt. */
function sky(): string {
  const points = [...MOON.matchAll(/([MCZ])([^MCZ]*)/g)];
  return night()
    .map((at) => {
      const [x = 0, y = 0, s = 1] = (at.match(/-?[\d.]+/g) ?? []).map(Number);
      return points
        .map(([, op = '', numbers = '']) => {
          const moved = (numbers.match(/[\d.]+/g) ?? []).map((n, i) => ((i % 2 ? y : x) + Number(n) * s).toFixed(1));
          return op + moved.join(' ');
        })
        .join('');
    })
    .join('');
}

let moons: string | undefined;

export function Back() {
  moons ??= sky();
  return (
    <>
      <rect class="back-ground" x="5" y="5" width="90" height="130" rx="4.5" />
      <path class="back-moons" d={moons} />
      <rect class="back-line" x="7.2" y="7.2" width="85.6" height="125.6" rx="2.8" />
      <circle class="back-medal" cx="50" cy="70" r="20" />
      <circle class="back-line" cx="50" cy="70" r="17.6" />
      <g transform="translate(36.8 56.9) scale(1.1)">
        <path class="back-heart" d={BITTEN_HEART} />
        <path class="back-moon" d={CRESCENT} />
      </g>
    </>
  );
}
