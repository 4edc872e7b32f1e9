/** The sheet: a row a hand with its dealer and pass, totals, and a chart of them. */
import { t } from '../text/keeper';
import type { Kept, Standing } from './match';

const minus = (n: number): string => String(n).replace('-', '−');

export function ScoreSheet({ kept, found }: { kept: Kept; found: Standing }) {
  const best = Math.min(...found.totals);
  return (
    <section class="keeper-sheet" aria-labelledby="sheet">
      <h2 id="sheet">{t('sheet')}</h2>
      <div class="keeper-scroll" tabIndex={0} role="group" aria-labelledby="sheet">
        <table class={kept.names.length > 4 ? 'keeper-many' : ''}>
          <thead>
            <tr>
              <th scope="col">{t('sheet.hand')}</th>
              {kept.names.map((name, seat) => (
                <th key={seat} scope="col" title={name}>
                  <span class="keeper-name">{name}</span>
                </th>
              ))}
              <th scope="col">{t('sheet.sum')}</th>
            </tr>
          </thead>
          <tbody>
            {found.rows.map((row) => (
              <tr key={row.deal}>
                <th scope="row">
                  <b>{row.deal}</b> <small>{t('sheet.deals', { name: kept.names[row.dealer] ?? '' })}</small> <small>{row.way.title}</small>
                </th>
                {row.points.map((points, seat) => (
                  <td key={seat}>
                    {minus(points)}
                    {row.moon === seat && <small> {t(row.sun ? 'sheet.sun' : 'sheet.moon')}</small>}
                  </td>
                ))}
                <td class="keeper-check-sum">{minus(row.points.reduce((all, one) => all + one, 0))}</td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">{t('sheet.total')}</th>
              {found.totals.map((total, seat) => (
                <td key={seat} class={total === best ? 'keeper-best' : undefined}>
                  {minus(total)}
                </td>
              ))}
              <td />
            </tr>
          </tfoot>
        </table>
      </div>
      {found.rows.length > 1 && <Chart names={kept.names} found={found} />}
    </section>
  );
}

/** Lines stretched to the room there is, words that keep their size, and the names in the order in which the lines end. */
function Chart({ names, found }: { names: readonly string[]; found: Standing }) {
  const lines = names.map((_, seat) => [0, ...found.rows.map(({ totals }) => totals[seat] ?? 0)]);
  const all = lines.flat();
  const [low, high] = [Math.min(...all), Math.max(...all, 1)];
  const count = found.rows.length;
  const x = (at: number): number => Math.round((at * 10_000) / count) / 100;
  const y = (total: number): number => Math.round(((high - total) * 10_000) / (high - low)) / 100;
  const size = [5, 10, 20, 25, 50, 100, 200, 250].find((one) => (high - low) / one <= 5) ?? 500;
  const first = Math.ceil(low / size);
  const ticks = Array.from({ length: Math.floor(high / size) - first + 1 }, (_, at) => (first + at) * size);
  const step = Math.ceil(count / 12);
  const order = names.map((_, seat) => seat).sort((a, b) => (found.totals[b] ?? 0) - (found.totals[a] ?? 0));
  return (
    <figure class="chart">
      <figcaption>{t('chart.title')}</figcaption>
      <div class="chart-room">
        <svg width="100%" height="100%" role="img" aria-label={t('chart')}>
          {ticks.map((tick) => (
            <g key={tick}>
              <line class={tick === 0 ? 'chart-grid chart-zero' : 'chart-grid'} x1="0" x2="100%" y1={`${y(tick)}%`} y2={`${y(tick)}%`} />
              <text class="chart-tick" x="-8" y={`${y(tick)}%`} dy="4" text-anchor="end">
                {minus(tick)}
              </text>
            </g>
          ))}
          {found.rows.map(({ deal }) => deal % step === 0 && (
            <text key={deal} class="chart-tick" x={`${x(deal)}%`} y="100%" dy="20" text-anchor="middle">
              {deal}
            </text>
          ))}
          <svg viewBox="0 0 100 100" preserveAspectRatio="none">
            {lines.map((line, seat) => (
              <polyline key={seat} class={`chart-line line-${seat}`} points={line.map((total, at) => `${x(at)},${y(total)}`).join(' ')} />
            ))}
          </svg>
        </svg>
      </div>
      <ol class="chart-names" role="list">
        {order.map((seat) => (
          <li key={seat}>
            <svg width="32" height="8" viewBox="0 0 32 8" aria-hidden="true">
              <path class={`chart-line line-${seat}`} d="M0 4H32" />
            </svg>
            <span>{names[seat]}</span> <span>{minus(found.totals[seat] ?? 0)}</span>
          </li>
        ))}
      </ol>
    </figure>
  );
}
