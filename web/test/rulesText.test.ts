import { expect, test } from 'vitest';

import { rulesText } from '../src/table/sheets/rulesText';
import { STANDARD } from './fixtures/views';

const rare = (over: Partial<typeof STANDARD>): string[] =>
  rulesText({ ...STANDARD, ...over }).flatMap((group) => group.lines.filter((line) => line.unusual).map((line) => line.text));

test('standard rules have nothing unusual', () => {
  expect(rare({})).toEqual([]);
});

test('every house rule is named with its numbers', () => {
  const text = rare({
    bonus_card: 'JD',
    sun: 'double',
    sun_value: 39,
    exact: [{ at: 100, to: 50 }],
    tie: 'shared',
    no_trick_bonus: -5,
  }).join(' ');
  expect(text).toContain('jack of diamonds takes 10 points off');
  expect(text).toContain('39 points');
  expect(text).toContain('exactly 100 becomes 50');
  expect(text).toContain('share the win');
  expect(text).toContain('−5 points');
  expect(rare({ sun: 'double', sun_value: 52 }).join(' ')).toContain('52 points');
});

test('a changed field always shows', () => {
  const changes: Partial<typeof STANDARD>[] = [
    { pass_cycle: ['H'] }, { pass_count: 4 }, { no_pass_cards: ['QS'] }, { opening_card: 'any_club' },
    { opening_leader: 'left_of_dealer' }, { first_trick_barred: [] }, { first_trick_fallback: 'redeal' },
    { lead_hearts: 'anytime' }, { lead_hearts: 'never' }, { break_by: 'heart_discarded' }, { first_trick_breaks: false },
    { qs_breaks: 'any_play' }, { lead_exception: 'only_penalties' }, { qs_lead: 'never' }, { qs_discard: 'must_when_void' },
    { heart_points: 'pip14' }, { heart_points: [1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 5] }, { penalties: { QS: 25 } },
    { moon: 'off' }, { moon: 'choice' }, { moon_value: 150 }, { end_score: 50 }, { end_at: 'exceed' }, { end_hands: 4 },
    { exact_wins: true }, { kitty: 'last_trick' }, { removed: ['2H'] }, { players: 5 },
  ];
  const plain = JSON.stringify(rulesText(STANDARD).map((group) => group.lines.map((line) => line.text)));
  for (const change of changes) {
    const text = JSON.stringify(rulesText({ ...STANDARD, ...change }).map((group) => group.lines.map((line) => line.text)));
    expect(text, JSON.stringify(change)).not.toBe(plain);
  }
});
