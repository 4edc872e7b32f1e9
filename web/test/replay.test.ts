import { expect, test } from 'vitest';

import { hashOf, lastPly, momentOf, placeOf, stepped, type Deal, type Told } from '../src/replay/told';

const trick = (leader: number, winner: number, cards: string[], points: number[]) => ({
  leader,
  winner,
  cards,
  points,
  broke: cards.findIndex((card) => card.endsWith('H')),
});
const deal: Deal = {
  no: 1,
  way: 'L',
  dealer: 2,
  dealt: [['2C', 'AH'], ['3C', 'KH'], ['4C', 'QH']],
  given: [['2C'], ['3C'], ['4C']],
  received: [['4C'], ['2C'], ['3C']],
  hands: [['4C', 'AH'], ['2C', 'KH'], ['3C', 'QH']],
  tricks: [
    { ...trick(1, 0, ['2C', '3C', '4C'], [0, 0, 0]), broke: null },
    trick(0, 0, ['AH', 'KH', 'QH'], [3, 0, 0]),
  ],
  points: [3, 0, 0],
  totals: [3, 0, 0],
  moon: null,
};
const held: Deal = { ...deal, no: 2, way: 'H', given: null, received: null };
const told: Told = { players: ['Ann', 'Bob', 'Cai'].map((name, seat) => ({ name, seat, bot: false })), deals: [deal, held] };

test('one step after the other goes through the pass, every card and the next hand, and back', () => {
  const seen: string[] = [];
  let at = { deal: 0, ply: -1 };
  for (let i = 0; i < 20; i++) {
    seen.push(hashOf(at));
    at = stepped(told, at, 1);
  }
  expect(seen.slice(0, 16)).toEqual(
    '#1.p #1.0 #1.1 #1.2 #1.3 #1.4 #1.5 #1.6 #2.0 #2.1 #2.2 #2.3 #2.4 #2.5 #2.6 #2.6'.split(' '),
  );
  for (let i = 0; i < 20; i++) at = stepped(told, at, -1);
  expect(at).toEqual({ deal: 0, ply: -1 });
});

test('a link to a moment is read back, and one to nowhere is none', () => {
  for (const hash of ['#1.p', '#1.0', '#2.6']) expect(hashOf(placeOf(hash, told) ?? { deal: 9, ply: 9 })).toBe(hash);
  expect(placeOf('#2.p', told)).toEqual({ deal: 1, ply: 0 });
  expect(placeOf('#1.99', told)).toEqual({ deal: 0, ply: 6 });
  for (const hash of ['', '#', '#3.1', '#0.1', '#deal-1', '#1.x', '#1.-1']) expect(placeOf(hash, told)).toBeNull();
});

test('hands shrink with every card, and what happened is said', () => {
  const before = momentOf(told, { deal: 0, ply: -1 });
  expect(before.hands).toEqual(deal.dealt);
  expect([...before.marked].sort()).toEqual(['2C', '3C', '4C']);
  expect(before.said).toBe('Cai has dealt. The marked cards are passed to the left.');
  const one = momentOf(told, { deal: 0, ply: 1 });
  expect(one.hands[1]).toEqual(['KH']);
  expect(one.trick).toEqual({ leader: 1, cards: ['2C'], winner: null });
  expect(one.said).toBe('Bob leads the 2 of clubs.');
  const three = momentOf(told, { deal: 0, ply: 3 });
  expect(three.trick?.winner).toBe(0);
  expect(three.said).toBe('Ann plays the 4 of clubs. Ann takes the trick.');
  const broken = momentOf(told, { deal: 0, ply: 4 });
  expect(broken.said).toBe('Ann leads the ace of hearts. Hearts are broken.');
  const last = momentOf(told, { deal: 0, ply: lastPly(deal) });
  expect(last.hands).toEqual([[], [], []]);
  expect(last.points).toEqual([3, 0, 0]);
  expect(last.taken).toEqual([2, 0, 0]);
  expect(last.said).toBe('Cai plays the queen of hearts. Ann takes the trick, 3 points. The hand is over.');
});
