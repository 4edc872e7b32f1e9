/** How good the connection is: measured now and then, so that clocks are exact and a slow line is seen. */
import { signal } from '@preact/signals';

import type { TableStore } from '../../state/store';

const EVERY_MS = 20_000;
const FIRST_MS = 500;
/** Beyond this the line is felt to be slow. */
export const SLOW_MS = 800;
/** What takes longer was not on its way but waited for a line. */
const BELIEVED_MS = 6000;
const KEPT = 3;
/** No clock is put forward by more. */
const MOST_LAG = 1000;

export class Line {
  /** How long a message takes there and back, in milliseconds; null until it is known. */
  readonly roundTrip = signal<number | null>(null);
  private last: number[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly store: TableStore) {}

  start(): void {
    this.timer = setTimeout(() => void this.measure(), FIRST_MS);
  }

  stop(): void {
    clearTimeout(this.timer);
  }

  /** Takes one measure. The best of the last few is the way itself; the rest was waiting. */
  heard(ms: number): void {
    if (ms > BELIEVED_MS) return;
    this.last = [...this.last, ms].slice(-KEPT);
    const best = Math.min(...this.last);
    this.roundTrip.value = best;
    this.store.lag = Math.min(MOST_LAG, best / 2);
  }

  private async measure(): Promise<void> {
    if (document.visibilityState === 'visible') {
      const ms = await this.store.ping();
      if (ms !== null) this.heard(ms);
    }
    this.timer = setTimeout(() => void this.measure(), this.last.length < KEPT ? EVERY_MS / 10 : EVERY_MS);
  }
}
