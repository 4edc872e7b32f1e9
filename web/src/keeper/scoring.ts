// Generated from src/moonshot/engine by tools/scoring_script.py. Do not edit.
/** The rules as ints, as the engine plays by them. */
export interface Facts {
  readonly players: bigint;
  readonly hand_size: bigint;
  readonly plies: bigint;
  readonly deck: bigint;
  readonly pass_count: bigint;
  readonly no_pass: bigint;
  readonly kitty_size: bigint;
  readonly kitty: bigint;
  readonly left_of_dealer_opens: bigint;
  readonly opening_card: bigint;
  readonly barred: bigint;
  readonly redeals: bigint;
  readonly lead_hearts: bigint;
  readonly hearts_break_discarded_only: bigint;
  readonly first_trick_breaks: bigint;
  readonly qs_breaks: bigint;
  readonly breakers: bigint;
  readonly lowest_breaker: bigint;
  readonly exception: bigint;
  readonly exception_frees_queen: bigint;
  readonly qs_lead: bigint;
  readonly qs_discard: bigint;
  readonly points: readonly bigint[];
  readonly point_cards: bigint;
  readonly scoring_cards: bigint;
  readonly bonus_card: bigint;
  readonly bonus_points: bigint;
  readonly moon_set: bigint;
  readonly moon_value: bigint;
  readonly sun_value: bigint;
  readonly moon: bigint;
  readonly moon_absorbs_bonus: bigint;
  readonly bonus_floor: bigint;
  readonly no_trick_bonus: bigint;
  readonly end_score: bigint;
  readonly end_exceeds: bigint;
  readonly end_hands: bigint;
  readonly exact_resets: bigint;
  readonly exact_at: readonly bigint[];
  readonly exact_to: readonly bigint[];
  readonly exact_wins: bigint;
  readonly ties_are_shared: bigint;
  readonly overtime_rechecks: bigint;
}

const bitLength = (n: bigint): bigint => (n === 0n ? 0n : BigInt(n.toString(2).length));
const sum = (numbers: bigint[]): bigint => numbers.reduce((all, one) => all + one, 0n);
const min = (a: bigint, b: bigint): bigint => (a < b ? a : b);
const max = (a: bigint, b: bigint): bigint => (a > b ? a : b);

export const MOON_OFF = 0n;
export const MOON_ADDS = 1n;
export const MOON_SUBTRACTS = 2n;
export const MOON_CHOICE = 3n;
export const MOON_SUBTRACTS_UNLESS_ADDING_WINS = 4n;
export const MOON_ADDS_UNLESS_IT_LOSES = 5n;
export const FLOOR_HAND_ZERO = 1n;
export const FLOOR_TOTAL_ZERO = 2n;
export const DEAL_CAP = 100n;
export const NEXT_DEAL = 0n;
export const OVERTIME = 1n;
export const OVER = 2n;
export const TAKEN = 1n;
export const WON = 2n;

export function lowest_card(mask: bigint): bigint {
  return (bitLength((mask & -(mask))) - 1n);
}

export function reset_total(facts: Facts, total: bigint): bigint {
  let index: bigint;
  for (index = 0n; index < facts.exact_resets; index += 1n) {
    if ((total === facts.exact_at[Number(index)]!)) {
      return facts.exact_to[Number(index)]!;
    }
  }
  return total;
}

export function has_ended(facts: Facts, highest: bigint, deal_no: bigint): boolean {
  if ((facts.end_hands && (deal_no >= facts.end_hands))) {
    return true;
  }
  if (!(facts.end_score)) {
    return false;
  }
  return (facts.end_exceeds ? (highest > facts.end_score) : (highest >= facts.end_score));
}

export function end_of(facts: Facts, totals: bigint[], deal_no: bigint, overtime: boolean): [bigint, bigint] {
  let exact: bigint, highest: bigint, leaders: bigint, lowest: bigint, seat: bigint;
  lowest = highest = totals[Number(0n)]!;
  for (seat = 0n; seat < facts.players; seat += 1n) {
    lowest = min(lowest, totals[Number(seat)]!);
    highest = max(highest, totals[Number(seat)]!);
  }
  leaders = exact = 0n;
  for (seat = 0n; seat < facts.players; seat += 1n) {
    if ((totals[Number(seat)]! === lowest)) {
      leaders |= (1n << seat);
    }
    if ((facts.exact_wins && (totals[Number(seat)]! === facts.end_score))) {
      exact |= (1n << seat);
    }
  }
  if (exact) {
    return [OVER, exact];
  }
  if ((deal_no >= DEAL_CAP)) {
    return [OVER, leaders];
  }
  if (!((has_ended(facts, highest, deal_no) || (overtime && !(facts.overtime_rechecks))))) {
    return [NEXT_DEAL, 0n];
  }
  if ((((leaders & (leaders - 1n)) === 0n) || facts.ties_are_shared)) {
    return [OVER, leaders];
  }
  return [OVERTIME, leaders];
}

