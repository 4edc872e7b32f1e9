import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { emptyHand, missing, shooterOf, standing, takenOf, wayOf, type Hand, type KeeperRules, type Kept } from '../src/keeper/match';
import { end_of, fill, MOON_ADDS, MOON_SUBTRACTS, moon_shooter, score, type Facts } from '../src/keeper/scoring';

interface Case {
  rules: string;
  taken: number[];
  tricks: number[];
  totals: number[];
  overtime: boolean;
  choice: 'others_plus' | 'self_minus' | null;
  points: number[];
  after: number[];
  state: number;
  seats: number;
}
// Written by tools/scoring_script.py: what the engine makes of many deals under every preset.
const known = JSON.parse(readFileSync('test/fixtures/scores.json', 'utf8')) as {
  facts: Record<string, KeeperRules['facts']>;
  cases: Case[];
};
const big = (facts: KeeperRules['facts']): Facts =>
  Object.fromEntries(Object.entries(facts).map(([k, v]) => [k, Array.isArray(v) ? v.map(BigInt) : BigInt(v)])) as unknown as Facts;

test('the script scores as the engine does, under every preset', () => {
  expect(known.cases.length).toBeGreaterThan(100);
  for (const one of known.cases) {
    const facts = big(known.facts[one.rules] ?? {});
    const state = [[], one.taken.map(BigInt), one.tricks.map(BigInt)];
    const totals = one.totals.map(BigInt);
    const points = totals.map(() => 0n);
    const after = totals.map(() => 0n);
    let [end, seats] = score(facts, state, totals, 3n, one.overtime, points, after);
    if (one.choice !== null) {
      const mode = one.choice === 'others_plus' ? MOON_ADDS : MOON_SUBTRACTS;
      fill(facts, state, moon_shooter(facts, state[1] ?? []), mode, totals, points, after);
      [end, seats] = end_of(facts, after, 3n, one.overtime);
    }
    const found = { points: points.map(Number), after: after.map(Number), state: Number(end), seats: Number(seats) };
    expect(found, JSON.stringify(one)).toEqual({ points: one.points, after: one.after, state: one.state, seats: one.seats });
  }
});

const HEARTS = Array.from({ length: 13 }, (_, i) => 39 + i);

function rulesOf(id: string): KeeperRules {
  const facts = known.facts[id] ?? {};
  const groups = [
    { id: 'hearts1', label: 'hearts', cards: HEARTS, each: 1 },
    { id: 'QS', label: 'queen of spades', cards: [36], each: 13 },
  ];
  if (Number(facts.bonus_card) >= 0) groups.push({ id: 'JD', label: 'jack of diamonds', cards: [Number(facts.bonus_card)], each: -10 });
  const ways = [
    { title: 'Pass left', to: [1, 2, 3, 0] },
    { title: 'Keep your cards', to: null },
  ];
  return { id, name: id, facts, groups, ways };
}

function hand(rules: KeeperRules, took: Record<string, number[]>, more: Partial<Hand> = {}): Hand {
  return { ...emptyHand(rules, 4), took, ...more };
}

const kept = (rules: KeeperRules, hands: Hand[]): Kept => ({ v: 1, rules, names: ['A', 'B', 'C', 'D'], dealer: 3, hands });

test('a row has its number, its dealer, its pass and its points', () => {
  const rules = rulesOf('standard');
  const first = hand(rules, { hearts1: [1, 12, 0, 0], QS: [0, 0, 1, 0] });
  const found = standing(kept(rules, [first, hand(rules, { hearts1: [13, 0, 0, 0], QS: [1, 0, 0, 0] })]));
  expect(found.rows.map(({ deal, dealer, way, points }) => [deal, dealer, way.title, points])).toEqual([
    [1, 3, 'Pass left', [1, 12, 13, 0]],
    [2, 0, 'Keep your cards', [0, 26, 26, 26]],
  ]);
  expect(found.rows[1]?.moon).toBe(0);
  expect(found.totals).toEqual([1, 38, 39, 26]);
  expect([found.over, found.overtime]).toEqual([false, false]);
  expect(wayOf(rules, 2).title).toBe('Pass left');
});

test('what is missing, who has everything, and what a choice does', () => {
  const rules = rulesOf('omnibus');
  const empty = emptyHand(rules, 4);
  expect(rules.groups.map((group) => missing(group, empty))).toEqual([13, 1, 1]);
  expect(shooterOf(rules, empty, 4)).toBeNull();
  const took = { hearts1: [0, 13, 0, 0], QS: [0, 1, 0, 0], JD: [0, 0, 0, 1] };
  expect(shooterOf(rules, hand(rules, took), 4)).toBe(1);
  expect(takenOf(rules, hand(rules, took), 4)[3]).toBe(1n << 22n);
  const of = (choice: Hand['choice']): number[] => standing(kept(rules, [hand(rules, took, { choice })])).totals;
  expect(of('others_plus')).toEqual([26, 0, 26, 16]);
  expect(of('self_minus')).toEqual([0, -26, 0, -10]);
});

test('the end: the lowest wins, a shared lead plays on or shares, as the rules say', () => {
  const moon = { hearts1: [13, 0, 0, 0], QS: [1, 0, 0, 0] };
  const standard = rulesOf('standard');
  const four = Array.from({ length: 4 }, () => hand(standard, moon));
  expect(standing(kept(standard, four))).toMatchObject({ over: true, seats: [0], totals: [0, 104, 104, 104] });
  const rows = [
    { hearts1: [0, 0, 13, 0], QS: [0, 0, 0, 1] },
    ...Array.from({ length: 8 }, () => ({ hearts1: [0, 0, 13, 0], QS: [0, 0, 0, 1] })),
  ];
  const tied = rows.map((took) => hand(standard, took));
  expect(standing(kept(standard, tied))).toMatchObject({ over: false, overtime: true, seats: [0, 1] });
  const shared = rulesOf('trickster');
  expect(standing(kept(shared, tied))).toMatchObject({ over: true, seats: [0, 1] });
});
