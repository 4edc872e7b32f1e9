/** For every reason why rules cannot be played, the values that would mend it: offered as one press beside the field. */
import type { RuleValues } from './choice';

type Mend = (rules: RuleValues) => RuleValues;

const players = (rules: RuleValues): number => (typeof rules.players === 'number' ? rules.players : 4);

/** Whether so many cards are removed that nobody has two. */
const handless = ({ removed, ...rest }: RuleValues): boolean =>
  Array.isArray(removed) && 52 - removed.length < 2 * players(rest);

const MENDS: Readonly<Record<string, Mend>> = {
  E_PLAYERS: () => ({ players: 4 }),
  E_REMOVED_NOT_IN_DECK: () => ({ removed: 'auto' }),
  E_REMOVED_SCORING_CARD: () => ({ removed: 'auto' }),
  E_DECK_NOT_EVEN: () => ({ removed: 'auto' }),
  E_KITTY_EMPTY: () => ({ kitty: 'none' }),
  E_PASS_ACROSS_ODD: () => ({ pass_cycle: 'auto' }),
  E_PASS_SECOND_SEAT: () => ({ pass_cycle: 'auto' }),
  E_PASS_SCATTER_COUNT: (rules) => ({ pass_count: players(rules) - 1 }),
  E_PASS_COUNT: (rules): RuleValues => (handless(rules) ? { removed: 'auto' } : { pass_count: 3 }),
  E_OPENING: () => ({ opening_card: 'any' }),
  E_BREAK_UNUSED: () => ({ break_by: 'heart_played', first_trick_breaks: true, qs_breaks: 'never' }),
  E_QS_NEEDS_BREAK: (rules) => ({
    ...(rules.qs_lead === 'after_break' ? { qs_lead: 'anytime' } : {}),
    ...(rules.qs_discard === 'after_break' ? { qs_discard: 'free' } : {}),
  }),
  E_QS_UNSCORED: () => ({ qs_breaks: 'never', qs_lead: 'anytime', qs_discard: 'free' }),
  E_BONUS_POSITIVE: () => ({ bonus_points: -10 }),
  E_BONUS_IS_PENALTY: () => ({ bonus_card: null }),
  E_BONUS_MISSING: () => ({ bonus_card: 'JD' }),
  E_MOON_OFF: () => ({ moon_value: 'auto', moon_needs_bonus: false, sun: 'off', sun_value: 'auto' }),
  E_MOON_NEEDS_END: () => ({ end_score: 100 }),
  E_NO_TRICK_POSITIVE: () => ({ no_trick_bonus: 0 }),
  E_NO_PENALTIES: () => ({ penalties: { QS: 13 } }),
  E_NEVER_ENDS: () => ({ end_score: 100 }),
  E_EXACT: () => ({ exact: [] }),
  E_EXACT_CONFLICT: () => ({ exact: [] }),
};

/** The values that mend a problem, only those that change something; null where no mend is known. */
export function mendOf(code: string, rules: RuleValues): RuleValues | null {
  const values = MENDS[code]?.(rules) ?? {};
  const needed = Object.entries(values).filter(([field, value]) => JSON.stringify(rules[field]) !== JSON.stringify(value));
  return needed.length > 0 ? Object.fromEntries(needed) : null;
}
