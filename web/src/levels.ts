/** The levels of bots that the server offers, and how strong they were measured to be. */
import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';

import { request } from './net/api';
import { t } from './text/levels';
import type { Choice } from './ui/Segmented';

export const LEVELS = ['easy', 'steady', 'skilled', 'expert', 'master'] as const;

export type Level = (typeof LEVELS)[number];

export interface Offer {
  level: Level;
  lead: number | null;
  error: number | null;
}

/** What every server has; the rest follows when it has answered. */
const offers = signal<readonly Offer[]>([
  { level: 'easy', lead: null, error: null },
  { level: 'steady', lead: null, error: null },
]);
let asked = false;

const isLevel = (level: string): level is Level => (LEVELS as readonly string[]).includes(level);

async function load(): Promise<void> {
  if (asked) return;
  asked = true;
  try {
    const found = await request<readonly Offer[]>('GET', '/api/levels');
    offers.value = found.filter(({ level }) => isLevel(level));
  } catch {
    asked = false; // the two above will do meanwhile
  }
}

const tenths = new Intl.NumberFormat('en', { maximumFractionDigits: 1, minimumFractionDigits: 1 });
const hundredths = new Intl.NumberFormat('en', { maximumFractionDigits: 2 });

/** What a level is like, in words and, where it was measured, in numbers. */
export function noteOf({ level, lead, error }: Offer): string {
  const words = t(`level.${level}.note`);
  if (lead === null || error === null || level === 'steady') return words;
  const values = { n: tenths.format(Math.abs(lead)), error: hundredths.format(error) };
  return `${words} ${t(lead < 0 ? 'level.worse' : 'level.better', values)}`;
}

export function levelName(level: string | null): string {
  return level !== null && (isLevel(level) || level === 'random') ? t(`level.${level}`) : t('level.steady');
}

/** The levels to choose from. */
export function useLevels(): readonly (Choice<Level> & { value: Level })[] {
  useEffect(() => void load(), []);
  return offers.value.map((offer) => ({ value: offer.level, label: levelName(offer.level), note: noteOf(offer) }));
}

/** The level that was chosen once, where it is offered here. */
export const within = (level: Level, choices: readonly Choice<Level>[]): Level =>
  choices.some(({ value }) => value === level) ? level : 'steady';
