/** Small path geometry for the ranks: skeletons in absolute M L H V C, swept with a broad nib and written back. */

export type Point = readonly [number, number];

/** One drawn piece: a command and its points (none for Z). */
export interface Step {
  op: 'M' | 'L' | 'C' | 'Z';
  at: readonly Point[];
}

export type Shape = readonly Step[];

const POINTS = { M: 1, L: 1, C: 3, Z: 0 } as const;

/** Read absolute path data. H and V become L; a command may be followed by several sets of numbers. */
export function parse(d: string): Shape {
  const out: Step[] = [];
  let pen: Point = [0, 0];
  for (const [, op = '', rest = ''] of d.matchAll(/([MLHVCZ])([^MLHVCZ]*)/g)) {
    const n = (rest.match(/-?[\d.]+/g) ?? []).map(Number);
    if (op === 'Z') out.push({ op, at: [] });
    else if (op === 'H' || op === 'V') {
      for (const value of n) {
        pen = op === 'H' ? [value, pen[1]] : [pen[0], value];
        out.push({ op: 'L', at: [pen] });
      }
    } else {
      const size = POINTS[op as 'M'] * 2;
      for (let i = 0; i + size <= n.length; i += size) {
        const at: Point[] = [];
        for (let k = i; k < i + size; k += 2) at.push([n[k] as number, n[k + 1] as number]);
        pen = at[at.length - 1] as Point;
        out.push({ op: (op === 'M' && i > 0 ? 'L' : op) as Step['op'], at });
      }
    }
  }
  return out;
}

const round = (value: number): string => String(Math.round(value * 100) / 100);

/** Write a shape as path data. */
export function write(shape: Shape): string {
  return shape.map(({ op, at }) => op + at.map((p) => `${round(p[0])} ${round(p[1])}`).join(' ')).join('');
}

type Cubic = readonly [Point, Point, Point, Point];

const lerp = (a: Point, b: Point, t: number): Point => [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t];

function split([a, b, c, d]: Cubic, t: number): [Cubic, Cubic] {
  const ab = lerp(a, b, t);
  const bc = lerp(b, c, t);
  const cd = lerp(c, d, t);
  const abc = lerp(ab, bc, t);
  const bcd = lerp(bc, cd, t);
  const m = lerp(abc, bcd, t);
  return [
    [a, ab, abc, m],
    [m, bcd, cd, d],
  ];
}

const cross = (a: Point, b: Point): number => a[0] * b[1] - a[1] * b[0];
const sub = (a: Point, b: Point): Point => [a[0] - b[0], a[1] - b[1]];

/** Where the curve runs along the nib: there the swept ribbon turns over and must be cut. */
function turns([a, b, c, d]: Cubic, nib: Point): number[] {
  const u = cross(sub(b, a), nib);
  const v = cross(sub(c, b), nib);
  const w = cross(sub(d, c), nib);
  const qa = u - 2 * v + w;
  const qb = 2 * (v - u);
  const roots: number[] = [];
  if (Math.abs(qa) < 1e-9) {
    if (Math.abs(qb) > 1e-9) roots.push(-u / qb);
  } else {
    const disc = qb * qb - 4 * qa * u;
    if (disc > 0) roots.push((-qb - Math.sqrt(disc)) / (2 * qa), (-qb + Math.sqrt(disc)) / (2 * qa));
  }
  return roots.filter((t) => t > 1e-3 && t < 1 - 1e-3).sort((x, y) => x - y);
}

/**
 * Sweep a straight nib along a skeleton. The ribbon between the curve moved half a nib one way and half a nib the
 * other way is exact in cubics; it is cut where it turns over, and every piece runs the same way round, so that
 * pieces may overlap under the nonzero rule.
 */
export function sweep(skeleton: Shape, nib: Point): Shape {
  const out: Step[] = [];
  const half: Point = [nib[0] / 2, nib[1] / 2];
  const plus = (p: Point): Point => [p[0] + half[0], p[1] + half[1]];
  const minus = (p: Point): Point => [p[0] - half[0], p[1] - half[1]];
  const ribbon = (curve: Cubic): void => {
    const [a, b, c, d] = cross(sub(curve[3], curve[0]), nib) < 0 ? curve : ([...curve].reverse() as unknown as Cubic);
    out.push(
      { op: 'M', at: [plus(a)] },
      { op: 'C', at: [plus(b), plus(c), plus(d)] },
      { op: 'L', at: [minus(d)] },
      { op: 'C', at: [minus(c), minus(b), minus(a)] },
      { op: 'Z', at: [] },
    );
  };
  let pen: Point = [0, 0];
  for (const { op, at } of skeleton) {
    const end = at[at.length - 1];
    if (!end) continue;
    if (op !== 'M') {
      const curve: Cubic =
        op === 'C' ? [pen, at[0] as Point, at[1] as Point, end] : [pen, lerp(pen, end, 1 / 3), lerp(pen, end, 2 / 3), end];
      let rest = curve;
      let done = 0;
      for (const t of turns(curve, nib)) {
        const [first, second] = split(rest, (t - done) / (1 - done));
        ribbon(first);
        rest = second;
        done = t;
      }
      ribbon(rest);
    }
    pen = end;
  }
  return out;
}
