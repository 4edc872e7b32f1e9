/** Clocks as they stand now, counted on from the moment their figures came. */
import { useEffect, useState } from 'preact/hooks';

import type { Clock } from '../../net/protocol';
import type { TableStore } from '../../state/store';

/** Draws again this often while it is wanted. */
export function useTick(ms: number, wanted = true): void {
  const [, tick] = useState(0);
  useEffect(() => {
    if (!wanted) return;
    const timer = setInterval(() => tick((n) => n + 1), ms);
    return () => clearInterval(timer);
  }, [ms, wanted]);
}

/** What is left of a time that was told with the latest view, which had been on its way for a while. */
export function leftOf(store: TableStore, told: number, running = true): number {
  return Math.max(0, told - (running ? performance.now() - store.receivedAt + store.lag : 0));
}

/** "0:09": a second counts as there until it is over. */
export function timeText(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** How much of the ring is still drawn: the move's own time first, then the reserve. */
export function share(clock: Clock, seat: number, left: number): { part: number; reserve: boolean } {
  const bank = clock.fast[seat] ? 0 : (clock.bank_ms[seat] ?? 0);
  const own = left - bank;
  if (own > 0) return { part: Math.min(1, own / Math.max(1, clock.limit_ms)), reserve: false };
  return { part: bank > 0 ? Math.min(1, left / bank) : 0, reserve: true };
}
