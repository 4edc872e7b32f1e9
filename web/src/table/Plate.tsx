import type { View } from '../net/types';
import { Icon } from '../ui';
import { useStore } from './context';
import { spotOf } from './geometry';
import { number, seatName } from './names';
import { Taken } from './Taken';
import { w } from './words';

/** One player's plate: name, score, cards left, what they have taken, and whether it is their turn. */
export function Plate({ view, seat }: { view: View; seat: number }) {
  const player = view.players[seat];
  if (!player) return null;
  const players = view.players.length;
  const steps = (seat - (view.seat ?? 0) + players) % players;
  const mine = seat === view.seat;
  const acting = isActing(view, seat);
  const chosen = view.phase === 'passing' && view.has_passed[seat] === true;
  const points = view.points[seat] ?? 0;
  const count = view.counts[seat] ?? 0;
  const live = useStore().live.value;
  // Whoever looks on sees the first seat at the bottom.
  const below = seat === (view.seat ?? 0);
  const Tag = below ? 'div' : 'li';
  return (
    <Tag
      class={`plate ${below ? 'plate-mine' : ''}`}
      data-spot={below ? 'mine' : spotOf(steps, players)}
      data-acting={acting || undefined}
      data-fly={`plate:${seat}`}
    >
      <span class="plate-name">
        <span class="plate-name-text" title={player.name}>
          {seatName(view, seat)}
        </span>
        {player.bot && (
          <span class="plate-mark" title={w('plate.bot')}>
            <Icon name="bot" size={15} />
            <span class="visually-hidden">, {w('plate.bot')}</span>
          </span>
        )}
        {view.dealer === seat && (
          <span class="plate-mark" title={w('plate.dealer')}>
            <Icon name="dealer" size={15} />
            <span class="visually-hidden">, {w('plate.dealer')}</span>
          </span>
        )}
        {!live && !player.connected && !player.bot && <span class="plate-away">{w('plate.away')}</span>}
      </span>
      <span class="plate-figures tabular">
        <span class="plate-score">
          <span class="visually-hidden">, {w('plate.score', { n: '' })}</span>
          {number(view.totals[seat] ?? 0)}
        </span>
        {points !== 0 && (
          <span class="plate-points">
            <span class="visually-hidden">, {w('points.this')} </span>
            {points > 0 ? `+${points}` : number(points)}
          </span>
        )}
        {!mine && (
          <span class="plate-cards" title={w('plate.cards', { n: count })}>
            <Icon name="cards" size={15} />
            <span aria-hidden="true">{count}</span>
            <span class="visually-hidden">, {w('plate.cards', { n: count })}</span>
          </span>
        )}
        {chosen && (
          <span class="plate-chosen" title={w('pass.chosen', { name: seatName(view, seat) })}>
            <Icon name="check" size={15} />
            <span class="visually-hidden">, {w('pass.chosen', { name: seatName(view, seat) })}</span>
          </span>
        )}
      </span>
      <Taken view={view} seat={seat} />
      {live && <live.PlateParts view={view} seat={seat} acting={acting} />}
      {acting && !mine && <span class="visually-hidden">, {w('turn.other', { name: player.name })}</span>}
    </Tag>
  );
}

/** Does the table wait for this seat? */
export function isActing(view: View, seat: number): boolean {
  if (view.phase === 'passing') return view.has_passed[seat] === false;
  if (view.phase === 'choosing_moon') return view.shooter === seat;
  return view.phase === 'playing' && view.turn === seat;
}
