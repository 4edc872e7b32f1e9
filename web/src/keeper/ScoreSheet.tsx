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
        <table>
          <thead>
            <tr>
              <th scope="col">{t('sheet.hand')}</th>
              <th scope="col">{t('sheet.dealer')}</th>
              <th scope="col">{t('sheet.pass')}</th>
              {kept.names.map((name, seat) => (
                <th key={seat} scope="col">
                  {name}
                </th>
              ))}
              <th scope="col">{t('sheet.sum')}</th>
            </tr>
          </thead>
          <tbody>
            {found.rows.map((row) => (
              <tr key={row.deal}>
                <th scope="row">{row.deal}</th>
                <td>{kept.names[row.dealer]}</td>
                <td>{row.way.title}</td>
                {row.points.map((points, seat) => (
                  <td key={seat} class="keeper-points">
                    {minus(points)}
                    {row.moon === seat && <small> {t(row.sun ? 'sheet.sun' : 'sheet.moon')}</small>}
                  </td>
                ))}
                <td class="keeper-points">{minus(row.points.reduce((all, one) => all + one, 0))}</td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row" colSpan={3}>
                {t('sheet.total')}
              </th>
              {found.totals.map((total, seat) => (
                <td key={seat} class={total === best ? 'keeper-points keeper-best' : 'keeper-points'}>
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

function Chart({ names, found }: { names: readonly string[]; found: Standing }) {
  const lines = names.map((_, seat) => [0, ...found.rows.map(({ totals }) => totals[seat] ?? 0)]);
  const all = lines.flat();
  const [low, high] = [Math.min(...all), Math.max(...all, 1)];
  const x = (at: number): number => 4 + (at * 250) / found.rows.length;
  const y = (total: number): number => 96 - ((total - low) * 92) / (high - low);
  return (
    <svg class="keeper-chart" viewBox="0 0 320 100" role="img" aria-label={t('chart')}>
      {lines.map((line, seat) => (
        <g key={seat} class={`keeper-line keeper-line-${seat}`}>
          <polyline points={line.map((total, at) => `${x(at).toFixed(1)},${y(total).toFixed(1)}`).join(' ')} />
          <text x={260} y={y(line.at(-1) ?? 0) + 3}>
            {names[seat]}
          </text>
        </g>
      ))}
    </svg>
  );
}
