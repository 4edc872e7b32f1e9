import type { Card } from '../net/types';

export const RANKS = '23456789TJQKA';
/** The default order: colours alternate, whatever suits are left. */
export const ALTERNATING = 'alternating';
export const FIXED_ORDERS = ['SHCD', 'CDSH', 'SHDC', 'HSDC'] as const;

const BLACK = 'SC';

export const suitOf = (card: Card): string => card.charAt(1);
export const rankOf = (card: Card): string => card.charAt(0);
export const rankIndex = (card: Card): number => RANKS.indexOf(rankOf(card));

/** The suits of a hand from left to right. With three suits the one whose colour is alone stands in the middle. */
export function suitOrder(present: ReadonlySet<string>, choice: string): string[] {
  if (choice !== ALTERNATING) return [...choice].filter((suit) => present.has(suit));
  const black = [...'SC'].filter((suit) => present.has(suit));
  const red = [...'HD'].filter((suit) => present.has(suit));
  const [first, second] = red.length > black.length ? [red, black] : [black, red];
  const order: string[] = [];
  first.forEach((suit, i) => {
    order.push(suit);
    const other = second[i];
    if (other !== undefined) order.push(other);
  });
  return order;
}

export function sortHand(hand: readonly Card[], choice: string, descending: boolean): Card[] {
  const order = suitOrder(new Set(hand.map(suitOf)), choice);
  const place = (card: Card): number =>
    order.indexOf(suitOf(card)) * 13 + (descending ? 12 - rankIndex(card) : rankIndex(card));
  return [...hand].sort((a, b) => place(a) - place(b));
}

export const isRed = (card: Card): boolean => !BLACK.includes(suitOf(card));
