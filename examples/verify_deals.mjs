// Checks the shuffles of match records by docs/fair-deals.md alone, with nothing of Moonshot. It needs Node alone.
//
// Usage: node examples/verify_deals.mjs match.json ...
// or     node examples/verify_deals.mjs --lines < records.jsonl     one record a line, one answer a line
//
// Says for each finished deal whether its cards are those that were promised; ends with 1 when one is not.

import { createHash, createHmac } from "node:crypto";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";

const CARDS = [..."CDSH"].flatMap((suit) => [..."23456789TJQKA"].map((rank) => rank + suit));
const TAKEN_OUT = { 3: ["2D"], 4: [], 5: ["2D", "2C"], 6: ["2C", "3C", "2D", "2S"] };
const HEX_32 = /^[0-9a-f]{64}$/;

function bigEndian(value, bytes) {
  const buffer = Buffer.alloc(bytes);
  buffer.writeUIntBE(value, bytes > 6 ? bytes - 6 : 0, Math.min(bytes, 6));
  return buffer;
}

function commitment(secret, match, deal) {
  return createHash("sha256").update(secret).update(match).update(bigEndian(deal, 4)).digest("hex");
}

/** The stream of numbers: block after block of eight. */
function* numbers(secret, seeds) {
  const label = createHmac("sha256", secret).update("moonshot-shuffle-1");
  for (const seed of seeds) label.update(bigEndian(Buffer.byteLength(seed), 2)).update(seed);
  const key = label.digest();
  for (let block = 0; ; block++) {
    const bytes = createHmac("sha256", key).update(bigEndian(block, 8)).digest();
    for (let at = 0; at < 32; at += 4) yield bytes.readUInt32BE(at);
  }
}

function shuffle(cards, stream) {
  for (let last = cards.length - 1; last > 0; last--) {
    const bound = last + 1;
    const fair = 2 ** 32 - (2 ** 32 % bound);
    let number;
    do number = stream.next().value;
    while (number >= fair);
    const chosen = number % bound;
    [cards[last], cards[chosen]] = [cards[chosen], cards[last]];
  }
  return cards;
}

/** Hands and kitty as the record writes them. */
function dealt(rules, deal, secret) {
  const { players, removed, kitty } = rules;
  const out = removed !== "auto" ? removed : kitty === "none" ? TAKEN_OUT[players] : [];
  const deck = CARDS.filter((card) => !out.includes(card));
  const cards = shuffle(deck, numbers(secret, deal.seeds));
  const whole = Math.floor(cards.length / players) * players;
  const inOrder = (found) => found.sort((a, b) => CARDS.indexOf(a) - CARDS.indexOf(b)).join(" ");
  const hands = Array(players);
  for (let place = 0; place < players; place++) {
    const hand = cards.filter((_, at) => at < whole && at % players === place);
    hands[(deal.dealer + 1 + place) % players] = inOrder(hand);
  }
  return { hands, kitty: inOrder(cards.slice(whole)) };
}

/** Is a finished deal what was promised? */
function isFair(record, deal) {
  if (!HEX_32.test(deal.secret) || !deal.seeds.every((seed) => Buffer.byteLength(seed) <= 64)) return false;
  const secret = Buffer.from(deal.secret, "hex");
  if (commitment(secret, record.match, deal.deal) !== deal.commitment) return false;
  const { hands, kitty } = dealt(record.rules, deal, secret);
  return hands.length === deal.hands.length && hands.every((hand, seat) => hand === deal.hands[seat]) && kitty === deal.kitty;
}

/** One line for each finished deal. */
function verdicts(text) {
  const record = JSON.parse(text);
  const over = record.deals.filter((deal) => deal.secret !== null && deal.hands !== null);
  return over.map((deal) => ({ deal: deal.deal, fair: isFair(record, deal) }));
}

let good = true;
if (process.argv[2] === "--lines") {
  for await (const line of createInterface({ input: process.stdin })) {
    const found = verdicts(line);
    good &&= found.every(({ fair }) => fair);
    console.log(found.map(({ fair }) => (fair ? "fair" : "NOT")).join(" "));
  }
} else {
  for (const file of process.argv.slice(2)) {
    for (const { deal, fair } of verdicts(readFileSync(file, "utf8"))) {
      good &&= fair;
      console.log(`${file}: deal ${deal} ${fair ? "fair" : "NOT what was promised"}`);
    }
  }
}
process.exitCode = good ? 0 : 1;
