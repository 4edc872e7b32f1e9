/** How long to wait for a line, and between tries: the same for tables and the lobby. */
const FIRST_WAIT = 250;
const LONGEST_WAIT = 8000;
/** A command that is not answered for this long means that the line is dead, whatever the browser believes. */
export const ANSWER_WITHIN = 6000;
export const LONGEST_OPENING = 24_000;

/** Jittered, capped back-off: between half and all of 250 ms, 500 ms, … 8 s. */
export function waitBefore(tries: number, random: number): number {
  const ceiling = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** Math.min(tries, 10));
  return Math.round(ceiling / 2 + (ceiling / 2) * random);
}

/** How long a line may take to open at this try. A server to which everybody returns is late; asking anew makes it later. */
export function openWithin(tries: number): number {
  return Math.min(LONGEST_OPENING, ANSWER_WITHIN * 2 ** Math.min(tries, 10));
}

/** For a request for a ticket: nobody waits for it any longer, and browsers have few lines for requests that hang. */
export function ticketPatience(): AbortSignal | undefined {
  return AbortSignal.timeout?.(LONGEST_OPENING);
}
