// A player for `moonshot arena` in JavaScript: passes its highest cards, ducks under the trick if it can,
// and throws away what costs most. It needs Node alone.
//
// Usage: moonshot arena steady "exec:node examples/ducker.mjs". One JSON object a line comes in on standard
// input, one goes out on standard output; docs/outside-players.md describes them.

import { createInterface } from "node:readline";

const RANKS = "23456789TJQKA";
const rank = (card) => RANKS.indexOf(card[0]);
const suit = (card) => card[1];
const highest = (cards) => cards.reduce((best, card) => (rank(card) > rank(best) ? card : best));
const lowest = (cards) => cards.reduce((best, card) => (rank(card) < rank(best) ? card : best));

let rules;
let values;

/** What a card costs whoever takes it. */
const points = (card) => values[card] ?? 0;

function choosePass(hand) {
  const allowed = hand.filter((card) => !rules.no_pass_cards.includes(card));
  const forced = hand.filter((card) => rules.no_pass_cards.includes(card));
  return [...allowed.sort((a, b) => rank(b) - rank(a)), ...forced].slice(0, rules.pass_count);
}

function chooseCard({ legal, trick }) {
  const led = trick.cards.length > 0 ? suit(trick.cards[0]) : null;
  if (led === null) return lowest(legal);
  const following = legal.filter((card) => suit(card) === led);
  if (following.length === 0) {
    return legal.reduce((worst, card) => (points(card) > points(worst) ? card : worst));
  }
  const best = highest(trick.cards.filter((card) => suit(card) === led));
  const under = following.filter((card) => rank(card) < rank(best));
  return under.length > 0 ? highest(under) : lowest(following);
}

function move(view) {
  if (view.phase === "passing") return { pass: choosePass(view.hand) };
  if (view.phase === "choosing_moon") return { choose_moon: "others_plus" };
  return { play: chooseCard(view) };
}

for await (const line of createInterface({ input: process.stdin })) {
  const message = JSON.parse(line);
  if (message.t === "hello") {
    rules = message.rules;
    values = message.points;
    process.stdout.write(`${JSON.stringify({ t: "hello", protocol: 1, name: "Ducker" })}\n`);
  } else if (message.t === "view") {
    process.stdout.write(`${JSON.stringify({ t: "move", id: message.id, ...move(message.view) })}\n`);
  }
}
