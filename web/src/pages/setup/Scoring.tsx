/** The cards that count under these rules, laid out with what each one costs: the rules at a glance. */
import { Card } from '../../cards/Card';
import { cardName, isCard } from '../../cards/names';
import { t } from '../../text/setup';
import type { RuleValue } from './choice';
import { minus } from './fields';

interface Scored {
  card: string;
  points: string;
  words: string;
}

const HEARTS: Readonly<Record<string, string>> = {
  one: '1',
  face5: '1–5',
  pip10: '2–10',
  pip14: '2–14',
  greek: '2–15',
};

/** Hearts, then the cards with a price of their own, then the bonus card. */
export function scoredCards(rules: Readonly<Record<string, RuleValue>>): Scored[] {
  const out: Scored[] = [];
  const { heart_points: hearts, penalties, bonus_card: bonus, bonus_points: worth } = rules;
  const numbers = Array.isArray(hearts) ? hearts.map(Number) : [];
  const range = numbers.length > 0 ? `${Math.min(...numbers)}–${Math.max(...numbers)}` : HEARTS[String(hearts)];
  if (range) out.push({ card: 'AH', points: range, words: t('scoring.hearts', { points: range }) });
  if (typeof penalties === 'object' && penalties !== null && !Array.isArray(penalties)) {
    for (const [card, points] of Object.entries(penalties)) {
      if (isCard(card)) out.push(one(card, String(points)));
    }
  }
  if (typeof bonus === 'string' && isCard(bonus)) out.push(one(bonus, minus(String(worth))));
  return out;
}

function one(card: string, points: string): Scored {
  return { card, points, words: t('scoring.card', { card: cardName(card), points }) };
}

const MOST = 6;

export function Scoring({ rules }: { rules: Readonly<Record<string, RuleValue>> }) {
  const cards = scoredCards(rules).slice(0, MOST);
  if (cards.length === 0) return null;
  return (
    <ul class="scoring" aria-label={t('scoring')}>
      {cards.map(({ card, points, words }) => (
        <li key={card}>
          <Card card={card} detail="simple" />
          <span class="tabular" aria-hidden="true">
            {points}
          </span>
          <span class="visually-hidden">{words}</span>
        </li>
      ))}
    </ul>
  );
}
