import type { Card, Direction, View } from '../net/types';
import { rankOf, suitOf } from '../state/sort';
import { listOf, w, type Word } from './words';

export const suitName = (suit: string): string => w(`suit.${suit}` as Word);

/** "queen of spades", as it stands inside a sentence. */
export function cardName(card: Card): string {
  const rank = rankOf(card);
  return w('card', { rank: '23456789'.includes(rank) ? rank : w(`rank.${rank}` as Word), suit: suitName(suitOf(card)) });
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const GLYPHS: Record<string, string> = { S: '♠', H: '♥', D: '♦', C: '♣' };

/** "Q♠": short and for the eye. */
export function cardGlyph(card: Card): string {
  const rank = rankOf(card);
  return `${rank === 'T' ? '10' : rank}${GLYPHS[suitOf(card)] ?? ''}`;
}

export const cardList = (cards: readonly Card[]): string => listOf(cards.map(cardName));

/** The name of a seat as the viewer reads it: their own seat is "You". */
export function seatName(view: View, seat: number): string {
  return seat === view.seat ? w('you') : (view.players[seat]?.name ?? '?');
}

/** A number with a true minus sign. */
export function number(value: number): string {
  return value < 0 ? `\u2212${-value}` : String(value);
}

/** Points of a set of cards under the rules in force; only for words, the score itself comes from the server. */
export function arrowOf(direction: Direction): string {
  return { L: '←', R: '→', A: '↑', L2: '↞', R2: '↠', S: '✢', H: '–' }[direction];
}

export const directionName = (direction: Direction): string => w(`pass.${direction}`);

/** Seats other than the viewer's, clockwise from the viewer's left. */
export function othersClockwise(view: View): number[] {
  const n = view.players.length;
  const me = view.seat ?? 0;
  return Array.from({ length: n - 1 }, (_, i) => (me + 1 + i) % n);
}

/** Why the viewer cannot play this card now: a short reason and a whole sentence. Null when it is playable. */
export function whyNot(view: View, card: Card): { short: string; full: string } | null {
  if (view.turn === null || view.turn !== view.seat) {
    const full = view.turn === null ? w('tell.nobody') : w('tell.not_your_turn', { name: seatName(view, view.turn) });
    return { short: w('why.not_your_turn'), full };
  }
  if (view.legal.includes(card)) return null;
  const code = view.why[card] ?? 'other';
  switch (code) {
    case 'must_follow_suit': {
      const suit = suitName(suitOf(view.trick.cards[0] ?? card));
      return { short: w('why.must_follow_suit', { suit }), full: w('tell.must_follow_suit', { suit }) };
    }
    case 'opening_card': {
      const only = view.legal.length === 1 ? view.legal[0] : undefined;
      if (!only) return { short: w('why.opening_suit'), full: w('tell.opening_suit') };
      const values = { card: cardName(only) };
      return { short: w('why.opening_card', values), full: w('tell.opening_card', values) };
    }
    case 'points_on_first_trick':
    case 'hearts_not_broken':
    case 'queen_not_allowed':
    case 'must_play_queen':
      return { short: w(`why.${code}`), full: w(`tell.${code}`) };
    default:
      return { short: w('why.other'), full: w('tell.other') };
  }
}
