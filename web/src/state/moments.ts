/** The table's moments: short scenes with words. Worked out from events; each happens once per deal. */
import type { TableEvent, View } from '../net/types';

export type Moment =
  | { kind: 'broken' }
  | { kind: 'queen'; seat: number }
  | { kind: 'moon'; seat: number; sun: boolean; how: string | null; value: number }
  | { kind: 'redeal'; seat: number }
  | { kind: 'overtime'; tied: number[] }
  | { kind: 'hold' };

/** How long a moment stays, in milliseconds. */
export const STAYS: Record<Moment['kind'], number> = {
  broken: 1300,
  queen: 1300,
  moon: 2600,
  redeal: 2600,
  overtime: 2600,
  hold: 1800,
};

export interface Keyed {
  key: string;
  moment: Moment;
}

/** The moments of some events. The key holds match and deal, so that a repeat can be told from a new one. */
export function momentsOf(view: View, events: readonly TableEvent[]): Keyed[] {
  const found: Moment[] = [];
  for (const event of events) {
    switch (event.kind) {
      case 'hearts_broken':
        found.push({ kind: 'broken' });
        break;
      case 'trick_taken':
        if (event.cards.includes('QS') && view.rules.penalties.QS) found.push({ kind: 'queen', seat: event.winner });
        break;
      case 'moon':
        found.push({ kind: 'moon', seat: event.seat, sun: event.sun, ...moonScore(view, event.seat) });
        break;
      case 'redeal':
        found.push({ kind: 'redeal', seat: event.seat });
        break;
      case 'overtime':
        found.push({ kind: 'overtime', tied: event.tied });
        break;
      case 'dealt':
        if (event.direction === 'H' && passesAtAll(view)) {
          found.push({ kind: 'hold' });
        }
        break;
    }
  }
  return found.map((moment) => ({ key: `${view.match}/${view.deal}/${moment.kind}`, moment }));
}

/** A table where nothing is ever passed needs no word about it in each hand. */
function passesAtAll(view: View): boolean {
  const cycle = view.rules.pass_cycle;
  return typeof cycle === 'string' || cycle.some((direction) => direction !== 'H');
}

/** How the moon was scored, read off the finished row; null while the shooter still decides. */
function moonScore(view: View, seat: number): { how: string | null; value: number } {
  const row = view.rows.at(-1);
  if (view.phase === 'choosing_moon' || !row || row.moon !== seat || row.deal !== view.deal) {
    return { how: null, value: 0 };
  }
  const others = row.points.filter((_, i) => i !== seat);
  const own = row.points[seat] ?? 0;
  const most = Math.max(...others);
  return most > 0 ? { how: 'others_plus', value: most } : { how: 'self_minus', value: -own };
}
