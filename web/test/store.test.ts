import { beforeEach, expect, test, vi } from 'vitest';

import { announcer } from '../src/a11y/announcer';
import { speechFor } from '../src/a11y/speech';
import type { View } from '../src/net/protocol';
import { drawable } from '../src/net/types';
import type { Answer, Order } from '../src/net/socket';
import { changesBetween, NOTHING } from '../src/state/changes';
import { DEFAULTS, settings } from '../src/state/settings';
import { TableStore } from '../src/state/store';
import { whyNot } from '../src/table/names';
import { passButton, passQuestion } from '../src/table/passing';
import { STANDARD, view } from './fixtures/views';

let sent: Order[];
let answers: ((answer: Answer) => void)[];
let store: TableStore;
let seq = 0;

function show(over: Partial<View>, fresh = false): void {
  store.receive({ t: 'update', seq: ++seq, view: view({ pace: 'instant', ...over }), events: [] }, fresh);
}

beforeEach(() => {
  sessionStorage.clear();
  settings.value = { ...DEFAULTS };
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
  sent = [];
  answers = [];
  seq = 0;
  store = new TableStore('k3J9', (order) => {
    sent.push(order);
    return new Promise((answer) => answers.push(answer));
  });
});

const turn = { turn: 0, ply: 8, legal: ['9D', 'QD'], why: { KS: 'must_follow_suit' }, trick: { leader: 1, cards: ['3D'], winner: null } };

test('a double tap plays one card', () => {
  show(turn, true);
  store.press('9D');
  store.press('9D');
  store.press('QD');
  expect(sent).toEqual([{ t: 'play', ply: 8, card: '9D' }]);
  expect(store.pending.value).toEqual({ ply: 8, card: '9D' });
});

test('a refusal puts the card back and says why', async () => {
  show(turn, true);
  store.press('9D');
  answers[0]?.({ t: 'refused', id: 'x', code: 'must_follow_suit', message: 'You must follow diamonds.', at: 'card' });
  await Promise.resolve();
  await Promise.resolve();
  expect(store.pending.value).toBeNull();
  expect(store.notice.value?.text).toBe('You must follow diamonds.');
});

test('a barred card is never sent, and tells its reason', () => {
  show(turn, true);
  store.press('KS');
  expect(sent).toEqual([]);
  expect(store.notice.value?.text).toBe('You must follow diamonds.');
  settings.value = { ...DEFAULTS, ahead: false };
  show({ ...turn, turn: 2, legal: [], why: {} });
  store.press('9D');
  expect(sent).toEqual([]);
  expect(store.notice.value?.text).toBe('It is Otto’s turn.');
});

const others = { turn: 2, ply: 9, legal: [], why: {}, trick: { leader: 1, cards: ['3D'], winner: null } };

test('a card chosen in advance is kept here, and played when its turn comes', () => {
  show(others, true);
  store.press('9D');
  expect(store.ahead.value).toBe('9D');
  store.press('QD');
  expect(store.ahead.value).toBe('QD');
  show({ ...others, turn: 3, ply: 10 });
  expect(sent).toEqual([]); // nobody else can know of it
  show({ ...turn, ply: 11 });
  expect(sent).toEqual([{ t: 'play', ply: 11, card: 'QD' }]);
  expect(store.ahead.value).toBeNull();
});

test('a card chosen in advance can be put back, and goes with its hand', () => {
  show(others, true);
  store.press('9D');
  store.press('9D');
  expect(store.ahead.value).toBeNull();
  expect(store.notice.value).toBeNull(); // the hand shows it, in words it is only spoken
  announcer.flush();
  expect(announcer.history.at(-1)).toContain('is not chosen any more');
  store.press('9D');
  show({ ...others, deal: 4 });
  expect(store.ahead.value).toBeNull();
  store.press('9D');
  show({ ...others, phase: 'deal_done', turn: null });
  expect(store.ahead.value).toBeNull();
  show(turn);
  expect(sent).toEqual([]);
});

test('a card chosen in advance that may not be played stays, with the reason', () => {
  show(others, true);
  store.press('KS');
  show(turn);
  expect(sent).toEqual([]);
  expect(store.ahead.value).toBeNull();
  expect(store.notice.value?.text).toBe('The king of spades stays in your hand. You must follow diamonds.');
});

test('a card chosen in advance waits for a pause and for a question about the hand', () => {
  const vote = { kind: 'take_back' as const, by: 3, seat: null, yes: [3], no: [], ends_in_ms: 9000 };
  show(others, true);
  store.press('9D');
  show({ ...turn, paused: true });
  show({ ...turn, vote });
  expect(sent).toEqual([]);
  show(turn);
  expect(sent).toEqual([{ t: 'play', ply: 8, card: '9D' }]);
});