export function points_of(points: readonly bigint[], cards: bigint): bigint {
  let total: bigint;
  total = 0n;
  while (cards) {
    total += points[Number(lowest_card(cards))]!;
    cards &= (cards - 1n);
  }
  return total;
}

export function moon_shooter(facts: Facts, taken: bigint[]): bigint {
  let seat: bigint;
  if (facts.moon_set) {
    for (seat = 0n; seat < facts.players; seat += 1n) {
      if (((facts.moon_set & ~(taken[Number(seat)]!)) === 0n)) {
        return seat;
      }
    }
  }
  return -(1n);
}

export function is_sun(facts: Facts, tricks_won: bigint[], shooter: bigint): boolean {
  return ((facts.sun_value >= 0n) && (shooter >= 0n) && (sum(tricks_won) === tricks_won[Number(shooter)]! && tricks_won[Number(shooter)]! > 0n));
}

export function _bonus(facts: Facts, taken: bigint, points: bigint): bigint {
  if (((facts.bonus_card < 0n) || !(((taken >> facts.bonus_card) & 1n)))) {
    return 0n;
  }
  if ((facts.bonus_floor === FLOOR_HAND_ZERO)) {
    return max(facts.bonus_points, min(0n, -(points)));
  }
  return facts.bonus_points;
}

export function seat_points(facts: Facts, seat: bigint, taken: bigint[], tricks_won: bigint[], shooter: bigint, mode: bigint): bigint {
  let points: bigint, value: bigint;
  if ((mode === MOON_OFF)) {
    points = points_of(facts.points, (taken[Number(seat)]! & facts.point_cards));
    points += _bonus(facts, taken[Number(seat)]!, points);
    return ((tricks_won[Number(seat)]! === 0n) ? (points + facts.no_trick_bonus) : points);
  }
  value = (is_sun(facts, tricks_won, shooter) ? facts.sun_value : facts.moon_value);
  if ((seat === shooter)) {
    points = ((mode === MOON_SUBTRACTS) ? -(value) : 0n);
    return (facts.moon_absorbs_bonus ? points : (points + _bonus(facts, taken[Number(seat)]!, points)));
  }
  points = ((mode === MOON_ADDS) ? value : 0n);
  return (points + _bonus(facts, taken[Number(seat)]!, points));
}

export function total_after(facts: Facts, total: bigint, points: bigint): bigint {
  let after: bigint;
  after = (total + points);
  if ((facts.bonus_floor === FLOOR_TOTAL_ZERO)) {
    after = max(0n, after);
  }
  return reset_total(facts, after);
}

export function adding_wins(state: bigint, winners: bigint, shooter: bigint): boolean {
  return ((state === OVER) && (winners === (1n << shooter)));
}

export function adds_moon(facts: Facts, state: bigint, winners: bigint, shooter: bigint): boolean {
  if ((facts.moon === MOON_SUBTRACTS_UNLESS_ADDING_WINS)) {
    return adding_wins(state, winners, shooter);
  }
  if ((facts.moon === MOON_ADDS_UNLESS_IT_LOSES)) {
    return ((state !== OVER) || (((winners >> shooter) & 1n) === 1n));
  }
  return (state === NEXT_DEAL);
}

export function fill(facts: Facts, state: bigint[][], shooter: bigint, mode: bigint, totals: bigint[], points: bigint[], after: bigint[]): void {
  let seat: bigint;
  for (seat = 0n; seat < facts.players; seat += 1n) {
    points[Number(seat)] = seat_points(facts, seat, state[Number(TAKEN)]!, state[Number(WON)]!, shooter, mode);
    after[Number(seat)] = total_after(facts, totals[Number(seat)]!, points[Number(seat)]!);
  }
}

export function score(facts: Facts, state: bigint[][], totals: bigint[], deal_no: bigint, overtime: boolean, points: bigint[], after: bigint[]): [bigint, bigint] {
  let adds: boolean, end: bigint, mode: bigint, seats: bigint, shooter: bigint;
  shooter = moon_shooter(facts, state[Number(TAKEN)]!);
  mode = MOON_OFF;
  if ((shooter >= 0n)) {
    mode = ((facts.moon !== MOON_SUBTRACTS) ? MOON_ADDS : MOON_SUBTRACTS);
  }
  fill(facts, state, shooter, mode, totals, points, after);
  [end, seats] = end_of(facts, after, deal_no, overtime);
  if (((shooter >= 0n) && (facts.moon >= MOON_CHOICE))) {
    adds = ((facts.moon === MOON_CHOICE) ? adding_wins(end, seats, shooter) : adds_moon(facts, end, seats, shooter));
    if (!(adds)) {
      fill(facts, state, shooter, MOON_SUBTRACTS, totals, points, after);
      [end, seats] = end_of(facts, after, deal_no, overtime);
    }
  }
  return [end, seats];
}
