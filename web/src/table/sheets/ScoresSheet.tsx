import type { View } from '../../net/types';
import { Button, Sheet } from '../../ui';
import { useStore } from '../context';
import { w } from '../words';
import { Chart } from './Chart';
import { ScoreTable } from './ScoreTable';
import { ws } from './words';

/** Scores, at any time; after a hand it also leads on to the next one. */
export function ScoresSheet({ view }: { view: View }) {
  const store = useStore();
  const live = store.live.value;
  const close = (): void => void (store.sheet.value = null);
  const over = view.phase === 'deal_done' && view.waiting.includes('continue');
  const last = view.rows.at(-1);
  return (
    <Sheet
      title={over && last ? ws('deal.title', { n: last.deal }) : w('scores')}
      open
      onClose={close}
      class="scores-sheet"
      footer={
        over && (
          <Button
            kind="primary"
            wide
            autofocus
            onClick={() => {
              close();
              void store.goOn();
            }}
          >
            {w('go.deal')}
          </Button>
        )
      }
    >
      {live && <live.VoteCard view={view} />}
      {view.rows.length === 0 ? <p class="soft">{ws('scores.none')}</p> : null}
      <ScoreTable view={view} />
      <Chart view={view} />
    </Sheet>
  );
}
