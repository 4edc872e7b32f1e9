/** What was chosen last: rules as changes from Standard, opponents, speed. Shared by the home page and the setup card. */
import { LEVELS, type Level } from '../../levels';
import { readStored, writeStored } from '../../stored';

export type RuleValue = string | number | boolean | null | RuleValue[] | { [key: string]: RuleValue };
export type RuleValues = Record<string, RuleValue>;

export const PACES = ['slow', 'normal', 'fast', 'instant', 'click'] as const;

export type Pace = (typeof PACES)[number];

export interface Chosen {
  /** The preset it began with; only for showing it as taken. */
  preset: string;
  /** Its name as last heard from the server, for the home page's one line. */
  name: string;
  /** Fields that differ from Standard. */
  changes: RuleValues;
  level: Level;
  pace: Pace;
}

export const FIRST: Readonly<Chosen> = { preset: 'standard', name: 'Standard', changes: {}, level: 'steady', pace: 'normal' };

const MOST_TEXT = 8000;

function record(data: unknown): Record<string, unknown> {
  return typeof data === 'object' && data !== null && !Array.isArray(data) ? (data as Record<string, unknown>) : {};
}

function short(value: unknown, start: string): string {
  return typeof value === 'string' && value.length > 0 && value.length <= 80 ? value : start;
}

/** A good choice out of whatever was stored. The rules themselves are judged by the server. */
export function checkChosen(data: unknown): Chosen {
  const given = record(data);
  const changes = record(given.changes) as RuleValues;
  const tame = JSON.stringify(changes).length <= MOST_TEXT && Object.keys(changes).every((key) => /^[a-z_]{1,40}$/.test(key));
  return {
    preset: short(given.preset, FIRST.preset),
    name: short(given.name, FIRST.name),
    changes: tame ? { ...changes } : {},
    level: LEVELS.includes(given.level as Level) ? (given.level as Level) : FIRST.level,
    pace: PACES.includes(given.pace as Pace) ? (given.pace as Pace) : FIRST.pace,
  };
}

export const readChosen = (): Chosen => readStored('setup', 1, checkChosen);

export const keepChosen = (chosen: Chosen): boolean => writeStored('setup', 1, chosen);

/** The rules as the server wants them: Standard with changes. */
export function rulesOf(chosen: Pick<Chosen, 'changes'>): RuleValues {
  return { preset: 'standard', ...chosen.changes };
}
