/** The wire's types under the names the table uses. */
import type * as wire from './protocol';

export type { Command, Direction, Done, Phase, Player, Refused, Row, ServerMessage, TableEvent, Trick } from './protocol';
export type Card = string;
export type Pace = wire.PaceName;
export type MoonWay = wire.MoonChoice;
export type Rules = wire.RulesFields;

/** An update whose view is whole: the socket fills in the fields that the server left out because they still hold. */
export type WholeUpdate = Omit<wire.Update, 'view'> & { view: wire.View };

/** A view as it is drawn: an empty trick instead of none. */
export interface View extends Omit<wire.View, 'trick'> {
  trick: wire.Trick;
}
export interface Update {
  seq: number;
  view: View;
  events: readonly wire.TableEvent[];
}

export function drawable(update: WholeUpdate): Update {
  const { seq, view, events } = update;
  return { seq, events, view: { ...view, trick: view.trick ?? { leader: 0, cards: [], winner: null } } };
}

/** Whether one person plays against bots, and nobody else may come in. */
export const isAlone = ({ kind }: View): boolean => kind === 'practice' || kind === 'daily';
