/** Cuts an update into what is to be seen one after the other. */
import type { TableEvent, Update, View } from '../net/types';

const BEFORE_THE_RESULT = new Set<TableEvent['kind']>(['played_out', 'played', 'hearts_broken', 'trick_taken']);

/**
 * The last card of a hand ends the trick and the deal in one update. The full trick is shown first, with the scores as
 * they were, so that it can be read before the score sheet comes.
 */
export function stepsOf(before: View, update: Update): Update[] {
  const { view, events, seq } = update;
  const taken = events.find((event) => event.kind === 'trick_taken');
  if (!taken || view.trick.cards.length > 0 || !view.last_trick || view.deal !== before.deal) return [update];
  const trick: View = {
    ...view,
    phase: 'trick_done',
    trick: view.last_trick,
    last_trick: before.last_trick,
    totals: before.totals,
    rows: before.rows,
    turn: null,
    legal: [],
    why: {},
    waiting: [],
    winners: [],
    shooter: null,
    moon_options: null,
  };
  return [
    { seq, view: trick, events: events.filter((event) => BEFORE_THE_RESULT.has(event.kind)) },
    { seq, view, events: events.filter((event) => !BEFORE_THE_RESULT.has(event.kind)) },
  ];
}
