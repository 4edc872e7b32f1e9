import type { View } from '../../net/types';
import { number, seatName } from '../names';
import { ws } from './words';

const WIDE = 340;
const HIGH = 170;
const LEFT = 34;
const RIGHT = 78;
const TOP = 12;
const BOTTOM = 22;
const DASHES = ['', '7 4', '2 4', '10 3 2 3', '4 2', '1 3'];

/** Lines of the totals after each hand. The viewer's own line is red, the others are told apart by dashes and names. */
export function Chart({ view }: { view: View }) {
  const { rows } = view;
  if (rows.length < 1) return null;
  const lines = view.players.map((_, seat) => [0, ...rows.map((row) => row.totals[seat] ?? 0)]);
  const all = lines.flat();
  const end = view.rules.end_score;
  const low = Math.min(0, ...all);
  const high = Math.max(end > 0 ? Math.min(end, Math.max(...all) * 1.6) : 0, ...all, 26);
  const x = (i: number): number => LEFT + (i / rows.length) * (WIDE - LEFT - RIGHT);
  const y = (value: number): number => HIGH - BOTTOM - ((value - low) / (high - low)) * (HIGH - TOP - BOTTOM);
  const labels = spread(view.totals.map((total, seat) => ({ seat, y: y(total) })));
  const ticks = niceTicks(low, high);
  return (
    <figure class="chart">
      <figcaption>{ws('scores.chart')}</figcaption>
      <svg viewBox={`0 0 ${WIDE} ${HIGH}`} role="img" aria-label={ws('scores.chart.alt')}>
        {ticks.map((tick) => (
          <g key={tick}>
            <line class={tick === 0 ? 'chart-zero' : 'chart-grid'} x1={LEFT} x2={WIDE - RIGHT} y1={y(tick)} y2={y(tick)} />
            <text class="chart-tick" x={LEFT - 7} y={y(tick) + 3.5} text-anchor="end">
              {number(tick)}
            </text>
          </g>
        ))}
        {end > 0 && end <= high && (
          <line class="chart-end" x1={LEFT} x2={WIDE - RIGHT} y1={y(end)} y2={y(end)} />
        )}
        {rows.map((row, i) =>
          rows.length <= 8 || (i + 1) % Math.ceil(rows.length / 8) === 0 ? (
            <text key={row.deal} class="chart-tick" x={x(i + 1)} y={HIGH - 6} text-anchor="middle">
              {row.deal}
            </text>
          ) : null,
        )}
        {lines.map((line, seat) => (
          <polyline
            key={seat}
            class={seat === view.seat ? 'chart-line chart-mine' : 'chart-line'}
            points={line.map((value, i) => `${x(i).toFixed(1)},${y(value).toFixed(1)}`).join(' ')}
            stroke-dasharray={seat === view.seat ? undefined : DASHES[(seat + 1) % DASHES.length]}
          />
        ))}
        {labels.map(({ seat, y: at }) => (
          <text
            key={seat}
            class={seat === view.seat ? 'chart-name chart-name-mine' : 'chart-name'}
            x={WIDE - RIGHT + 8}
            y={at + 4}
          >
            {short(seatName(view, seat))} {number(view.totals[seat] ?? 0)}
          </text>
        ))}
      </svg>
    </figure>
  );
}

function short(name: string): string {
  return name.length > 8 ? `${name.slice(0, 7)}…` : name;
}

/** Moves labels apart so that none covers another. */
export function spread(labels: { seat: number; y: number }[], gap = 13): { seat: number; y: number }[] {
  const sorted = [...labels].sort((a, b) => a.y - b.y);
  for (let i = 1; i < sorted.length; i++) {
    const above = sorted[i - 1];
    const here = sorted[i];
    if (above && here && here.y - above.y < gap) here.y = above.y + gap;
  }
  for (let i = sorted.length - 1, floor = HIGH - BOTTOM + 8; i >= 0; i--) {
    const here = sorted[i];
    if (!here) continue;
    here.y = Math.min(here.y, floor);
    floor = here.y - gap;
  }
  return sorted;
}

function niceTicks(low: number, high: number): number[] {
  const span = high - low;
  const step = [5, 10, 20, 25, 50, 100, 200, 250, 500].find((size) => span / size <= 5) ?? 1000;
  const ticks: number[] = [];
  for (let tick = Math.ceil(low / step) * step; tick <= high; tick += step) ticks.push(tick);
  return ticks;
}
