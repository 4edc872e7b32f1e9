/** The rules in force in plain words, made from the very values the table plays by. Unusual ones are marked. */
import type { Rules } from '../../net/types';
import { cardName, number } from '../names';
import { listOf } from '../words';

export interface RuleLine {
  text: string;
  /** Not what most tables play. */
  unusual?: boolean;
}
export interface RuleGroup {
  title: string;
  lines: RuleLine[];
}

const usual = (text: string): RuleLine => ({ text });
const rare = (text: string): RuleLine => ({ text, unusual: true });
const names = (cards: readonly string[]): string => listOf(cards.map((card) => `the ${cardName(card)}`));

const CYCLES: Record<number, string[]> = {
  3: ['L', 'R', 'H'],
  4: ['L', 'R', 'A', 'H'],
  5: ['L', 'R', 'L2', 'R2', 'H'],
  6: ['L', 'R', 'A', 'H'],
};
const REMOVED: Record<number, string[]> = { 3: ['2D'], 5: ['2D', '2C'], 6: ['2C', '3C', '2D', '2S'] };

const WAYS: Record<string, string> = {
  L: 'left',
  R: 'right',
  A: 'across',
  L2: 'to the second on the left',
  R2: 'to the second on the right',
  S: 'to everyone',
  H: 'not at all',
};

export function rulesText(rules: Rules): RuleGroup[] {
  return [
    { title: 'Deal and pass', lines: [...dealLines(rules), ...passLines(rules)] },
    { title: 'First trick', lines: firstTrick(rules) },
    { title: 'Hearts and the queen', lines: [...heartLines(rules), ...queenLines(rules)] },
    { title: 'Points', lines: pointLines(rules) },
    { title: 'Shooting the moon', lines: moonLines(rules) },
    { title: 'End of the match', lines: endLines(rules) },
  ].filter((group) => group.lines.length > 0);
}

function dealLines(rules: Rules): RuleLine[] {
  const removed =
    typeof rules.removed !== 'string' ? rules.removed : rules.kitty === 'none' ? (REMOVED[rules.players] ?? []) : [];
  const lines = [usual(`${rules.players} players, each for themselves.`)];
  if (removed.length > 0) lines.push(usual(`Out of the pack: ${names(removed)}.`));
  const kitty: Record<string, string> = {
    first_trick: 'Cards left over go to whoever takes the first trick.',
    last_trick: 'Cards left over go to whoever takes the last trick.',
    first_heart: 'Cards left over go to whoever takes the first heart.',
  };
  const text = kitty[rules.kitty];
  if (text) lines.push(rare(text));
  return lines;
}

function passLines(rules: Rules): RuleLine[] {
  const cycle = typeof rules.pass_cycle === 'string' ? (CYCLES[rules.players] ?? []) : rules.pass_cycle;
  if (cycle.every((direction) => direction === 'H')) return [rare('Nothing is passed.')];
  const way = cycle.map((direction) => WAYS[direction] ?? direction);
  const line =
    way.length === 1
      ? `${rules.pass_count} cards are passed before play, always ${way.join('')}.`
      : `${rules.pass_count} cards are passed before play: ${way.join(', ')}; then from the start.`;
  const lines = [rules.pass_count === 3 ? usual(line) : rare(line)];
  if (rules.no_pass_cards.length > 0) lines.push(rare(`These may not be passed: ${names(rules.no_pass_cards)}.`));
  return lines;
}

function firstTrick(rules: Rules): RuleLine[] {
  const lines: RuleLine[] = [];
  if (rules.opening_leader === 'left_of_dealer') lines.push(rare('The player on the dealer’s left leads any card.'));
  else if (rules.opening_card === 'lowest_club') lines.push(usual('Whoever holds the lowest club leads it.'));
  else if (rules.opening_card === 'any_club') lines.push(rare('Whoever holds the lowest club leads any club.'));
  else lines.push(rare('Whoever holds the lowest club leads any card.'));
  const barred = rules.first_trick_barred;
  if (barred.length === 0) lines.push(rare('Points may be thrown on the first trick.'));
  else {
    const words: Record<string, string> = {
      hearts: 'hearts',
      qs: 'the queen of spades',
      other_penalties: 'other penalty cards',
      bonus: 'the bonus card',
    };
    const text = `Not on the first trick: ${listOf(barred.map((what) => words[what] ?? what))}.`;
    const fallback =
      rules.first_trick_fallback === 'redeal'
        ? 'A hand of nothing else is dealt again.'
        : 'Someone who holds nothing else may play anything.';
    lines.push(barred.length === 2 && barred.includes('hearts') && barred.includes('qs') ? usual(text) : rare(text));
    lines.push(rules.first_trick_fallback === 'redeal' ? rare(fallback) : usual(fallback));
  }
  return lines;
}

function heartLines(rules: Rules): RuleLine[] {
  const alone = rules.lead_exception === 'only_penalties' ? 'hearts and the queen' : 'hearts';
  switch (rules.lead_hearts) {
    case 'anytime':
      return [rare('Hearts may be led at any time.')];
    case 'never':
      return [rare(`Hearts are never led, but by someone who holds only ${alone}.`)];
    default: {
      const how = rules.break_by === 'heart_discarded' ? 'thrown on another suit' : 'played';
      const lines = [
        usual(`Hearts are led only once a heart has been ${how}, or by someone who holds only ${alone}.`),
      ];
      if (!rules.first_trick_breaks) lines.push(rare('Nothing on the first trick breaks hearts.'));
      if (rules.qs_breaks === 'any_play') lines.push(rare('The queen of spades breaks hearts too.'));
      if (rules.qs_breaks === 'discard') lines.push(rare('The queen of spades breaks hearts too, when thrown on another suit.'));
      return lines;
    }
  }
}

