/** Repeats the shuffle of a finished deal in the browser, from the opened secret, as docs/fair-deals.md says. */

export interface DealRecord {
  deal: number;
  dealer: number;
  commitment: string;
  secret: string | null;
  seeds: readonly string[];
  hands: readonly (string | null)[] | null;
}
export interface MatchRecord {
  match: string;
  rules: { players: number; removed: string | readonly string[]; kitty: string };
  deals: readonly DealRecord[];
}
/** `promise`: the secret is the one that was promised. `hands`: the cards follow from it. */
export interface Verdict {
  promise: boolean;
  hands: boolean;
}

const TEXTS = ['C', 'D', 'S', 'H'].flatMap((suit) => [...'23456789TJQKA'].map((rank) => rank + suit));
const AUTO: Record<number, readonly string[]> = { 3: ['2D'], 4: [], 5: ['2D', '2C'], 6: ['2C', '3C', '2D', '2S'] };
const utf8 = new TextEncoder();

/** Can this browser compute hashes here? Only over HTTPS or on the own machine. */
export const canVerify = (): boolean => globalThis.crypto?.subtle !== undefined;

function bytesOf(hex: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

function hexOf(buffer: ArrayBuffer): string {
  return Array.from(new Uint8Array(buffer), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function joined(...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

export async function commitmentOf(secret: string, match: string, deal: number): Promise<string> {
  const number = new Uint8Array(4);
  new DataView(number.buffer).setUint32(0, deal);
  return hexOf(await crypto.subtle.digest('SHA-256', joined(bytesOf(secret), utf8.encode(match), number)));
}

async function hmac(key: Uint8Array<ArrayBuffer>, message: Uint8Array<ArrayBuffer>): Promise<ArrayBuffer> {
  const made = await crypto.subtle.importKey('raw', key, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  return crypto.subtle.sign('HMAC', made, message);
}

export async function shuffled(deck: readonly string[], secret: string, seeds: readonly string[]): Promise<string[]> {
  const parts = [utf8.encode('moonshot-shuffle-1')];
  for (const seed of seeds) {
    const text = utf8.encode(seed);
    parts.push(new Uint8Array([text.length >> 8, text.length & 255]), text);
  }
  const key = new Uint8Array(await hmac(bytesOf(secret), joined(...parts)));
  const numbers: number[] = [];
  let block = 0;
  const next = async (): Promise<number> => {
    if (numbers.length === 0) {
      const count = new Uint8Array(8);
      new DataView(count.buffer).setUint32(4, block);
      block += 1;
      const view = new DataView(await hmac(key, count));
      for (let i = 0; i < 8; i += 1) numbers.push(view.getUint32(i * 4));
    }
    return numbers.shift() ?? 0;
  };
  const cards = [...deck];
  for (let last = cards.length - 1; last > 0; last -= 1) {
    const bound = last + 1;
    const fair = 2 ** 32 - (2 ** 32 % bound);
    let number = await next();
    while (number >= fair) number = await next();
    const chosen = number % bound;
    [cards[last], cards[chosen]] = [cards[chosen] ?? '', cards[last] ?? ''];
  }
  return cards;
}

/** Is this deal what was promised? `seen` is the promise as this browser saw it before the cards, if it did. */
export async function verifyDeal(record: MatchRecord, deal: DealRecord, seen: string | undefined): Promise<Verdict> {
  if (deal.secret === null || deal.hands === null) return { promise: false, hands: false };
  const { players, removed, kitty } = record.rules;
  const out = typeof removed === 'string' ? (kitty === 'none' ? (AUTO[players] ?? []) : []) : removed;
  const promised = await commitmentOf(deal.secret, record.match, deal.deal);
  const deck = TEXTS.filter((card) => !out.includes(card));
  const cards = await shuffled(deck, deal.secret, deal.seeds);
  const size = Math.floor(cards.length / players);
  let hands = true;
  for (let place = 0; place < players; place += 1) {
    const hand = cards.filter((_, i) => i < size * players && i % players === place);
    hand.sort((a, b) => TEXTS.indexOf(a) - TEXTS.indexOf(b));
    if (hand.join(' ') !== deal.hands[(deal.dealer + 1 + place) % players]) hands = false;
  }
  return { promise: promised === deal.commitment && (seen === undefined || seen === promised), hands };
}
