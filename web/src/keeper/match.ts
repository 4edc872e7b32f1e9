/** A match on the score keeper: what was entered, and what the engine's own scoring makes of it. */
import {
  fill,
  end_of,
  MOON_ADDS,
  MOON_CHOICE,
  MOON_SUBTRACTS,
  moon_shooter,
  OVER,
  OVERTIME,
  score,
  type Facts,
} from './scoring';

/** Rules as the page brings them along: the engine's ints, the cards that count, and the pass of each hand. */
export interface KeeperRules {
  id: string;
  name: string;
  facts: Record<string, number | number[]>;
  groups: Group[];
  ways: Way[];
}
/** Cards that count alike: entered as a number when there are several, as a chip when it is one. */
export interface Group {
  id: string;
  label: string;
  cards: number[];
  /** What each costs. */
  each: number;
}
export interface Way {
  title: string;
  /** Where the cards of each seat go; null when they stay or go to everybody. */
  to: number[] | null;
}

export type Choice = 'others_plus' | 'self_minus';

/** One hand as it was entered. */
export interface Hand {
  /** For each group, how many of its cards each player took. */
  took: Record<string, number[]>;
  /** Who took no trick at all; asked for only where that is paid. */
  none: number[];
  /** The shooter took every trick; asked for only where that counts. */
  sun: boolean;
  choice: Choice | null;
  broken: boolean;
}

export interface Kept {
  v: 1;
  rules: KeeperRules;
  names: string[];
  dealer: number;
  hands: Hand[];
}

export interface Row {
  deal: number;
  dealer: number;
  way: Way;
  points: number[];
  totals: number[];
  moon: number | null;
  sun: boolean;
}
export interface Standing {
  rows: Row[];
  totals: number[];
  over: boolean;
  overtime: boolean;
  /** Who has won, or shares the lead in overtime. */
  seats: number[];
}

export function factsOf(rules: KeeperRules): Facts {
  return Object.fromEntries(
    Object.entries(rules.facts).map(([name, value]) => [name, Array.isArray(value) ? value.map(BigInt) : BigInt(value)]),
  ) as unknown as Facts;
}

export function emptyHand(rules: KeeperRules, players: number): Hand {
  const took = Object.fromEntries(rules.groups.map(({ id }) => [id, Array.from({ length: players }, () => 0)]));
  return { took, none: [], sun: false, choice: null, broken: false };
}

/** How many cards of a group nobody has yet. */
export function missing(group: Group, hand: Hand): number {
  return group.cards.length - (hand.took[group.id] ?? []).reduce((all, one) => all + one, 0);
}

/** The captured cards of each player as the engine wants them. Cards of one group cost alike, so which is which is no matter. */
export function takenOf(rules: KeeperRules, hand: Hand, players: number): bigint[] {
  const taken = Array.from({ length: players }, () => 0n);
  for (const group of rules.groups) {
    let at = 0;
    (hand.took[group.id] ?? []).forEach((count, seat) => {
      for (const card of group.cards.slice(at, at + count)) taken[seat] = (taken[seat] ?? 0n) | (1n << BigInt(card));
      at += count;
    });
  }
  return taken;
}

/** The player who has shot the moon, or null. */
export function shooterOf(rules: KeeperRules, hand: Hand, players: number): number | null {
  const found = moon_shooter(factsOf(rules), takenOf(rules, hand, players));
  return found < 0n ? null : Number(found);
}

/** Whether the rules leave the moon to its shooter. */
export const choosesMoon = (rules: KeeperRules): boolean => BigInt(rules.facts.moon as number) === MOON_CHOICE;

/** Tricks as far as they matter: none, every one, or neither. */
function tricksOf(hand: Hand, players: number, shooter: number | null): bigint[] {
  if (hand.sun && shooter !== null) return Array.from({ length: players }, (_, seat) => (seat === shooter ? 1n : 0n));
  return Array.from({ length: players }, (_, seat) => (hand.none.includes(seat) ? 0n : -1n));
}

const seatsOf = (mask: bigint, players: number): number[] =>
  Array.from({ length: players }, (_, seat) => seat).filter((seat) => (mask >> BigInt(seat)) & 1n);

/** Score every hand from the first on. */
export function standing({ rules, names, dealer, hands }: Kept): Standing {
  const facts = factsOf(rules);
  const players = names.length;
  let totals = names.map(() => 0n);
  let overtime = false;
  const found: Standing = { rows: [], totals: [], over: false, overtime: false, seats: [] };
  hands.forEach((hand, at) => {
    const shooter = shooterOf(rules, hand, players);
    const state = [[], takenOf(rules, hand, players), tricksOf(hand, players, shooter)];
    const points = names.map(() => 0n);
    const after = names.map(() => 0n);
    const deal = BigInt(at + 1);
    let [end, seats] = score(facts, state, totals, deal, overtime, points, after);
    if (shooter !== null && choosesMoon(rules) && hand.choice !== null) {
      const mode = hand.choice === 'others_plus' ? MOON_ADDS : MOON_SUBTRACTS;
      fill(facts, state, BigInt(shooter), mode, totals, points, after);
      [end, seats] = end_of(facts, after, deal, overtime);
    }
    totals = after;
    overtime = end === OVERTIME || (overtime && !facts.overtime_rechecks);
    found.over = end === OVER;
    found.overtime = end === OVERTIME;
    found.seats = seatsOf(seats, players);
    found.rows.push({
      deal: at + 1,
      dealer: (dealer + at) % players,
      way: wayOf(rules, at),
      points: points.map(Number),
      totals: after.map(Number),
      moon: shooter,
      sun: shooter !== null && hand.sun,
    });
  });
  found.totals = totals.map(Number);
  return found;
}

/** The pass of the hand with this number, from 0. */
export function wayOf(rules: KeeperRules, at: number): Way {
  return rules.ways[at % rules.ways.length] ?? { title: '', to: null };
}
