import type { View } from '../../net/types';
import { t } from '../../text/live';
import { Button } from '../../ui';
import { useStore } from '../context';
import { seatName } from '../names';
import { listOf } from '../words';
import { leftOf, useTick } from './time';

/** The open vote: who asks, how long it stays open, yes and no. */
export function VoteCard({ view }: { view: View }) {
  const store = useStore();
  const vote = (store.latest.value ?? view).vote;
  useTick(500, vote !== null);
  if (!vote) return null;
  const mine = view.seat;
  const said = mine === null || vote.yes.includes(mine) || vote.no.includes(mine);
  const title = vote.by === mine ? t(`vote.${vote.kind}.you`) : t(`vote.${vote.kind}`, { name: seatName(view, vote.by) });
  const waiting = view.players.flatMap((player, seat) =>
    player.bot || player.empty || vote.yes.includes(seat) || vote.no.includes(seat) ? [] : [seatName(view, seat)],
  );
  return (
    <section class="vote paper" aria-label={title}>
      <p class="vote-head">
        <b>{title}</b>
        <span class="tabular">{t('vote.left', { n: Math.ceil(leftOf(store, vote.ends_in_ms) / 1000) })}</span>
      </p>
      {said ? (
        waiting.length > 0 && <p class="vote-soft">{t('vote.said', { names: listOf(waiting) })}</p>
      ) : (
        <div class="vote-go">
          <Button kind="primary" onClick={() => void store.ask({ t: 'vote', yes: true })}>
            {t('vote.yes')}
          </Button>
          <Button onClick={() => void store.ask({ t: 'vote', yes: false })}>{t('vote.no')}</Button>
        </div>
      )}
    </section>
  );
}

/** At the end: ask for another match, or answer who asked. */
export function Rematch({ view }: { view: View }) {
  const store = useStore();
  if ((store.latest.value ?? view).vote) return <VoteCard view={view} />;
  if (view.seat === null) return null;
  return (
    <Button kind="primary" size="l" wide icon="restart" onClick={() => void store.ask({ t: 'propose_vote', kind: 'rematch' })}>
      {t('vote.ask.rematch')}
    </Button>
  );
}
