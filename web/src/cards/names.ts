/** Cards as the wire writes them ("QS"), and the words and orders that go with them. */

export type Suit = 'C' | 'D' | 'S' | 'H';
export type Rank = '2' | '3' | '4' | '5' | '6' | '7' | '8' | '9' | 'T' | 'J' | 'Q' | 'K' | 'A';
/** A card's text: rank then suit. */
export type CardText = `${Rank}${Suit}`;

export const SUITS = 'CDSH';
export const RANKS = '23456789TJQKA';

const RANK_WORDS: Record<string, string> = { T: '10', J: 'jack', Q: 'queen', K: 'king', A: 'ace' };
const SUIT_WORDS: Record<string, string> = { C: 'clubs', D: 'diamonds', S: 'spades', H: 'hearts' };

/** All 52 in the order of the wire: clubs, diamonds, spades, hearts, each from two to ace. */
export const ALL_CARDS: readonly CardText[] = [...SUITS].flatMap((suit) =>
  [...RANKS].map((rank) => (rank + suit) as CardText),
);

/** Is this the text of a card? */
export function isCard(text: string): text is CardText {
  return text.length === 2 && RANKS.includes(text.charAt(0)) && SUITS.includes(text.charAt(1));
}

export function rankOf(card: string): string {
  return card.charAt(0);
}

export function suitOf(card: string): Suit {
  return card.charAt(1) as Suit;
}

/** "spades" for "S". */
export function suitName(suit: string): string {
  return SUIT_WORDS[suit] ?? suit;
}

/** "queen" for "Q", "7" for "7". */
export function rankName(rank: string): string {
  return RANK_WORDS[rank] ?? rank;
}

/** "Queen of spades": a card's name as a heading or a button says it. */
export function cardName(card: string): string {
  const words = cardWords(card);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** "queen of spades": a card's name inside a sentence. */
export function cardWords(card: string): string {
  return `${rankName(rankOf(card))} of ${suitName(suitOf(card))}`;
}

/** Strength within the suit, 0 for the two. */
export function rankIndex(card: string): number {
  return RANKS.indexOf(rankOf(card));
}

/** Sort a hand by suit in the given order and by rank within the suit. */
export function sortCards<T extends string>(cards: readonly T[], suits = 'SHCD', high = false): T[] {
  const way = high ? -1 : 1;
  return [...cards].sort(
    (a, b) => suits.indexOf(suitOf(a)) - suits.indexOf(suitOf(b)) || way * (rankIndex(a) - rankIndex(b)),
  );
}
