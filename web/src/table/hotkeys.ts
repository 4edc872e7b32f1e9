/** Keys of the table. Single letters can be switched off; nothing here works while a sheet is open. */
import { announcer } from '../a11y/announcer';
import { sayBroken, sayTrick, sayWhoseTurn } from '../a11y/speech';
import type { TableStore } from '../state/store';
import { settings } from '../state/settings';
import { sortHand } from '../state/sort';
import { nextOfSuit } from './Hand';
import { suitName } from './names';
import { w } from './words';

export function startKeys(store: TableStore, root: () => HTMLElement | null): () => void {
  const listen = (event: KeyboardEvent): void => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (store.sheet.value !== null || document.querySelector('dialog[open]')) return;
    const target = event.target as Element | null;
    if (target?.matches('input, select, textarea, [contenteditable]')) return;
    if (handle(store, root(), event.key)) event.preventDefault();
  };
  document.addEventListener('keydown', listen);
  return () => document.removeEventListener('keydown', listen);
}

function handle(store: TableStore, root: HTMLElement | null, key: string): boolean {
  const view = store.latest.value;
  if (!view) return false;
  if (key === 'Escape') {
    store.lifted.value = store.ahead.value = null;
    store.hush();
    store.nextMomentAll();
    return true;
  }
  if ((key === 'Enter' || key === ' ') && document.activeElement === document.body && view.waiting.includes('continue')) {
    void store.goOn();
    return true;
  }
  if (!settings.value.keys) return false;
  switch (key.toLowerCase()) {
    case 'c':
    case 'd':
    case 's':
    case 'h': {
      const suit = key.toUpperCase();
      const cards = sortHand(view.hand, settings.value.suits, settings.value.descending);
      const focused = document.activeElement?.getAttribute('data-card-button') ?? null;
      const next = nextOfSuit(suit, cards, focused);
      root?.querySelector<HTMLElement>(`[data-card-button="${next}"]`)?.focus({ preventScroll: true });
      if (!next) announcer.say(noneOf(suit));
      return true;
    }
    case 'p':
      if (view.phase === 'passing') void store.pass();
      return true;
    case 't':
      announcer.say(sayTrick(view));
      return true;
    case 'l':
      store.sheet.value = 'last';
      return true;
    case 'x':
      store.sheet.value = 'scores';
      return true;
    case 'w':
      announcer.say(sayWhoseTurn(view));
      return true;
    case 'b':
      announcer.say(sayBroken(view));
      return true;
    case 'u':
      if (view.offers.includes('take_back')) void store.take('take_back');
      return true;
    case 'r':
      announcer.repeat();
      return true;
    case '?':
      store.sheet.value = 'help';
      return true;
    default:
      return false;
  }
}

function noneOf(suit: string): string {
  return w('say.no_suit', { suit: suitName(suit) });
}
