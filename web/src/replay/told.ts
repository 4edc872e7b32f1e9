/** The match as its page tells it: everything is worked out on the server, nothing of it needs a rule here. */
export interface Player {
  name: string;
  bot: boolean;
  seat: number;
}
export interface Trick {
  leader: number;
  winner: number;
  cards: readonly string[];
  /** Points of each seat in this hand after the trick. */
  points: readonly number[];
  /** The place in the trick of the card that broke hearts. */
  broke: number | null;
}
export interface Deal {
  no: number;
  way: string;
  dealer: number;
  dealt: readonly (readonly string[])[];
  given: readonly (readonly string[])[] | null;
  received: readonly (readonly string[])[] | null;
  hands: readonly (readonly string[])[];
  tricks: readonly Trick[];
  points: readonly number[] | null;
  totals: readonly number[];
  moon: number | null;
}
export interface Told {
  players: readonly Player[];
  deals: readonly Deal[];
}

/** A moment of a deal. `ply` is the number of cards played; -1 is before the pass, in deals that have one. */
export interface Place {
  deal: number;
  ply: number;
}

export interface Moment {
  hands: readonly (readonly string[])[];
  /** Cards to point out in the hands: those that are given away, or have just come. */
  marked: ReadonlySet<string>;
  /** The trick on the table, complete or not; `cards[i]` was played by `seat(leader + i)`. */
  trick: { leader: number; cards: readonly string[]; winner: number | null } | null;
  points: readonly number[];
  taken: readonly number[];
  said: string;
}

export const firstPly = (deal: Deal): number => (deal.given ? -1 : 0);
export const lastPly = (deal: Deal): number => deal.tricks.reduce((sum, trick) => sum + trick.cards.length, 0);

/** All places of a match, one step after the other. */
export function stepped(told: Told, at: Place, by: 1 | -1): Place {
  const deal = told.deals[at.deal];
  if (!deal) return at;
  const ply = at.ply + by;
  if (ply >= firstPly(deal) && ply <= lastPly(deal)) return { deal: at.deal, ply };
  const next = told.deals[at.deal + by];
  if (!next) return at;
  return { deal: at.deal + by, ply: by > 0 ? firstPly(next) : lastPly(next) };
}

/** "#3.17" is the third hand after 17 cards, "#3.p" its pass; anything else is no place. */
export function placeOf(hash: string, told: Told): Place | null {
  const found = /^#(\d+)\.(p|\d+)$/.exec(hash);
  const index = Number(found?.[1]) - 1;
  const deal = found ? told.deals[index] : undefined;
  if (!found || !deal) return null;
  const ply = found[2] === 'p' ? -1 : Number(found[2]);
  return { deal: index, ply: Math.min(Math.max(ply, firstPly(deal)), lastPly(deal)) };
}

export const hashOf = (at: Place): string => `#${at.deal + 1}.${at.ply < 0 ? 'p' : at.ply}`;

const RANKS: Record<string, string> = { T: '10', J: 'jack', Q: 'queen', K: 'king', A: 'ace' };
const SUITS: Record<string, string> = { C: 'clubs', D: 'diamonds', S: 'spades', H: 'hearts' };
export const cardName = (card: string): string =>
  `${RANKS[card.charAt(0)] ?? card.charAt(0)} of ${SUITS[card.charAt(1)] ?? ''}`;

const WAYS: Record<string, string> = {
  L: 'to the left',
  R: 'to the right',
  A: 'across',
  L2: 'to the second on the left',
  R2: 'to the second on the right',
  S: 'one to each of the others',
};

export function momentOf(told: Told, at: Place): Moment {
  const deal = told.deals[at.deal];
  if (!deal) throw new Error('no such hand');
  const seats = told.players.length;
  const name = (seat: number): string => told.players[seat]?.name ?? '';
  const none = told.players.map(() => 0);
  if (at.ply < 0) {
    const way = WAYS[deal.way] ?? '';
    return {
      hands: deal.dealt,
      marked: new Set(deal.given?.flat()),
      trick: null,
      points: none,
      taken: none,
      said: `${name(deal.dealer)} has dealt. The marked cards are passed ${way}.`,
    };
  }
  const taken = [...none];
  let points: readonly number[] = none;
  let left = at.ply;
  let trick: Moment['trick'] = null;
  let said = deal.received ? 'The cards have been passed; those that came are marked.' : `${name(deal.dealer)} has dealt.`;
  if (!deal.received && deal.way === 'H') said += ' Nobody passes.';
  const played = new Set<string>();
  for (const one of deal.tricks) {
    if (left <= 0) break;
    const cards = one.cards.slice(0, left);
    const whole = cards.length === one.cards.length;
    for (const card of cards) played.add(card);
    const last = cards[cards.length - 1] ?? '';
    const seat = (one.leader + cards.length - 1) % seats;
    said = `${name(seat)} ${cards.length === 1 ? 'leads' : 'plays'} the ${cardName(last)}.`;
    if (one.broke === cards.length - 1) said += ' Hearts are broken.';
    if (whole) {
      const gained = (one.points[one.winner] ?? 0) - (points[one.winner] ?? 0);
      said += ` ${name(one.winner)} takes the trick${gained ? `, ${gained === 1 ? '1 point' : `${gained} points`}` : ''}.`;
      points = one.points;
      taken[one.winner] = (taken[one.winner] ?? 0) + 1;
    }
    trick = { leader: one.leader, cards, winner: whole ? one.winner : null };
    left -= cards.length;
  }
  if (at.ply === lastPly(deal) && at.ply > 0 && deal.points) {
    said += deal.moon === null ? ' The hand is over.' : ` ${name(deal.moon)} has shot the moon.`;
    points = deal.points;
  }
  return {
    hands: deal.hands.map((hand) => hand.filter((card) => !played.has(card))),
    marked: new Set(at.ply === 0 ? deal.received?.flat() : []),
    trick,
    points,
    taken,
    said,
  };
}
