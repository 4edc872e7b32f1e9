import { expect, test } from 'vitest';

import { levelName, noteOf, within } from '../src/levels';

test('a level is told in words until it has been measured, then in numbers too', () => {
  const bare = noteOf({ level: 'expert', lead: null, error: null });
  expect(bare).toMatch(/^They .+\.$/);
  expect(noteOf({ level: 'expert', lead: 2.345, error: 0.256 })).toBe(
    `${bare} 2.3 points a hand better than Steady, give or take 0.26.`,
  );
  expect(noteOf({ level: 'easy', lead: -4.96, error: 0.1 })).toMatch(/ 5\.0 points a hand worse than Steady, give or take 0\.1\.$/);
  expect(noteOf({ level: 'steady', lead: 0, error: 0 })).not.toMatch(/\d/);
});

test('a level that is not offered here is Steady', () => {
  const choices = [{ value: 'easy', label: 'Easy' }, { value: 'steady', label: 'Steady' }] as const;
  expect(within('master', choices)).toBe('steady');
  expect(within('easy', choices)).toBe('easy');
  expect(levelName('master')).toBe('Master');
  expect(levelName('unheard of')).toBe('Steady');
  expect(levelName(null)).toBe('Steady');
});
