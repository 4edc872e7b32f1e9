import { expect, test } from 'vitest';

import type { PresetInfo } from '../src/net/api';
import { describe as inWords, differences, inOurWords, same, valueOf, withValue, type FieldInfo } from '../src/pages/setup/fields';
import { groupPresets, isHouse } from '../src/pages/setup/groups';
import { mendOf } from '../src/pages/setup/mend';
import { scoredCards } from '../src/pages/setup/Scoring';

function field(name: string, start: FieldInfo['default'], more: Partial<FieldInfo> = {}): FieldInfo {
  return {
    field: name,
    group: 'g',
    kind: 'choice',
    label: name,
    help: '',
    default: start,
    choices: [],
    items: [],
    lowest: null,
    highest: null,
    ...more,
  };
}

const players = field('players', 4, { kind: 'number', choices: [{ value: 3, label: '3 players', help: '' }] });
const cycle = field('pass_cycle', 'auto', {
  kind: 'list',
  items: [
    { value: 'L', label: 'Left', help: '' },
    { value: 'H', label: 'Hold', help: '' },
  ],
});
const penalties = field('penalties', { QS: 13 }, { kind: 'points' });
const bonus = field('bonus_card', null, { kind: 'card' });
const exact = field('exact', [], { kind: 'resets' });

test('values are equal as JSON, whatever the order of their keys', () => {
  expect(same({ QS: 13, KS: 10 }, { KS: 10, QS: 13 })).toBe(true);
  expect(same(['L', 'R'], ['R', 'L'])).toBe(false);
  expect(same(null, undefined)).toBe(false);
});

test('only what differs from Standard is kept, and going back forgets it', () => {
  const fields = [players, cycle, penalties];
  expect(differences({ players: 4, pass_cycle: ['H'], penalties: { QS: 13 } }, fields)).toEqual({ pass_cycle: ['H'] });
  const changes = withValue({}, players, 3);
  expect(changes).toEqual({ players: 3 });
  expect(withValue(changes, players, 4)).toEqual({});
  expect(valueOf(players, changes)).toBe(3);
  expect(valueOf(players, {})).toBe(4);
  expect(valueOf(bonus, { bonus_card: null })).toBe(null);
});

test('every kind of value has words', () => {
  expect(inWords(players, 3)).toBe('3');
  expect(inWords(players, 5)).toBe('5');
  expect(inWords(field('bonus_points', -10), -10)).toBe('\u221210');
  expect(inWords(cycle, ['L', 'H'])).toBe('left, hold');
  expect(inWords(cycle, [])).toBe('none');
  expect(inWords(penalties, { QS: 13, KS: 10 })).toBe('queen of spades 13, king of spades 10');
  expect(inWords(penalties, {})).toBe('none');
  expect(inWords(bonus, 'JD')).toBe('Jack of diamonds');
  expect(inWords(bonus, null)).toBe('none');
  expect(inWords(exact, [{ at: 100, to: 50 }])).toBe('100 becomes 50');
  expect(inWords(field('sun', false, { kind: 'switch' }), true)).toBe('yes');
  expect(inWords(field('heart_points', 'one'), [1, 2])).toBe('1 2');
  expect(inOurWords({ groups: [], fields: [cycle] }).fields[0]?.label).toBe('Passing');
});

test('a mend names only what has to change', () => {
  expect(mendOf('E_NEVER_ENDS', { end_score: 0 })).toEqual({ end_score: 100 });
  expect(mendOf('E_PASS_SCATTER_COUNT', { players: 5, pass_count: 3 })).toEqual({ pass_count: 4 });
  expect(mendOf('E_BREAK_UNUSED', { break_by: 'heart_discarded', first_trick_breaks: true, qs_breaks: 'never' })).toEqual({
    break_by: 'heart_played',
  });
  expect(mendOf('E_QS_NEEDS_BREAK', { qs_lead: 'anytime', qs_discard: 'after_break' })).toEqual({ qs_discard: 'free' });
  expect(mendOf('E_PASS_COUNT', { pass_count: 13 })).toEqual({ pass_count: 3 });
  expect(mendOf('E_PASS_COUNT', { removed: Array.from({ length: 48 }, () => '2C') })).toEqual({ removed: 'auto' });
  expect(mendOf('E_SOMETHING_NEW', {})).toBe(null);
});

test('rule sets are found by any of their words', () => {
  const preset = (id: string, name: string, about: string): PresetInfo => ({ id, name, about, source: 'Here', rules: {} as PresetInfo['rules'] });
  const all = [preset('zeta', 'Zeta', 'New here'), preset('deniro', 'Jack bonus', 'A clever moon'), preset('standard', 'Standard', 'To 100')];
  expect(groupPresets(all, '').flatMap((group) => group.presets.map((one) => one.id))).toEqual(['standard', 'deniro', 'zeta']);
  expect(groupPresets(all, 'MOON jack').flatMap((group) => group.presets.map((one) => one.id))).toEqual(['deniro']);
  expect(groupPresets(all, 'nothing like it')).toEqual([]);
});

test('the cards that count, at a glance', () => {
  const cards = scoredCards({ heart_points: 'one', penalties: { QS: 13 }, bonus_card: 'JD', bonus_points: -10 });
  expect(cards.map(({ card, points }) => [card, points])).toEqual([
    ['AH', '1'],
    ['QS', '13'],
    ['JD', '\u221210'],
  ]);
  expect(scoredCards({ heart_points: 'zero', penalties: {}, bonus_card: null, bonus_points: -10 })).toEqual([]);
  expect(scoredCards({ heart_points: [1, 3, 2], penalties: {}, bonus_card: null })[0]?.points).toBe('1–3');
});

test('variations of tables at home are told from the games of books and programs', () => {
  const preset = (source: string): PresetInfo => ({ id: 'one', name: 'One', about: '', source, rules: {} as PresetInfo['rules'] });
  expect(isHouse(preset('House table'))).toBe(true);
  expect(isHouse(preset('Bicycle'))).toBe(false);
});
