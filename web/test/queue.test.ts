import { expect, test } from 'vitest';

import { drawable, type Update } from '../src/net/types';
import { changesBetween } from '../src/state/changes';
import { JUMP_ABOVE, StepQueue, type Clock } from '../src/state/queue';
import { stepsOf } from '../src/state/steps';
import { view } from './fixtures/views';

const update = (seq: number, over: Parameters<typeof view>[0] = {}, events: Update['events'] = []): Update =>
  drawable({ t: 'update', seq, view: view(over), events: [...events] });

class HandClock implements Clock {
  calls: { ms: number; call: () => void }[] = [];
  away = false;
  after(ms: number, call: () => void): () => void {
    const entry = { ms, call };
    this.calls.push(entry);
    return () => (this.calls = this.calls.filter((other) => other !== entry));
  }
  hidden(): boolean {
    return this.away;
  }
  tick(): void {
    this.calls.shift()?.call();
  }
}

function rig(hold = 0) {
  const clock = new HandClock();
  const shown: { seq: number; speed: number; events: number }[] = [];
  const queue = new StepQueue(
    {
      show: ({ seq, events }, speed) => {
        shown.push({ seq, speed, events: events.length });
        return 100;
      },
      mustHold: () => hold,
    },
    clock,
  );
  return { clock, shown, queue };
}

test('one after the other, the next only when the one before has been seen', () => {
  const { clock, shown, queue } = rig();
  queue.push(update(1), false);
  queue.push(update(2), false);
  expect(shown.map((step) => step.seq)).toEqual([1]);
  clock.tick();
  expect(shown.map((step) => step.seq)).toEqual([1, 2]);
});

test('a short backlog is hurried, a long one is jumped', () => {
  const { clock, shown, queue } = rig();
  for (let seq = 1; seq <= 5; seq++) queue.push(update(seq), false);
  clock.tick();
  expect(shown.at(-1)).toMatchObject({ seq: 2, speed: 3 });
  for (let seq = 6; seq <= 6 + JUMP_ABOVE; seq++) queue.push(update(seq), false);
  clock.tick();
  expect(shown.at(-1)).toMatchObject({ seq: 6 + JUMP_ABOVE, speed: 0 });
  expect(queue.length).toBe(0);
});

test('input skips to the latest view and loses no event', () => {
  const { shown, queue } = rig();
  queue.push(update(1), false);
  queue.push(update(2, {}, [{ kind: 'match_started' }]), false);
  queue.push(update(3, {}, [{ kind: 'match_started' }]), false);
  queue.skip();
  expect(shown.at(-1)).toEqual({ seq: 3, speed: 0, events: 2 });
  queue.skip();
  expect(shown).toHaveLength(2);
});

test('a hidden tab is shown the latest view alone', () => {
  const { clock, shown, queue } = rig();
  queue.push(update(1), false);
  clock.away = true;
  queue.push(update(2), false);
  queue.push(update(3), false);
  clock.tick();
  expect(shown.map((step) => step.seq)).toEqual([1, 3]);
});

test('a full trick is held before anything replaces it', () => {
  const { clock, shown, queue } = rig(500);
  queue.push(update(1), false);
  expect(shown).toEqual([]);
  expect(clock.calls[0]?.ms).toBe(500);
});

test('the last trick of a hand is shown with the scores as they were, then the result', () => {
  const cards = ['3D', '8D', 'KD', '9D'];
  const before = drawable({ t: 'update', seq: 1, events: [], view: view({ totals: [1, 2, 3, 4], trick: { leader: 1, cards: cards.slice(0, 3), winner: null } }) }).view;
  const last = update(
    2,
    { phase: 'deal_done', totals: [9, 9, 9, 9], trick: null, last_trick: { leader: 1, cards, winner: 3 }, waiting: ['continue'] },
    [
      { kind: 'played', seat: 0, card: '9D' },
      { kind: 'trick_taken', winner: 3, leader: 1, cards },
      { kind: 'deal_scored', deal: 3, points: [0, 0, 0, 26], totals: [9, 9, 9, 9] },
    ],
  );
  const [trick, result] = stepsOf(before, last);
  expect(trick?.view).toMatchObject({ phase: 'trick_done', totals: [1, 2, 3, 4], trick: { cards, winner: 3 }, waiting: [] });
  expect(trick?.events.map((event) => event.kind)).toEqual(['played', 'trick_taken']);
  expect(result?.view).toMatchObject({ phase: 'deal_done', totals: [9, 9, 9, 9] });
  expect(result?.events.map((event) => event.kind)).toEqual(['deal_scored']);
});

test('what moved is read from the views alone', () => {
  const base = { hand: ['2C', '9D'], counts: [2, 2, 2, 2] };
  const a = update(1, { ...base, trick: { leader: 1, cards: ['3D'], winner: null } }).view;
  const b = update(2, { ...base, trick: { leader: 1, cards: ['3D', '8D', 'KD'], winner: null } }).view;
  expect(changesBetween(a, b).played).toEqual([{ seat: 2, card: '8D' }, { seat: 3, card: 'KD' }]);
  const full = update(3, { hand: ['2C'], counts: [1, 1, 1, 1], trick: { leader: 1, cards: ['3D', '8D', 'KD', '9D'], winner: 3 } }).view;
  const cleared = update(4, { hand: ['2C'], counts: [1, 1, 1, 1], trick: { leader: 3, cards: [], winner: null } }).view;
  expect(changesBetween(full, cleared).collected).toMatchObject({ winner: 3 });
  const passing = update(5, { phase: 'passing', hand: ['2C', '3C', '4C'] }).view;
  const passed = update(6, { hand: ['2C', 'QS', 'AS'] }).view;
  expect(changesBetween(passing, passed)).toMatchObject({ given: ['3C', '4C'], received: ['QS', 'AS'], dealt: false });
  expect(changesBetween(passed, update(7, { deal: 4 }).view).dealt).toBe(true);
  expect(changesBetween(null, passed).dealt).toBe(false);
});
