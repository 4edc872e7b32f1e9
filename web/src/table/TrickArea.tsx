import type { View } from '../net/types';
import { Card } from '../cards/Card';
import { trickCards } from '../state/changes';
import { trickPlace } from './geometry';
import { cardName, seatName } from './names';
import { w } from './words';

/** The cards on the table, each leaning to its player; the winning one is lifted once the trick is full. */
export function TrickArea({ view, width, flat }: { view: View; width: number; flat: boolean }) {
  const players = view.players.length;
  const height = width * 1.4;
  const { winner, leader } = view.trick;
  return (
    <ol class="trick" aria-label={w('trick.label')} data-done={winner !== null || undefined}>
      {trickCards(view).map(({ seat, card }) => {
        const steps = (seat - (view.seat ?? 0) + players) % players;
        const { x, y, turn } = trickPlace(steps, players, width, height, flat);
        const wins = winner === seat;
        return (
          <li
            key={card}
            class="trick-card"
            data-wins={wins || undefined}
            data-queen={card === 'QS' && 'QS' in view.rules.penalties ? true : undefined}
            style={{
              width: `${width}px`,
              height: `${height}px`,
              transform: `translate(-50%, -50%) translate(${x}px, ${y}px) rotate(${turn}deg)`,
            }}
          >
            <span class="trick-face" data-fly={`trick:${card}`} data-turn={turn}>
              <Card card={card} size={width} />
              {seat === leader && <span class="trick-leads" title={w('trick.leads')} />}
            </span>
            <span class="visually-hidden">
              {seatName(view, seat)}: {cardName(card)}
              {seat === leader ? `, ${w('trick.leads')}` : ''}
              {wins ? `, ${w('trick.winning')}` : ''}
            </span>
          </li>
        );
      })}
    </ol>
  );
}
