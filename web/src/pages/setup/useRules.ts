/** Loads what the setup card is made of, and asks the server about the rules whenever they change. */
import { useEffect, useRef, useState } from 'preact/hooks';

import { ApiError, api, type PresetInfo, type Problem } from '../../net/api';
import { rulesOf, type RuleValues } from './choice';
import { inOurWords, type FieldsInfo } from './fields';

export interface Card {
  presets: PresetInfo[];
  fields: FieldsInfo;
}

/** The presets and fields; null while they are on their way, an error when they did not arrive. */
export function useCard(): { card: Card | null; failed: boolean; again: () => void } {
  const [card, setCard] = useState<Card | null>(null);
  const [failed, setFailed] = useState(false);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let gone = false;
    setFailed(false);
    Promise.all([api.presets(), api.rulesFields<FieldsInfo>()]).then(
      ([presets, fields]) => !gone && setCard({ presets, fields: inOurWords(fields) }),
      () => !gone && setFailed(true),
    );
    return () => {
      gone = true;
    };
  }, [attempt]);
  return { card, failed, again: () => setAttempt(attempt + 1) };
}

export interface Verdict {
  problems: readonly Problem[];
  warnings: readonly Problem[];
  name: string;
}

const PATIENCE_MS = 120;

/** The server's word on the rules. The last one stands until a newer one is here; without a server, none is given. */
export function useVerdict(changes: RuleValues, ready: boolean): Verdict | null {
  const [verdict, setVerdict] = useState<Verdict | null>(null);
  const asked = useRef(0);
  const text = JSON.stringify(changes);
  useEffect(() => {
    if (!ready) return;
    const mine = (asked.current += 1);
    const timer = setTimeout(() => {
      api.checkRules(rulesOf({ changes })).then(
        ({ problems, warnings, rules_name }) => {
          if (mine === asked.current) setVerdict({ problems, warnings, name: rules_name });
        },
        (error: unknown) => {
          if (mine !== asked.current) return;
          const problems = error instanceof ApiError ? error.problems : [];
          setVerdict(problems.length > 0 ? { problems, warnings: [], name: '' } : null);
        },
      );
    }, PATIENCE_MS);
    return () => clearTimeout(timer);
    // `text` is `changes` by value.
  }, [text, ready]);
  return verdict;
}

/** True while the window is at least this wide. */
export function useWide(px: number): boolean {
  const query = `(min-width: ${px}px)`;
  const [wide, setWide] = useState(() => matchMedia(query).matches);
  useEffect(() => {
    const list = matchMedia(query);
    const follow = (): void => setWide(list.matches);
    follow();
    list.addEventListener('change', follow);
    return () => list.removeEventListener('change', follow);
  }, [query]);
  return wide;
}
