/** Repeats the shuffle of a finished deal in the browser, by the script that the page about fair deals serves to be read. */
import { verdicts } from '../../../../src/moonshot/site/static/site/verify.mjs';

export interface DealRecord {
  deal: number;
  dealer: number;
  commitment: string;
  secret: string | null;
  seeds: readonly string[];
  hands: readonly (string | null)[] | null;
  kitty: string;
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

/** Can this browser compute hashes here? Only over HTTPS or on the own machine. */
export const canVerify = (): boolean => globalThis.crypto?.subtle !== undefined;

/** Is this deal what was promised? `seen` is the promise as this browser saw it before the cards, if it did. */
export async function verifyDeal(record: MatchRecord, deal: DealRecord, seen: string | undefined): Promise<Verdict> {
  const [found] = await verdicts({ ...record, deals: [deal] });
  if (!found) return { promise: false, hands: false }; // not over yet
  return { promise: found.promise && (seen === undefined || seen === deal.commitment), hands: found.cards };
}
