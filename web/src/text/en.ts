/** English. Pages with many words of their own keep them in files beside this one and are joined here. */
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
  'ui.dismiss': 'Dismiss',
} as const satisfies Record<string, Message>;
