import type { View } from '../net/types';
import { suitOf } from '../state/sort';
import { cardGlyph, cardList } from './names';
import { Icon } from '../ui';

/** The point and bonus cards a seat has taken: tiny red hearts, and a chip for every card with a value of its own. */
export function Taken({ view, seat }: { view: View; seat: number }) {
  const cards = view.taken[seat] ?? [];
  const special = cards.filter((card) => card in view.rules.penalties || card === view.rules.bonus_card);
  const hearts = cards.filter((card) => suitOf(card) === 'H' && !special.includes(card));
  return (
    <span class="taken" title={cards.length > 0 ? cardList(cards) : undefined}>
      {special.map((card) => (
        <span
          key={card}
          class={`taken-chip ${card === view.rules.bonus_card ? 'taken-bonus' : ''} ${'HD'.includes(suitOf(card)) ? 'taken-red' : ''}`}
          aria-hidden="true"
        >
          {cardGlyph(card)}
        </span>
      ))}
      {hearts.length > 0 && (
        <span class="taken-hearts" aria-hidden="true">
          {hearts.map((card) => (
            <Icon key={card} name="heart-full" size={11} />
          ))}
          <span class="taken-count tabular">{hearts.length}</span>
        </span>
      )}
      {cards.length > 0 && <span class="visually-hidden">, {cardList(cards)}</span>}
    </span>
  );
}
