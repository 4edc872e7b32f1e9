import type { Row, View } from '../../net/types';
import { Icon } from '../../ui';
import { directionIcon } from '../Header';
import { cardGlyph, cardName, directionName, number, seatName } from '../names';
import { w } from '../words';
import { ws } from './words';

/** The score sheet: a row for each hand with its direction, points, marks and check sum, and running totals. */
export function ScoreTable({ view }: { view: View }) {
  const seats = view.players.map((_, seat) => seat);
  const best = Math.min(...view.totals);
  const leads = (seat: number): boolean => view.rows.length > 0 && view.totals[seat] === best;
  return (
    <div class="score-scroll" tabIndex={0} role="region" aria-label={w('scores')}>
      <table class="score-table tabular" data-many={seats.length > 4 || undefined}>
        <thead>
          <tr>
            <th scope="col">{ws('scores.hand')}</th>
            {seats.map((seat) => (
              <th scope="col" key={seat} data-leads={leads(seat) || undefined}>
                <span class="score-name" title={view.players[seat]?.name}>
                  {seatName(view, seat)}
                </span>
              </th>
            ))}
            <th scope="col" class="score-check" title={ws('scores.check.title')}>
              {ws('scores.check')}
            </th>
          </tr>
        </thead>
        <tbody>
          {view.rows.map((row) => (
            <ScoreRow key={row.deal} view={view} row={row} seats={seats} leads={leads} />
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{ws('scores.total')}</th>
            {seats.map((seat) => (
              <td key={seat} data-leads={leads(seat) || undefined}>
                {number(view.totals[seat] ?? 0)}
                {leads(seat) && <span class="visually-hidden"> {ws('scores.leader')}</span>}
              </td>
            ))}
            <td class="score-check" />
          </tr>
        </tfoot>
      </table>
    </div>
  );
}

function ScoreRow(props: { view: View; row: Row; seats: number[]; leads: (seat: number) => boolean }) {
  const { view, row, seats, leads } = props;
  const bonus = view.rules.bonus_card;
  return (
    <tr>
      <th scope="row">
        <span class="score-deal">
          {row.deal}
          <Icon name={directionIcon(row.direction)} size={15} title={directionName(row.direction)} />
        </span>
        <span class="score-sum" title={ws('scores.check.title')}>
          Σ {number(row.check)}
        </span>
      </th>
      {seats.map((seat) => (
        <td key={seat} data-leads={leads(seat) || undefined}>
          <span class="score-points">
            {number(row.points[seat] ?? 0)}
            {row.moon === seat && (
              <span class="score-mark score-moon">
                <Icon name={row.sun ? 'sun' : 'moon'} size={13} title={row.sun ? ws('scores.sun') : ws('scores.moon')} />
              </span>
            )}
            {row.queen === seat && row.moon !== seat && (
              <span class="score-mark" role="img" aria-label={ws('scores.queen')} title={ws('scores.queen')}>
                Q♠
              </span>
            )}
            {row.bonus === seat && bonus !== null && (
              <span
                class="score-mark score-bonus"
                role="img"
                aria-label={ws('scores.bonus', { card: cardName(bonus) })}
                title={ws('scores.bonus', { card: cardName(bonus) })}
              >
                {cardGlyph(bonus)}
              </span>
            )}
          </span>
          <span class="score-running">
            <span class="visually-hidden">, {ws('scores.total')} </span>
            {number(row.totals[seat] ?? 0)}
          </span>
        </td>
      ))}
      <td class="score-check">{number(row.check)}</td>
    </tr>
  );
}
