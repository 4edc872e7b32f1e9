import { Card } from '../../cards/Card';
import type { View } from '../../net/types';
import { Sheet } from '../../ui';
import { useStore } from '../context';
import { cardName, seatName } from '../names';
import { w } from '../words';
import { ws } from './words';

/** The trick before this one, laid out as it lay. */
export function LastTrickSheet({ view }: { view: View }) {
  const store = useStore();
  const last = view.last_trick;
  const players = view.players.length;
  return (
    <Sheet title={w('last')} open onClose={() => (store.sheet.value = null)} side="center">
      {!last || last.winner === null ? (
        <p class="soft">{ws('last.none')}</p>
      ) : (
        <>
          <ol class="last-trick">
            {last.cards.map((card, i) => {
              const seat = (last.leader + i) % players;
              return (
                <li key={card} data-wins={seat === last.winner || undefined}>
                  <span class="last-name">{seatName(view, seat)}</span>
                  <Card card={card} size={72} />
                  <span class="visually-hidden">{cardName(card)}</span>
                </li>
              );
            })}
          </ol>
          <p>
            {ws(last.winner === view.seat ? 'last.took.you' : 'last.took', {
              name: seatName(view, last.winner),
              card: cardName(last.cards[(last.winner - last.leader + players) % players] ?? ''),
            })}
          </p>
        </>
      )}
    </Sheet>
  );
}
