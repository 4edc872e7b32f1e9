import { catalogue } from '.';

/** How the levels of bots are called, and what they are like. */
export const t = catalogue({
  'level.random': 'Random',
  'level.easy': 'Easy',
  'level.steady': 'Steady',
  'level.skilled': 'Skilled',
  'level.expert': 'Expert',
  'level.master': 'Master',
  'level.random.note': 'They play whatever is allowed.',
  'level.easy.note': 'Beginners who play legally and make honest mistakes.',
  'level.steady.note': 'A good club: they count spades and stop moons.',
  'level.skilled.note': 'They try each card in a thousand deals that fit what they have seen.',
  'level.expert.note': 'They try each card in thousands of deals that fit what they have seen.',
  'level.master.note': 'Like Expert, and they ask what the cards on the table tell of the hands.',
  'level.better': '{n} points a hand better than Steady, give or take {error}.',
  'level.worse': '{n} points a hand worse than Steady, give or take {error}.',
});
