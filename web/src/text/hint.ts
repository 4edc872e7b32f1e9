import { catalogue } from '.';

/** The words of hints, which only practice has. */
export const t = catalogue({
  hint: 'Hint',
  'hint.close': 'Close the hint',
  'hint.thinking': 'Playing it through…',
  'hint.play': 'Play {cards}',
  'hint.pass': 'Pass {cards}',
  'hint.points': 'likely {n} points',
  'hint.points.said': 'Likely {n} points this hand.',
  'hint.others': 'Instead',
  'hint.others.said': 'Instead: {list}.',
  'hint.other.said': '{cards}, {n}',
  'hint.take.play': 'Play it',
  'hint.take.pass': 'Choose these',
  'hint.failed': 'There is no hint just now.',
});
