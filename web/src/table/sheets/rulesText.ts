/**
 * The rules in force in plain words. The server writes them from the very values the table plays by, the same text
 * as on the rules pages; nothing here knows a rule. Loaded when first wanted, and kept while the page is open.
 */
import { useEffect, useState } from 'preact/hooks';

import { request } from '../../net/api';
import type { Rules, View } from '../../net/types';

export interface RulesLine {
  text: string;
  /** Not what most tables play. */
  unusual: boolean;
}
export interface RulesChapter {
  id: string;
  title: string;
  lines: RulesLine[];
}
export interface RulesText {
  rules_name: string;
  /** The whole page, with examples, questions and advice. */
  page: string;
  chapters: RulesChapter[];
}

const known = new Map<string, Promise<RulesText>>();

/** The text of some rules; asked for once. */
export function rulesText(rules: Rules): Promise<RulesText> {
  const key = JSON.stringify(rules);
  let asked = known.get(key);
  if (!asked) {
    asked = request<RulesText>('POST', '/api/rules/text', { rules });
    known.set(key, asked);
    asked.catch(() => known.delete(key)); // ask again next time
  }
  return asked;
}

/** All texts once they are there; null before, and `failed` when they cannot be had. */
export function useRulesText(...wanted: readonly Rules[]): { texts: readonly RulesText[] | null; failed: boolean; again: () => void } {
  const [texts, setTexts] = useState<readonly RulesText[] | null>(null);
  const [failed, setFailed] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const key = JSON.stringify(wanted);
  useEffect(() => {
    let gone = false;
    setFailed(false);
    Promise.all(wanted.map(rulesText)).then(
      (found) => !gone && setTexts(found),
      () => !gone && setFailed(true),
    );
    return () => {
      gone = true;
    };
    // `key` is `wanted` by value.
  }, [key, attempt]);
  return { texts, failed, again: () => setAttempt(attempt + 1) };
}

export const linesOf = (text: RulesText): string[] => text.chapters.flatMap(({ lines }) => lines.map(({ text: line }) => line));

/** What the reasons against a card are about. */
const ABOUT: Readonly<Record<string, string>> = {
  hearts_not_broken: 'hearts',
  hearts_never_led: 'hearts',
  queen_not_allowed: 'queen',
  must_play_queen: 'queen',
  points_on_first_trick: 'first_trick',
  opening_card: 'first_trick',
};

/** The id of the one chapter that matters right now. */
export function chapterNow(view: View): string {
  if (view.phase === 'passing') return 'passing';
  if (view.phase === 'over') return 'end';
  const last = view.rows.at(-1);
  if (view.phase === 'choosing_moon' || (view.phase === 'deal_done' && last?.moon != null)) return 'moon';
  if (view.phase === 'deal_done') return 'points';
  const reasons = Object.values(view.why ?? {}).map((why) => ABOUT[why]);
  for (const id of ['queen', 'hearts', 'first_trick']) if (reasons.includes(id)) return id;
  return view.ply < view.players.length ? 'first_trick' : 'tricks';
}
