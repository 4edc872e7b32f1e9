/** Words and figures of the pass: to whom, how many, in which order. */
import type { Card, View } from '../net/types';
import { cardGlyph, othersClockwise, seatName } from './names';
import { w, type Word } from './words';

/** The seat that gets the viewer's cards; null when they are scattered or nothing is passed. */
export function receiver(view: View): number | null {
  if (view.seat === null || view.direction === 'S' || view.direction === 'H') return null;
  return view.pass_to?.[view.seat] ?? null;
}

/** "Pass 3 cards to Mira, on your left." and, for a scatter, in which order the cards go round. */
export function passQuestion(view: View): string[] {
  if (view.seat === null || view.direction === 'H') return [];
  if (view.has_passed[view.seat]) return [waitingFor(view)];
  if (view.direction === 'S') {
    const others = othersClockwise(view);
    const each = view.pass_count / others.length;
    return [
      w('pass.scatter', { n: each, total: view.pass_count }),
      w('pass.scatter.order', { list: others.map((seat) => seatName(view, seat)).join(', ') }),
    ];
  }
  const to = receiver(view);
  if (to === null) return [];
  const side = w(`side.${view.direction}` as Word);
  return [w('pass.ask', { n: view.pass_count, name: seatName(view, to), side })];
}

export function waitingFor(view: View): string {
  const names = view.has_passed.flatMap((done, seat) => (done ? [] : [seatName(view, seat)]));
  return names.length === 0 ? w('pass.waiting.all') : w('pass.waiting', { names: new Intl.ListFormat('en-GB').format(names) });
}

/** Whom each chosen card goes to, for a scatter; null otherwise. */
export function scatterTo(view: View, index: number): number | null {
  if (view.direction !== 'S') return null;
  const others = othersClockwise(view);
  const each = Math.max(1, view.pass_count / others.length);
  return others[Math.floor(index / each)] ?? null;
}

/** What the button says: what is still missing, or exactly what it will do. */
export function passButton(view: View, chosen: readonly Card[]): string {
  const missing = view.pass_count - chosen.length;
  if (missing > 0) return w('pass.more', { n: missing });
  const to = receiver(view);
  if (to === null) return w('pass.go.scatter', { n: view.pass_count });
  return w('pass.go', { cards: chosen.map(cardGlyph).join(' '), name: seatName(view, to) });
}
