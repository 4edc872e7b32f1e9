/** What the server says about the fields of rules, and how values are compared and put in words. */
import { cardWords, isCard } from '../../cards/names';
import { t } from '../../text/setup';
import type { RuleValue, RuleValues } from './choice';

export interface ChoiceInfo {
  value: RuleValue;
  label: string;
  help: string;
}

export interface FieldInfo {
  field: string;
  group: string;
  kind: 'choice' | 'switch' | 'number' | 'card' | 'cards' | 'list' | 'points' | 'resets';
  label: string;
  help: string;
  default: RuleValue;
  choices: ChoiceInfo[];
  items: ChoiceInfo[];
  lowest: number | null;
  highest: number | null;
}

export interface GroupInfo {
  id: string;
  label: string;
  help: string;
}

export interface FieldsInfo {
  groups: GroupInfo[];
  fields: FieldInfo[];
}

/** The fields most tables talk about; they stand on the card itself, the rest behind "all the rules". */
export const MAIN_FIELDS = [
  'players',
  'end_score',
  'pass_cycle',
  'first_trick_barred',
  'bonus_card',
  'moon',
  'lead_hearts',
  'break_by',
  'qs_lead',
  'qs_discard',
] as const;

/** On the card some rules stand without their group's heading; there they carry a fuller name. */
export function inOurWords({ groups, fields }: FieldsInfo): FieldsInfo {
  const names: Readonly<Record<string, string>> = {
    pass_cycle: t('name.pass_cycle'),
    end_score: t('name.end_score'),
    moon: t('name.moon'),
  };
  return { groups, fields: fields.map((info) => ({ ...info, label: names[info.field] ?? info.label })) };
}

/** Equal as JSON, whatever the order of an object's keys. */
export function same(a: RuleValue | undefined, b: RuleValue | undefined): boolean {
  return canonical(a) === canonical(b);
}

function canonical(value: RuleValue | undefined): string {
  return JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([x], [y]) => (x < y ? -1 : 1)))
      : part,
  );
}

/** Where `rules` differ from the fields' defaults, which are Standard. */
export function differences(rules: RuleValues, fields: readonly FieldInfo[]): RuleValues {
  const out: RuleValues = {};
  for (const { field, default: start } of fields) {
    const value = rules[field];
    if (value !== undefined && !same(value, start)) out[field] = value;
  }
  return out;
}

/** The value of a field under some changes. */
export function valueOf(info: FieldInfo, changes: RuleValues): RuleValue {
  return changes[info.field] ?? (info.field in changes ? null : info.default);
}

/** A field set to a value; back at its default it is no change. */
export function withValue(changes: RuleValues, info: FieldInfo, value: RuleValue): RuleValues {
  const { [info.field]: _, ...rest } = changes;
  return same(value, info.default) ? rest : { ...rest, [info.field]: value };
}

/** A true minus sign before a number. */
export const minus = (text: string | number): string => String(text).replace(/^-/, '\u2212');

/** "3 players" beside the word Players is just 3. */
export function plainLabel({ value, label }: ChoiceInfo): string {
  return minus(typeof value === 'number' && label.startsWith(`${value} `) ? value : label);
}

const capital = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

/** A value in words, for chips and for values that are not among the offered ones. */
export function describe(info: FieldInfo, value: RuleValue): string {
  const offered = info.choices.find((choice) => same(choice.value, value));
  if (offered) return plainLabel(offered);
  if (value === null) return t('value.none');
  if (typeof value === 'boolean') return value ? t('value.yes') : t('value.no');
  if (typeof value === 'number') return minus(value);
  if (typeof value === 'string') return isCard(value) ? capital(cardWords(value)) : value;
  if (Array.isArray(value)) {
    if (value.length === 0) return t('value.none');
    if (info.kind === 'resets') {
      return value.map((pair) => t('value.reset', pairOf(pair))).join(', ');
    }
    if (info.field === 'heart_points') return value.join(' ');
    return value.map((part) => itemWords(info, part)).join(', ');
  }
  const entries = Object.entries(value);
  if (entries.length === 0) return t('value.none');
  return entries.map(([card, points]) => `${isCard(card) ? cardWords(card) : card} ${String(points)}`).join(', ');
}

function itemWords(info: FieldInfo, part: RuleValue): string {
  const item = info.items.find((choice) => same(choice.value, part));
  if (item) return item.label.toLowerCase();
  return typeof part === 'string' && isCard(part) ? cardWords(part) : String(part);
}

/** One exact score, `{at, to}`. */
export function pairOf(pair: RuleValue): { at: number; to: number } {
  const given = typeof pair === 'object' && pair !== null && !Array.isArray(pair) ? pair : {};
  return { at: Number(given.at ?? 0), to: Number(given.to ?? 0) };
}