function queenLines(rules: Rules): RuleLine[] {
  if (!rules.penalties.QS) return [];
  const lead: Record<string, RuleLine> = {
    anytime: usual('The queen of spades may be led at any time.'),
    after_break: rare('The queen of spades is led only once hearts are broken.'),
    never: rare('The queen of spades is never led.'),
  };
  const discard: Record<string, RuleLine> = {
    must_when_void: rare('Without the suit led, the queen of spades must be thrown.'),
    must_when_safe: rare('The queen of spades must be played as soon as it is safe.'),
    after_break: rare('The queen of spades is thrown only once hearts are broken.'),
  };
  return [lead[rules.qs_lead], discard[rules.qs_discard]].filter((line): line is RuleLine => line !== undefined);
}

function pointLines(rules: Rules): RuleLine[] {
  const tables: Record<string, RuleLine> = {
    one: usual('Each heart: 1 point.'),
    zero: rare('Hearts cost nothing.'),
    face5: rare('Hearts: 1 point each, jack 2, queen 3, king 4, ace 5.'),
    pip10: rare('Hearts cost their number, court cards and ace 10.'),
    pip14: rare('Hearts cost their number; jack 11, queen 12, king 13, ace 14.'),
    greek: rare('Hearts cost their number, court cards 10, the ace 15.'),
  };
  const hearts =
    typeof rules.heart_points === 'string'
      ? tables[rules.heart_points]
      : rare(`Hearts from two to ace: ${rules.heart_points.join(', ')}.`);
  const lines = hearts ? [hearts] : [];
  for (const [card, points] of Object.entries(rules.penalties)) {
    const text = `The ${cardName(card)}: ${points} points.`;
    lines.push(card === 'QS' && points === 13 ? usual(text) : rare(text));
  }
  if (rules.bonus_card) {
    lines.push(rare(`The ${cardName(rules.bonus_card)} takes ${-rules.bonus_points} points off.`));
    if (rules.bonus_floor === 'hand_zero') lines.push(rare('It never brings a hand below 0.'));
    if (rules.bonus_floor === 'total_zero') lines.push(rare('No total goes below 0.'));
  }
  if (rules.no_trick_bonus < 0) lines.push(rare(`Taking no trick at all: ${number(rules.no_trick_bonus)} points.`));
  return lines;
}

function moonLines(rules: Rules): RuleLine[] {
  if (rules.moon === 'off') return [rare('Taking every point card is scored like any other hand.')];
  const value = rules.moon_value === 'auto' ? 'all points of the hand' : `${rules.moon_value} points`;
  const end = rules.end_score > 0 ? ` at ${rules.end_score}` : '';
  const ways: Record<string, RuleLine> = {
    others_plus: usual(`Whoever takes every point card scores 0 and everyone else takes ${value}.`),
    self_minus: rare(`Whoever takes every point card takes ${value} off their own score.`),
    choice: rare(`Whoever takes every point card chooses: ${value} to everyone else, or off their own score.`),
    self_minus_unless_others_plus_wins: rare(
      `Whoever takes every point card takes ${value} off their own score; but when giving them to everyone else would end the match${end} with the shooter alone in the lead, that is done.`,
    ),
    others_plus_unless_it_loses: rare(
      `Whoever takes every point card gives ${value} to everyone else, unless that would lose the match; then they come off their own score.`,
    ),
    others_plus_unless_it_ends: rare(
      `Whoever takes every point card gives ${value} to everyone else, unless that would end the match; then they come off their own score.`,
    ),
  };
  const way = ways[rules.moon];
  const lines = way ? [way] : [];
  if (rules.bonus_card && rules.moon_needs_bonus) lines.push(rare(`The ${cardName(rules.bonus_card)} is needed too.`));
  if (rules.bonus_card && rules.moon_bonus === 'absorbed') lines.push(rare('The shooter’s own bonus is not added.'));
  if (rules.sun === 'double') {
    const sun = rules.sun_value === 'auto' ? 'twice as much' : `${rules.sun_value} points`;
    lines.push(rare(`Taking every trick as well, the sun, is worth ${sun}.`));
  }
  return lines;
}

function endLines(rules: Rules): RuleLine[] {
  const lines: RuleLine[] = [];
  if (rules.end_score > 0) {
    const how = rules.end_at === 'exceed' ? `goes above ${rules.end_score}` : `reaches ${rules.end_score}`;
    const text = `The match ends after the hand in which someone ${how}; the lowest score wins.`;
    lines.push(rules.end_score === 100 && rules.end_at === 'reach' ? usual(text) : rare(text));
  }
  if (rules.end_hands > 0) lines.push(rare(`The match ends after ${rules.end_hands} hands.`));
  for (const { at, to } of rules.exact) lines.push(rare(`A score of exactly ${at} becomes ${to}.`));
  if (rules.exact_wins) lines.push(rare(`Exactly ${rules.end_score} wins at once.`));
  lines.push(
    rules.tie === 'shared'
      ? rare('Players who tie for the lowest score share the win.')
      : usual('A tie for the lowest score is decided by another hand.'),
  );
  return lines;
}
