import type { Card, View } from '../net/types';

/** What is different between two views, as far as cards move. Worked out from the views alone, never from events. */
export interface Changes {
  dealt: boolean;
  given: Card[];
  received: Card[];
  played: { seat: number; card: Card }[];
  collected: { cards: { seat: number; card: Card }[]; winner: number } | null;
}

export const NOTHING: Changes = { dealt: false, given: [], received: [], played: [], collected: null };

/** The seat that played the i-th card of a trick. */
export const seatAt = (leader: number, i: number, players: number): number => (leader + i) % players;

export function trickCards(view: View): { seat: number; card: Card }[] {
  const { leader, cards } = view.trick;
  return cards.map((card, i) => ({ seat: seatAt(leader, i, view.players.length), card }));
}

export function changesBetween(before: View | null, after: View): Changes {
  if (!before || before.match !== after.match || before.players.length !== after.players.length) return NOTHING;
  const back = before.deal === after.deal && before.phase !== 'redeal' && after.phase === 'playing' && after.ply < before.ply;
  if (back) return NOTHING; // cards were taken back: they are simply where they were
  const dealt =
    before.deal !== after.deal || (before.phase === 'redeal' && after.phase !== 'redeal') || handGrew(before, after);
  if (dealt) return { ...NOTHING, dealt: true };
  const exchanged = before.phase === 'passing' && after.phase !== 'passing';
  const now = trickCards(after);
  const then = new Set(before.trick.cards);
  const sameTrick = before.trick.cards.every((card, i) => after.trick.cards[i] === card);
  const full = before.trick.cards.length === before.players.length;
  return {
    dealt: false,
    given: exchanged ? before.hand.filter((card) => !after.hand.includes(card) && !now.some((p) => p.card === card)) : [],
    received: exchanged ? after.hand.filter((card) => !before.hand.includes(card)) : [],
    played: now.filter(({ card }) => !then.has(card)),
    collected:
      !sameTrick && full && before.trick.winner !== null
        ? { cards: trickCards(before), winner: before.trick.winner }
        : null,
  };
}

function handGrew(before: View, after: View): boolean {
  const sum = (view: View): number => view.counts.reduce((a, b) => a + b, 0);
  return sum(after) > sum(before) + 1;
}
