// Checks the deals of a match record in your own browser.
//
// This file is meant to be read. It is served as it is written, loads nothing, asks no server, and knows nothing but
// what docs/fair-deals.md of Moonshot says about SHA-256, HMAC and the shuffle. You can save it and the
// record and run both without a network:  import { verdicts } from './verify.mjs'
//
// A deal is fair when
//   1. its secret is the one that was promised before the cards were dealt: its hash is the published commitment;
//   2. the cards that everybody held are those that follow from the secret and the players' seeds.

const CARDS = ['C', 'D', 'S', 'H'].flatMap((suit) => [...'23456789TJQKA'].map((rank) => rank + suit));
const TAKEN_OUT = { 3: ['2D'], 4: [], 5: ['2D', '2C'], 6: ['2C', '3C', '2D', '2S'] };
const utf8 = new TextEncoder();

/** The bytes that a text in hexadecimal digits stands for. */
function bytesOf(hex) {
  if (!/^[0-9a-f]{64}$/.test(hex)) throw new Error('A secret has 64 hexadecimal digits.');
  return Uint8Array.from(hex.match(/../g), (pair) => parseInt(pair, 16));
}

function hexOf(buffer) {
  return Array.from(new Uint8Array(buffer), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function joined(...parts) {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** What is published before the deal: SHA-256 of the secret, the match's id and the number of the deal. */
export async function commitmentOf(secret, match, deal) {
  const number = new Uint8Array(4);
  new DataView(number.buffer).setUint32(0, deal);
  return hexOf(await crypto.subtle.digest('SHA-256', joined(bytesOf(secret), utf8.encode(match), number)));
}

async function hmac(key, message) {
  const made = await crypto.subtle.importKey('raw', key, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  return new Uint8Array(await crypto.subtle.sign('HMAC', made, message));
}

/** The stream of numbers that shuffles: blocks of eight, each the HMAC of its own number. */
async function numbersOf(secret, seeds) {
  const parts = [utf8.encode('moonshot-shuffle-1')];
  for (const seed of seeds) {
    const text = utf8.encode(seed);
    if (text.length > 64) throw new Error('A seed has at most 64 bytes.');
    parts.push(Uint8Array.of(text.length >> 8, text.length & 255), text);
  }
  const key = await hmac(bytesOf(secret), joined(...parts));
  const waiting = [];
  let block = 0;
  return async () => {
    if (waiting.length === 0) {
      const count = new Uint8Array(8);
      new DataView(count.buffer).setUint32(4, block);
      block += 1;
      const view = new DataView((await hmac(key, count)).buffer);
      for (let at = 0; at < 32; at += 4) waiting.push(view.getUint32(at));
    }
    return waiting.shift();
  };
}

/** The shuffle of Fisher and Yates. Numbers that would favour some cards are left out. */
export async function shuffled(deck, secret, seeds) {
  const next = await numbersOf(secret, seeds);
  const cards = [...deck];
  for (let last = cards.length - 1; last > 0; last -= 1) {
    const bound = last + 1;
    const fair = 2 ** 32 - (2 ** 32 % bound);
    let number = await next();
    while (number >= fair) number = await next();
    const chosen = number % bound;
    [cards[last], cards[chosen]] = [cards[chosen], cards[last]];
  }
  return cards;
}

/** The hands of all seats, and the kitty, as a record writes them. */
export async function dealt(rules, dealer, secret, seeds) {
  const { players, removed, kitty } = rules;
  const out = removed !== 'auto' ? removed : kitty === 'none' ? TAKEN_OUT[players] : [];
  const deck = CARDS.filter((card) => !out.includes(card));
  const cards = await shuffled(deck, secret, seeds);
  const whole = Math.floor(cards.length / players) * players;
  const inOrder = (found) => found.sort((a, b) => CARDS.indexOf(a) - CARDS.indexOf(b)).join(' ');
  const hands = [];
  for (let place = 0; place < players; place += 1) {
    hands[(dealer + 1 + place) % players] = inOrder(cards.filter((_, at) => at < whole && at % players === place));
  }
  return { hands, kitty: inOrder(cards.slice(whole)) };
}

/** One answer for each finished deal of a record: was the secret the promised one, and are the cards those of it? */
export async function verdicts(record) {
  const found = [];
  for (const deal of record.deals) {
    if (deal.secret === null || deal.hands === null) continue;
    const answer = { deal: deal.deal, promise: false, cards: false };
    try {
      answer.promise = (await commitmentOf(deal.secret, record.match, deal.deal)) === deal.commitment;
      const { hands, kitty } = await dealt(record.rules, deal.dealer, deal.secret, deal.seeds);
      answer.cards =
        hands.length === deal.hands.length && hands.every((hand, seat) => hand === deal.hands[seat]) && kitty === deal.kitty;
    } catch {
      // Something in it is not what it should be, so it is not what was promised.
    }
    found.push(answer);
  }
  return found;
}
