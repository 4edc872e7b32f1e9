/** How this browser likes things to look: theme, suit colours, size of the indices. Kept in localStorage. */
import { effect, signal } from '@preact/signals';

import { readStored, writeStored } from './stored';

export type Theme = 'system' | 'light' | 'dark';
export type Suits = 'two' | 'four' | 'safe';
export type Index = 'normal' | 'large';

export interface Look {
  theme: Theme;
  /** two: black and red; four: a colour per suit; safe: four colours told apart with any colour vision. */
  suits: Suits;
  index: Index;
}

const START: Look = { theme: 'system', suits: 'two', index: 'normal' };

function check(data: unknown): Look {
  const given = (typeof data === 'object' && data !== null ? data : {}) as Record<string, unknown>;
  const one = <T extends string>(value: unknown, allowed: readonly T[], start: T): T =>
    allowed.includes(value as T) ? (value as T) : start;
  return {
    theme: one(given.theme, ['system', 'light', 'dark'], START.theme),
    suits: one(given.suits, ['two', 'four', 'safe'], START.suits),
    index: one(given.index, ['normal', 'large'], START.index),
  };
}

/** The look in force; assign a new value to change it everywhere. */
export const look = signal<Look>(readStored('look', 1, check));

/** Put the look on the document (`data-theme`, `data-suits`, `data-index`) and keep it there. */
export function startLook(): void {
  effect(() => {
    const { theme, suits, index } = look.value;
    const { dataset } = document.documentElement;
    if (theme === 'system') delete dataset.theme;
    else dataset.theme = theme;
    dataset.suits = suits;
    dataset.index = index;
    writeStored('look', 1, look.value);
  });
}
