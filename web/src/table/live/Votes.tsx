import type { Vote } from '../../net/protocol';
import type { View } from '../../net/types';
import { t } from '../../text/live';
import { Button } from '../../ui';
import { useStore } from '../context';
import { seatName } from '../names';
import { listOf } from '../words';
import { leftOf, useTick } from './time';

function titleOf(view: View, vote: Vote): string {
  const of = vote.seat === null ? '' : seatName(view, vote.seat);
  if (vote.seat !== null && vote.seat === view.seat) return t('vote.stand_in.about', { name: seatName(view, vote.by) });
  return vote.by === view.seat
    ? t(`vote.${vote.kind}.you`, { of })
    : t(`vote.${vote.kind}`, { name: seatName(view, vote.by), of });
}

/** The open vote: who asks, how long it stays open, yes and no. */
export function VoteCard({ view }: { view: View }) {
  const store = useStore();
  const vote = (store.latest.value ?? view).vote;
  useTick(500, vote !== null);
  if (!vote) return null;
  const mine = view.seat;
  const about = mine !== null && vote.seat === mine;
  const said = mine === null || vote.yes.includes(mine) || vote.no.includes(mine);
  const title = titleOf(view, vote);
  const waiting = view.players.flatMap((player, seat) =>
    player.bot || player.empty || player.stand_in || seat === vote.seat || vote.yes.includes(seat) || vote.no.includes(seat)
      ? []
      : [seatName(view, seat)],
  );
  return (
    <section class="vote paper" aria-label={title}>
      <p class="vote-head">
        <b>{title}</b>
        <span class="tabular">{t('vote.left', { n: Math.ceil(leftOf(store, vote.ends_in_ms) / 1000) })}</span>
      </p>
      {about ? (
        <div class="vote-go">
          <Button kind="primary" onClick={() => void store.ask({ t: 'im_back' })}>
            {t('vote.here')}
          </Button>
        </div>
      ) : said ? (
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
