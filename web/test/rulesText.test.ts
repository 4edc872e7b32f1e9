import { afterEach, expect, test, vi } from 'vitest';

import { chapterNow, linesOf, rulesText } from '../src/table/sheets/rulesText';
import type { View } from '../src/net/types';
import { STANDARD } from './fixtures/views';

const TEXT = {
  rules_name: 'Standard',
  page: '/rules/standard',
  chapters: [
    { id: 'hearts', title: 'Hearts', lines: [{ text: 'One.', unusual: false }, { text: 'Two.', unusual: true }] },
    { id: 'end', title: 'End', lines: [{ text: 'Three.', unusual: false }] },
  ],
};

afterEach(() => vi.unstubAllGlobals());

const answer = (body: unknown, status = 200): Response => new Response(JSON.stringify(body), { status });

test('the words come from the server, once for the same rules, and again after a failure', async () => {
  const asked = vi.fn<(path: string, init: RequestInit) => Promise<Response>>();
  vi.stubGlobal('fetch', asked);
  asked.mockResolvedValueOnce(answer({ error: { code: 'unavailable', message: 'Busy.' } }, 503));
  await expect(rulesText(STANDARD)).rejects.toThrow('Busy.');
  asked.mockResolvedValueOnce(answer(TEXT));
  expect(await rulesText(STANDARD)).toEqual(TEXT);
  expect(await rulesText({ ...STANDARD })).toEqual(TEXT);
  const rulesAsked = asked.mock.calls.filter(([path]) => path === '/api/rules/text');
  expect(rulesAsked).toHaveLength(2);
  expect(JSON.parse(String(rulesAsked[1]?.[1].body))).toEqual({ rules: STANDARD });
});

test('all lines in order', () => {
  expect(linesOf(TEXT)).toEqual(['One.', 'Two.', 'Three.']);
});

test('the chapter that matters right now', () => {
  const view = (over: Partial<View>): View =>
    ({ phase: 'playing', rows: [], why: {}, ply: 12, players: [{}, {}, {}, {}], ...over }) as unknown as View;
  expect(chapterNow(view({ phase: 'passing' }))).toBe('passing');
  expect(chapterNow(view({ ply: 2 }))).toBe('first_trick');
  expect(chapterNow(view({}))).toBe('tricks');
  expect(chapterNow(view({ why: { '2H': 'hearts_not_broken' } }))).toBe('hearts');
  expect(chapterNow(view({ why: { '2H': 'hearts_not_broken', QS: 'queen_not_allowed' } }))).toBe('queen');
  expect(chapterNow(view({ why: { '2H': 'must_follow_suit' } }))).toBe('tricks');
  expect(chapterNow(view({ phase: 'choosing_moon' }))).toBe('moon');
  expect(chapterNow(view({ phase: 'deal_done', rows: [{ moon: 2 }] as unknown as View['rows'] }))).toBe('moon');
  expect(chapterNow(view({ phase: 'deal_done', rows: [{ moon: null }] as unknown as View['rows'] }))).toBe('points');
  expect(chapterNow(view({ phase: 'over' }))).toBe('end');
});
