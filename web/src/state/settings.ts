import { signal } from '@preact/signals';

import { readStored, writeStored } from '../stored';
import { ALTERNATING, FIXED_ORDERS } from './sort';

/** What a player has chosen for tables in this browser. Nothing here changes what the table does. */
export interface Settings {
  /** Order of the suits in the hand: `alternating` or four letters. */
  suits: string;
  /** High cards on the left. */
  descending: boolean;
  /** A card is lifted by the first tap and played by the second. */
  confirmCard: boolean;
  /** A card can be chosen while others play; it is played when the turn comes, if it may be. */
  ahead: boolean;
  /** The last card of a hand plays itself. */
  autoLast: boolean;
  sound: boolean;
  pointsPanel: boolean;
  /** Single letters act as keys. */
  keys: boolean;
  /** In practice, say at each turn what to think of. */
  tips: boolean;
  motion: 'auto' | 'still';
}

export const DEFAULTS: Readonly<Settings> = {
  suits: ALTERNATING,
  descending: false,
  confirmCard: false,
  ahead: true,
  autoLast: false,
  sound: false,
  pointsPanel: true,
  keys: true,
  tips: false,
  motion: 'auto',
};

const BOTH = [true, false] as const;
const ALLOWED: { [K in keyof Settings]: readonly Settings[K][] } = {
  suits: [ALTERNATING, ...FIXED_ORDERS],
  descending: BOTH,
  confirmCard: BOTH,
  ahead: BOTH,
  autoLast: BOTH,
  sound: BOTH,
  pointsPanel: BOTH,
  keys: BOTH,
  tips: BOTH,
  motion: ['auto', 'still'],
};

/** Good settings out of whatever was stored: what is missing, unknown or broken takes its default, field by field. */
export function checkSettings(data: unknown): Settings {
  const good: Settings = { ...DEFAULTS };
  if (typeof data !== 'object' || data === null) return good;
  for (const key of Object.keys(DEFAULTS) as (keyof Settings)[]) {
    const value = Object.hasOwn(data, key) ? (data as Record<string, unknown>)[key] : undefined;
    if ((ALLOWED[key] as readonly unknown[]).includes(value)) Object.assign(good, { [key]: value });
  }
  return good;
}

/** The settings in force. */
export const settings = signal<Settings>(readStored('table', 1, checkSettings));

export function change(values: Partial<Settings>): void {
  settings.value = { ...settings.value, ...values };
  writeStored('table', 1, settings.value);
}

/** True when nothing should move: the player's own choice or the system's. */
export function still(): boolean {
  return settings.value.motion === 'still' || matchMedia('(prefers-reduced-motion: reduce)').matches;
}
