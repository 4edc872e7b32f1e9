/**
 * Every word the client shows comes from a catalogue: the common one through `t`, a page's own through `catalogue`.
 *
 * A message is plain text with `{name}` for a value. A message with forms for a number is an object by plural
 * category and is chosen by the value named `n`: `{ one: '{n} card', other: '{n} cards' }`.
 */
import { en } from './en';

export type Plural = { one?: string; two?: string; few?: string; many?: string; zero?: string; other: string };
export type Message = string | Plural;
export type Values = Record<string, string | number>;

const plurals = new Intl.PluralRules('en');
const numbers = new Intl.NumberFormat('en');

/** Fill a message with values; `n` also chooses the plural form. */
export function fill(message: Message, values: Values = {}): string {
  const text = typeof message === 'string' ? message : pick(message, values.n);
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values[name];
    if (value === undefined) return whole;
    return typeof value === 'number' ? numbers.format(value) : value;
  });
}

function pick(message: Plural, n: string | number | undefined): string {
  return message[plurals.select(Number(n ?? 0))] ?? message.other;
}

/** A page's own catalogue: its words are loaded with the page, and its keys are checked. */
export function catalogue<T extends Readonly<Record<string, Message>>>(
  messages: T,
): (key: keyof T & string, values?: Values) => string {
  return (key, values) => fill(messages[key] as Message, values);
}

/** The text of a message of the common catalogue. */
export const t = catalogue(en);
