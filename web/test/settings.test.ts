import { expect, test } from 'vitest';

import { checkSettings, DEFAULTS } from '../src/state/settings';

test('good settings come out of anything that was stored', () => {
  for (const garbage of [undefined, null, 3, 'x', [], {}, { suits: 7 }, { suits: 'SSSS' }, { sound: 'yes' }, { motion: {} }]) {
    expect(checkSettings(garbage)).toEqual(DEFAULTS);
  }
  const hostile = JSON.parse('{"__proto__": {"sound": true}, "constructor": 1, "toString": 2}') as unknown;
  expect(checkSettings(hostile)).toEqual(DEFAULTS);
});

test('a broken field falls back alone', () => {
  expect(checkSettings({ sound: true, suits: 'CDSH', confirmCard: 3 })).toEqual({ ...DEFAULTS, sound: true, suits: 'CDSH' });
});

test('a thousand mutations of stored settings are survived', () => {
  const values: unknown[] = [true, false, null, 0, -1, '', 'CDSH', 'alternating', [], {}, 'still', 'auto', undefined];
  const keys = Object.keys(DEFAULTS);
  for (let i = 0; i < 1000; i++) {
    const stored = Object.fromEntries(keys.map((key, k) => [key, values[(i * 7 + k * 5 + i * k) % values.length]]));
    const read = checkSettings(stored);
    expect(Object.keys(read).sort()).toEqual([...keys].sort());
    for (const key of keys) expect(typeof read[key as keyof typeof read]).toBe(typeof DEFAULTS[key as keyof typeof read]);
  }
});
