// @vitest-environment node
import { expect, test } from 'vitest';

import { commitmentOf, shuffled } from '../../src/moonshot/site/static/site/verify.mjs';
import { verifyDeal, type DealRecord, type MatchRecord } from '../src/table/live/verify';

// The known answers of docs/fair-deals.md.
const SECRET = '000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f';
const DECK = ['C', 'D', 'S', 'H'].flatMap((suit) => [...'23456789TJQKA'].map((rank) => rank + suit));
const NONE =
  '6H 4S TC JH 5C JC 5D 8H 4D 2H AC 9S JD 8D AS 4H KC AD 6S 7H QS 7S KH 9C 6C KD 9H 2S 7D 2C 8S 3H 3D QD JS 7C 3C 4C 9D TH 5H TS QH 6D AH KS 2D TD 8C 5S 3S QC';
const SEEDED =
  '8H TS 8D 4H 7H QH KS 6H 2S 5C QD 6D 3S 9S 5H 4C TH JC 4S 3D 8C JD 4D JH QC 2C TC 9H AH JS 2D 7D 2H AC 7C 6S KH 6C 3C 9C 8S 3H TD 5D 5S QS KD 7S AD KC AS 9D';

test('commitments are those of the document', async () => {
  expect(await commitmentOf(SECRET, 'evening', 1)).toBe('e90d4fcab409e8230de95eabdd168d9784761620b76cd3732f5722c3325857f3');
  expect(await commitmentOf(SECRET, 'Ära', 258)).toBe('38be00e58bd51356f4aa51cb3f12d975ad359894c637460e9e993ca9a5f36596');
});

test('shuffles are those of the document, with and without seeds', async () => {
  expect((await shuffled(DECK, SECRET, [])).join(' ')).toBe(NONE);
  expect((await shuffled(DECK, SECRET, ['alpha', 'βeta'])).join(' ')).toBe(SEEDED);
});

const RECORD: MatchRecord = { match: 'evening', rules: { players: 4, removed: 'auto', kitty: 'none' }, deals: [] };
const DEAL: DealRecord = {
  deal: 1,
  dealer: 3,
  commitment: 'e90d4fcab409e8230de95eabdd168d9784761620b76cd3732f5722c3325857f3',
  secret: SECRET,
  seeds: [],
  hands: [
    '3C 5C 6C 8C KC 3D 4D 7D JD QS 5H 6H AH',
    '2C 4C JC 8D QD KD AD 4S 5S 7S TS KS 2H',
    'TC AC 2D 5D 9D 3S 6S 8S JS AS 9H QH KH',
    '7C 9C QC 6D TD 2S 9S 3H 4H 7H 8H TH JH',
  ],
  kitty: '',
};

test('a deal as promised is told from one that was changed', async () => {
  expect(await verifyDeal(RECORD, DEAL, DEAL.commitment)).toEqual({ promise: true, hands: true });
  const [first, second, ...rest] = DEAL.hands ?? [];
  const swapped = { ...DEAL, hands: [second ?? null, first ?? null, ...rest] };
  expect(await verifyDeal(RECORD, swapped, undefined)).toEqual({ promise: true, hands: false });
  expect(await verifyDeal(RECORD, { ...DEAL, seeds: ['x'] }, undefined)).toEqual({ promise: true, hands: false });
  expect(await verifyDeal(RECORD, DEAL, 'f'.repeat(64))).toEqual({ promise: false, hands: true });
  expect(await verifyDeal(RECORD, { ...DEAL, secret: null }, undefined)).toEqual({ promise: false, hands: false });
});