test('asked before each card, nobody chooses in advance', () => {
  settings.value = { ...DEFAULTS, confirmCard: true };
  show(others, true);
  store.press('9D');
  expect(store.ahead.value).toBeNull();
});

test('what the table offers is asked for: a claim by its ply, the rest as votes', () => {
  show(turn, true);
  void store.take('claim');
  void store.take('take_back');
  expect(sent).toEqual([
    { t: 'claim', ply: 8 },
    { t: 'propose_vote', kind: 'take_back' },
  ]);
});

test('cards that were taken back do not fly, and a hand played out is not read card by card', () => {
  const before = drawable({ t: 'update', seq: 1, view: view({ ...turn, ply: 20 }), events: [] }).view;
  const after = drawable({ t: 'update', seq: 2, view: view({ ...turn, ply: 12 }), events: [] }).view;
  expect(changesBetween(before, after)).toBe(NOTHING);
  const events = [
    { kind: 'played_out' as const, seat: 1 },
    { kind: 'played' as const, seat: 1, card: 'AS' },
    { kind: 'trick_taken' as const, winner: 1, leader: 1, cards: ['AS', '2S', '3S', '4S'] },
  ];
  expect(speechFor(before, before, events)).toEqual(['Mira: all tricks that are left.']);
});

test('with the question switched on a card needs two taps', () => {
  settings.value = { ...DEFAULTS, confirmCard: true };
  show(turn, true);
  store.press('9D');
  expect(sent).toEqual([]);
  store.press('QD');
  expect(sent).toEqual([]);
  store.press('QD');
  expect(sent).toEqual([{ t: 'play', ply: 8, card: 'QD' }]);
});

const passing = { phase: 'passing', direction: 'L', pass_to: [1, 2, 3, 0], has_passed: [false, false, false, false], turn: null } as const;

test('choosing sends nothing; a fourth deliberate act passes; one more card is refused in words', async () => {
  show({ ...passing, pass_to: [...passing.pass_to], has_passed: [...passing.has_passed] }, true);
  for (const card of ['2S', 'KS', 'AH', 'JH']) store.press(card);
  expect(store.chosen.value).toEqual(['2S', 'KS', 'AH']);
  expect(store.notice.value?.text).toContain('Only 3 cards');
  store.press('KS');
  store.press('JH');
  expect(sent).toEqual([]);
  void store.pass();
  void store.pass();
  expect(sent).toEqual([{ t: 'pass', deal: 3, cards: ['2S', 'AH', 'JH'] }]);
});

test('a choice survives a reload, and only for its own hand', () => {
  show({ ...passing, pass_to: [1, 2, 3, 0], has_passed: [false, false, false, false] }, true);
  store.press('2S');
  const again = new TableStore('k3J9', () => new Promise(() => undefined));
  again.receive({ t: 'update', seq: 9, view: view({ ...passing, pass_to: [1, 2, 3, 0], has_passed: [false, false, false, false] }), events: [] }, true);
  expect(again.chosen.value).toEqual(['2S']);
  const other = new TableStore('k3J9', () => new Promise(() => undefined));
  other.receive({ t: 'update', seq: 9, view: view({ ...passing, deal: 4, pass_to: [1, 2, 3, 0], has_passed: [false, false, false, false] }), events: [] }, true);
  expect(other.chosen.value).toEqual([]);
});

test('older numbers are ignored, but a new connection is believed', () => {
  show({ deal: 3 }, true);
  store.receive({ t: 'update', seq: 0, view: view({ deal: 9 }), events: [] }, false);
  expect(store.latest.value?.deal).toBe(3);
  store.receive({ t: 'update', seq: 0, view: view({ deal: 9 }), events: [] }, true);
  expect(store.latest.value?.deal).toBe(9);
});

test('a moon is shown once, also when it is told again', () => {
  show({ deal: 3 }, true);
  const events = [{ kind: 'moon' as const, deal: 3, seat: 1, sun: false }];
  store.receive({ t: 'update', seq: 50, view: view({ pace: 'instant' }), events }, false);
  expect(store.moment.value?.moment).toMatchObject({ kind: 'moon', seat: 1 });
  store.nextMoment();
  store.receive({ t: 'update', seq: 51, view: view({ pace: 'instant' }), events }, false);
  expect(store.moment.value).toBeNull();
  show({ deal: 4 });
  expect(store.moment.value).toBeNull();
});

test('going on adds a seed of this browser to the next shuffle, once', () => {
  show({ phase: 'deal_done', waiting: ['continue'] }, true);
  void store.goOn();
  void store.goOn();
  expect(sent).toHaveLength(1);
  expect(sent[0]).toMatchObject({ t: 'continue', deal: 3 });
  expect((sent[0] as { seed?: string }).seed?.length).toBeGreaterThan(8);
});

