/** English, the words of the frame. Each page keeps its own words in a file beside this one. */
import type { Message } from './index';

export const en = {
  'app.name': 'Moonshot',

  'lost.title': 'Nothing is dealt here',
  'lost.text': 'This address leads to no page. Your matches are safe on the home page.',
  'lost.home': 'Go home',
  'unreachable.title': 'This page did not arrive',
  'unreachable.text': 'The connection dropped while the page was loading. Nothing is lost; try again.',
  'unreachable.reload': 'Try again',

  'ui.close': 'Close',

  'look.title': 'Look',
  'look.open': 'How it looks',
  'look.theme': 'Light',
  'look.theme.system': 'As my system',
  'look.theme.light': 'Day',
  'look.theme.dark': 'Evening',
  'look.suits': 'Colours of the suits',
  'look.suits.two': 'Two',
  'look.suits.four': 'Four',
  'look.suits.safe': 'Four, for any eyes',
  'look.suits.two.note': 'Black and red, as on most cards.',
  'look.suits.four.note': 'A colour for each suit: spades black, hearts red, diamonds blue, clubs green.',
  'look.suits.safe.note': 'Four colours that stay apart with any kind of colour vision.',
  'look.index': 'Large figures',
  'look.index.help': 'Bigger ranks and suits in the corner of every card.',
} as const satisfies Record<string, Message>;
