/** The words of the home page. */
import { catalogue } from './index';

export const t = catalogue({
  title: 'Moonshot: play Hearts',
  heading: 'A quiet evening of Hearts',
  lead: 'A whole match against bots who see only their own cards. No account, no advertising. Close the page in mid‑trick and it waits for you.',
  play: 'Play now',
  starting: 'Dealing',
  rules: 'Choose rules',
  people: 'With people',
  level: 'Opponents',
  daily: 'Daily deal',
  learn: 'Learn the rules',
  practise: 'Quiz and lessons',
  under: 'You play {rules}.',
  'under.own': 'You play your own rules.',
  waiting: { one: 'A match is waiting', other: '{n} matches are waiting' },
  'waiting.go': 'Continue',
  'waiting.hand': '{rules} · hand {deal}',
  'waiting.first': 'No hand scored yet',
  'waiting.totals': 'You {mine}, others {others}',
  'waiting.over': 'Finished: see the result',
  'waiting.more': { one: 'Show one more', other: 'Show {n} more' },
  kept: 'Your matches are kept with this browser’s guest cookie. Clearing the site’s data loses them.',
  'kept.not': 'Cookies are switched off in this browser, so your matches are kept only as long as this page is open.',
  failed: 'The table could not be opened. {why}',
  'failed.rules': 'The rules you chose last cannot be played any more. Here they are, to be mended.',
});
