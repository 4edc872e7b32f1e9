import type { View } from '../../net/types';
import { resultLine } from '../../a11y/speech';
import { Button, Icon, Sheet } from '../../ui';
import { useStore } from '../context';
import { number, seatName } from '../names';
import { w } from '../words';
import { ws } from './words';

/** Places of all seats: equal totals share a place. Winners come first, whatever the rules say about the rest. */
export function standing(view: View): { seat: number; place: number; total: number; wins: boolean }[] {
  const wins = (seat: number): boolean => view.winners.includes(seat);
  const seats = view.players.map((_, seat) => seat);
  seats.sort((a, b) => Number(wins(b)) - Number(wins(a)) || (view.totals[a] ?? 0) - (view.totals[b] ?? 0));
  let place = 0;
  return seats.map((seat, i) => {
    const before = seats[i - 1];
    const same =
      before !== undefined && wins(before) === wins(seat) && (wins(seat) || view.totals[before] === view.totals[seat]);
    if (!same) place = i + 1;
    return { seat, place, total: view.totals[seat] ?? 0, wins: wins(seat) };
  });
}

/** The end of a match: who won, the standing, and once more with the same people. */
export function MatchEnd({ view }: { view: View }) {
  const store = useStore();
  const live = store.live.value;
  const rows = standing(view);
  const best = view.winners[0];
  const daily = view.kind === 'daily';
  const mine = view.totals[view.seat ?? 0] ?? 0;
  return (
    <Sheet
      title={daily ? ws('over.daily.title', { n: mine }) : resultLine(view, view.winners)}
      open
      onClose={() => (store.sheet.value = null)}
      side="center"
      class="end-sheet"
      footer={
        <div class="end-buttons">
          {daily ? (
            <Button kind="primary" size="l" wide icon="chart" autofocus href={`/daily/${view.match.slice(6, 16)}`}>
              {ws('over.daily')}
            </Button>
          ) : view.kind === 'practice' ? (
            <Button kind="primary" size="l" wide icon="restart" autofocus onClick={() => void store.newMatch()}>
              {ws('over.again')}
            </Button>
          ) : (
            live && <live.Rematch view={view} />
          )}
          <Button icon="scores" onClick={() => (store.sheet.value = 'scores')}>
            {ws('over.scores')}
          </Button>
          <Button icon="eye" title={ws('over.record.title')} href={`/matches/${view.match}`}>
            {ws('over.record')}
          </Button>
          <Button kind="plain" href="/">
            {ws('over.home')}
          </Button>
        </div>
      }
    >
      <p class="end-line">
        {daily ? ws('over.daily.line') : ws('over.line', { n: view.rows.length, score: number(view.totals[best ?? 0] ?? 0) })}
      </p>
      <ol class="standing" role="list" aria-label={ws('over.standing')} tabIndex={0}>
        {rows.map(({ seat, place, total, wins }, i) => (
          <li key={seat} data-wins={wins || undefined} data-mine={seat === view.seat || undefined} style={{ '--i': i }}>
            <span class="standing-place tabular">{ws('over.place', { n: place })}</span>
            <span class="standing-name">
              {seatName(view, seat)}
              {view.players[seat]?.bot && <Icon name="bot" size={16} title={w('plate.bot')} />}
              {wins && <Icon name="moon" size={16} />}
            </span>
            <span class="standing-total tabular">{number(total)}</span>
          </li>
        ))}
      </ol>
    </Sheet>
  );
}
