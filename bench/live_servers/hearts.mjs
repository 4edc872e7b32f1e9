// Hearts as the two servers here need it: deal, pass left, follow suit, take tricks. Cards are text ("QS").

export const SEATS = 4;
const SUITS = "CDSH";
const RANKS = "23456789TJQKA";
const PACK = [...SUITS].flatMap((suit) => [...RANKS].map((rank) => rank + suit));
const suit = (card) => card[1];
const rank = (card) => RANKS.indexOf(card[0]);

/** A shuffled deal; `random` gives numbers from 0 to 1. */
export function newDeal(number, random) {
  const pack = [...PACK];
  for (let left = pack.length - 1; left > 0; left--) {
    const other = Math.floor(random() * (left + 1));
    [pack[left], pack[other]] = [pack[other], pack[left]];
  }
  const hands = [];
  for (let seat = 0; seat < SEATS; seat++) {
    hands.push(pack.slice(seat * 13, seat * 13 + 13).sort((a, b) => PACK.indexOf(a) - PACK.indexOf(b)));
  }
  return {
    number,
    hands,
    passes: [null, null, null, null],
    passing: true,
    turn: -1,
    leader: -1,
    trick: [],
    lastTrick: [],
    ply: 0,
    broken: false,
    taken: [[], [], [], []],
    points: [0, 0, 0, 0],
    ready: [false, false, false, false],
  };
}

/** Choose three cards to pass, or (null) take them back. False when that is not possible. */
export function pass(deal, seat, cards) {
  if (!deal.passing) return false;
  if (cards === null) {
    if (deal.passes[seat] === null) return false;
    deal.passes[seat] = null;
    return true;
  }
  const fits = Array.isArray(cards) && new Set(cards).size === 3 && cards.every((card) => deal.hands[seat].includes(card));
  if (!fits || deal.passes[seat] !== null) return false;
  deal.passes[seat] = cards;
  if (deal.passes.every((chosen) => chosen !== null)) exchange(deal);
  return true;
}

function exchange(deal) {
  const given = deal.passes.map((cards) => [...cards]);
  deal.hands = deal.hands.map((hand, seat) =>
    [...hand.filter((card) => !given[seat].includes(card)), ...given[(seat + SEATS - 1) % SEATS]].sort(
      (a, b) => PACK.indexOf(a) - PACK.indexOf(b),
    ),
  );
  deal.passing = false;
  deal.turn = deal.leader = deal.hands.findIndex((hand) => hand.includes("2C"));
}

/** The cards a seat may play now. */
export function legal(deal, seat) {
  if (deal.passing || deal.turn !== seat) return [];
  const hand = deal.hands[seat];
  const first = deal.ply < SEATS;
  if (deal.ply === 0) return ["2C"];
  if (deal.trick.length > 0) {
    const following = hand.filter((card) => suit(card) === suit(deal.trick[0]));
    if (following.length > 0) return following;
    const clean = hand.filter((card) => suit(card) !== "H" && card !== "QS");
    return first && clean.length > 0 ? clean : hand;
  }
  const others = hand.filter((card) => suit(card) !== "H");
  return !deal.broken && others.length > 0 ? others : hand;
}

/** Play a card; false when it may not be played. */
export function play(deal, seat, card) {
  if (!legal(deal, seat).includes(card)) return false;
  deal.hands[seat] = deal.hands[seat].filter((other) => other !== card);
  deal.trick = [...deal.trick, card];
  deal.ply++;
  if (suit(card) === "H") deal.broken = true;
  deal.turn = (seat + 1) % SEATS;
  if (deal.trick.length === SEATS) finishTrick(deal);
  return true;
}

function finishTrick(deal) {
  let best = 0;
  for (let place = 1; place < SEATS; place++) {
    const card = deal.trick[place];
    if (suit(card) === suit(deal.trick[0]) && rank(card) > rank(deal.trick[best])) best = place;
  }
  const winner = (deal.leader + best) % SEATS;
  const counting = deal.trick.filter((card) => suit(card) === "H" || card === "QS");
  deal.taken[winner] = [...deal.taken[winner], ...counting];
  deal.points[winner] += counting.reduce((sum, card) => sum + (card === "QS" ? 13 : 1), 0);
  deal.lastTrick = deal.trick;
  deal.trick = [];
  deal.turn = deal.leader = winner;
}

/** Wish for the next deal; false when this one is not over. `isReady` says when everybody has. */
export function goOn(deal, seat) {
  if (deal.ply < 52 || deal.ready[seat]) return false;
  deal.ready[seat] = true;
  return true;
}

export const isReady = (deal) => deal.ready.every((ready) => ready);

/** All that one seat may know. */
export function view(deal, seat) {
  return {
    deal: deal.number,
    passing: deal.passing,
    turn: deal.turn,
    leader: deal.leader,
    ply: deal.ply,
    trick: deal.trick,
    lastTrick: deal.lastTrick,
    broken: deal.broken,
    counts: deal.hands.map((hand) => hand.length),
    chosen: deal.passes.map((cards) => cards !== null),
    taken: deal.taken,
    points: deal.points,
    hand: deal.hands[seat],
    legal: legal(deal, seat),
  };
}