test('a card pressed while a full trick waits goes on instead', () => {
  show({ phase: 'trick_done', pace: 'click', turn: null, waiting: ['continue'], trick: { leader: 1, cards: ['3D', '8D', 'KD', '9D'], winner: 3 } }, true);
  store.press('QD');
  expect(sent).toEqual([{ t: 'continue', deal: 3, ply: 0 }]);
});

test('a pass can be taken back, and its cards are chosen again', async () => {
  const mine = { phase: 'passing', direction: 'L', pass_to: [1, 2, 3, 0], turn: null } as const;
  show({ ...mine, pass_to: [1, 2, 3, 0], has_passed: [true, false, true, true], passed: ['2S', 'KS', 'AH'] }, true);
  const done = store.recall();
  expect(sent).toEqual([{ t: 'recall', deal: 3 }]);
  show({ ...mine, pass_to: [1, 2, 3, 0], has_passed: [false, false, true, true] });
  answers[0]?.({ t: 'done', id: 'x', seq: 9 });
  await done;
  expect(store.chosen.value).toEqual(['2S', 'KS', 'AH']);
});

test('the last card plays itself only when that is switched on', () => {
  vi.useFakeTimers();
  show({ ...turn, hand: ['9D'], legal: ['9D'] }, true);
  vi.advanceTimersByTime(1000);
  expect(sent).toEqual([]);
  settings.value = { ...DEFAULTS, autoLast: true, confirmCard: true };
  show({ ...turn, hand: ['9D'], legal: ['9D'] });
  vi.advanceTimersByTime(1000);
  expect(sent).toEqual([{ t: 'play', ply: 8, card: '9D' }]);
  vi.useRealTimers();
});

const seen = (over: Partial<View>) => drawable({ t: 'update', seq: 1, view: view(over), events: [] }).view;

test('others’ moves are spoken, one’s own are not', () => {
  const before = seen({ turn: 3, ply: 26 });
  const after = seen({ ...turn, ply: 27 });
  expect(speechFor(before, after, [{ kind: 'played', seat: 3, card: '7D' }])).toEqual([
    'Jun plays 7 of diamonds.',
    'Your turn. Diamonds led.',
  ]);
  expect(speechFor(after, before, [{ kind: 'played', seat: 0, card: '9D' }])).toEqual([]);
});

test('the pass is told in words: whom, where, how many', () => {
  const at = (direction: View['direction'], pass_to: number[] | null, players = 4): string[] =>
    passQuestion(seen({ phase: 'passing', rules: { ...STANDARD, players }, direction, pass_to, has_passed: Array.from({ length: players }, () => false) }));
  expect(at('L', [1, 2, 3, 0])).toEqual(['Pass 3 cards to Mira, on your left.']);
  expect(at('R', [3, 0, 1, 2])).toEqual(['Pass 3 cards to Jun, on your right.']);
  expect(at('A', [2, 3, 0, 1])).toEqual(['Pass 3 cards to Otto, across from you.']);
  expect(at('L2', [2, 3, 4, 0, 1], 5)).toEqual(['Pass 3 cards to Otto, second on your left.']);
  expect(at('S', null)).toEqual(['Pass 1 card to each opponent, 3 in all.', 'In the order you choose them: Mira, Otto, Jun.']);
  const asked = seen({ ...passing, pass_to: [1, 2, 3, 0], has_passed: [false, false, false, false] });
  expect(passButton(asked, ['QS'])).toBe('Choose 2 more');
  expect(passButton(asked, ['QS', 'TH', 'AH'])).toBe('Pass Q♠ 10♥ A♥ to Mira');
});

test('every reason has its words', () => {
  const short = (code: string, legal: string[] = ['2C', '5C']): string | undefined =>
    whyNot(seen({ turn: 0, legal, why: { AH: code }, trick: null }), 'AH')?.short;
  expect(short('opening_card', ['2C'])).toBe('the 2 of clubs leads');
  expect(short('opening_card')).toBe('a club leads');
  expect(short('points_on_first_trick')).toBe('no points on the first trick');
  expect(short('hearts_not_broken')).toBe('hearts are not broken');
  expect(short('must_play_queen')).toBe('the queen must be played');
  expect(short('something_new')).toBe('not allowed now');
});

test('the announcer gathers a burst and can repeat it', () => {
  announcer.flush();
  vi.useFakeTimers();
  announcer.say('Mira plays 7 of diamonds.');
  announcer.say('Your turn. Diamonds led.');
  vi.advanceTimersByTime(200);
  expect(announcer.text.value.trim()).toBe('Mira plays 7 of diamonds. Your turn. Diamonds led.');
  const before = announcer.text.value;
  announcer.repeat();
  expect(announcer.text.value).not.toBe(before);
  vi.useRealTimers();
});
