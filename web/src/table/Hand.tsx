import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { useSignal } from '@preact/signals';

import { Card } from '../cards/Card';
import type { Card as CardText, View } from '../net/types';
import { settings } from '../state/settings';
import { sortHand, suitOf } from '../state/sort';
import { Icon } from '../ui';
import { useStore } from './context';
import { handPlaces, trayPlaces, type HandShape } from './geometry';
import { capital, cardName, seatName, whyNot } from './names';
import { scatterTo } from './passing';
import { w } from './words';

/** The viewer's hand: named buttons in one list, one of them in the tab order; arrows move, suits have their keys. */
export function Hand({ view, shape, width }: { view: View; shape: HandShape; width: number }) {
  const store = useStore();
  const list = useRef<HTMLUListElement>(null);
  const roving = useSignal<CardText | null>(null);
  const hadFocus = useRef(false);
  const { suits, descending } = settings.value;
  const cards = sortHand(view.hand, suits, descending);
  const choosing = view.phase === 'passing' && view.seat !== null && !view.has_passed[view.seat];
  const waiting = view.phase === 'passing' && !choosing;
  const chosen = choosing ? store.chosen.value.filter((card) => cards.includes(card)) : waiting ? (view.passed ?? []) : [];
  // What lies in the tray leaves its place in the hand; the element stays, so focus does too.
  const held = cards.filter((card) => !chosen.includes(card));
  const { places, height } = handPlaces(held, shape, width);
  const tray = view.phase === 'passing' ? trayPlaces(view.pass_count, shape, width) : null;
  const top = tray ? tray.height + 14 : 0;
  const myTurn = view.turn !== null && view.turn === view.seat && view.phase === 'playing';
  const pending = store.pending.value?.card ?? null;
  const lifted = store.lifted.value;
  const ahead = store.ahead.value;
  const current = roving.value !== null && cards.includes(roving.value) ? roving.value : (firstOf(cards, view) ?? null);
  const order = useRef<CardText[]>([]);

  useLayoutEffect(() => {
    // A played card takes its button with it: focus goes to the neighbour, so that the keyboard never starts anew.
    const before = order.current;
    order.current = cards;
    const lost = document.activeElement === document.body || document.activeElement === null;
    const wanted = store.focusHand && view.phase !== 'passing';
    if ((!hadFocus.current && !wanted) || !lost) return;
    store.focusHand = false;
    if (cards.length === 0) {
      list.current?.focus({ preventScroll: true });
      return;
    }
    const at = roving.value === null ? 0 : before.indexOf(roving.value);
    const next = cards.includes(roving.value ?? '') ? roving.value : (cards[Math.min(Math.max(at, 0), cards.length - 1)] ?? null);
    if (next) focusCard(list.current, next);
  });

  useEffect(() => {
    const element = list.current;
    if (!element) return;
    const focusIn = (): void => {
      hadFocus.current = true;
    };
    const focusOut = (event: FocusEvent): void => {
      if (event.relatedTarget) hadFocus.current = element.contains(event.relatedTarget as Node);
    };
    element.addEventListener('focusin', focusIn);
    element.addEventListener('focusout', focusOut);
    return () => {
      element.removeEventListener('focusin', focusIn);
      element.removeEventListener('focusout', focusOut);
    };
  }, []);

  return (
    <ul
      ref={list}
      class="hand"
      role="list"
      tabIndex={-1}
      aria-label={w('hand.label')}
      data-fan={shape.fan || undefined}
      style={{ height: `${height + top}px` }}
      onKeyDown={(event) => {
        const next = moveFocus(event.key, cards, current);
        if (!next) return;
        event.preventDefault();
        roving.value = next;
        focusCard(list.current, next);
      }}
    >
      {tray &&
        tray.places.map((place, i) => (
          <li
            key={`tray${i}`}
            class="tray-slot"
            aria-hidden="true"
            data-suit-to={scatterTo(view, i) ?? undefined}
            style={{
              width: `${shape.cardWidth * tray.scale}px`,
              height: `${shape.cardHeight * tray.scale}px`,
              transform: `translateX(-50%) translateX(${place.x}px)`,
            }}
          />
        ))}
      {cards.map((card) => {
        const slot = chosen.indexOf(card);
        const inTray = slot >= 0 && tray !== null;
        const at = held.indexOf(card);
        const place = inTray ? (tray.places[slot] ?? { x: 0, y: 0, turn: 0 }) : (places[at] ?? { x: 0, y: 0, turn: 0 });
        const scale = inTray ? tray.scale : 1;
        const y = inTray ? -(shape.cardHeight * (1 - scale)) / 2 : place.y + top;
        const barred = myTurn && !view.paused ? whyNot(view, card) : null;
        const received = view.received?.includes(card) ?? false;
        return (
          <li
            key={card}
            class="slot"
            style={{
              width: `${shape.cardWidth}px`,
              height: `${shape.cardHeight}px`,
              transform: `translateX(-50%) translate(${place.x}px, ${y}px) rotate(${place.turn}deg) scale(${scale})`,
              zIndex: inTray ? 40 + slot : at,
            }}
          >
            <button
              type="button"
              class="hand-card"
              data-card-button={card}
              data-barred={barred ? true : undefined}
              data-playable={myTurn && !barred ? true : undefined}
              data-pending={pending === card || undefined}
              data-lifted={lifted === card || undefined}
              data-ahead={ahead === card || undefined}
              data-received={received || undefined}
              aria-disabled={barred !== null || waiting || undefined}
              aria-pressed={choosing ? slot >= 0 : undefined}
              aria-label={
                ahead === card
                  ? w('card.ahead', { card: capital(cardName(card)) })
                  : labelOf(view, card, barred?.short ?? null, pending === card, received)
              }
              tabIndex={card === current ? 0 : -1}
              onFocus={() => {
                roving.value = card;
              }}
              onClick={() => {
                roving.value = card;
                store.press(card);
              }}
            >
              <span class="hand-face" data-fly={`hand:${card}`} data-turn={place.turn}>
                <Card card={card} size={shape.cardWidth} />
                {ahead === card && (
                  <span class="received-mark ahead-mark" aria-hidden="true">
                    <Icon name="clock" size={11} />
                  </span>
                )}
                {received && ahead !== card && (
                  <span class="received-mark" aria-hidden="true">
                    <Icon name="arrow-right" size={11} />
                  </span>
                )}
              </span>
            </button>
          </li>
        );
      })}
    </ul>
  );
}

function labelOf(view: View, card: CardText, why: string | null, pending: boolean, received: boolean): string {
  const name = capital(cardName(card));
  if (pending) return w('card.pending', { card: name });
  const told = received ? receivedName(view, name) : name;
  return why ? w('card.barred', { card: told, why }) : told;
}

function receivedName(view: View, name: string): string {
  return view.received_from === null
    ? w('card.received.all', { card: name })
    : w('card.received', { card: name, name: seatName(view, view.received_from) });
}

/** Where Tab enters the hand: a playable card when there is one. */
function firstOf(cards: readonly CardText[], view: View): CardText | undefined {
  return cards.find((card) => view.legal.includes(card)) ?? cards[0];
}

function focusCard(list: HTMLElement | null, card: CardText): void {
  list?.querySelector<HTMLElement>(`[data-card-button="${card}"]`)?.focus({ preventScroll: true });
}

/** The card that a key moves to: neighbours, ends, or the next suit. */
export function moveFocus(key: string, cards: readonly CardText[], current: CardText | null): CardText | null {
  if (cards.length === 0) return null;
  const at = current === null ? 0 : Math.max(0, cards.indexOf(current));
  switch (key) {
    case 'ArrowLeft':
      return cards[(at - 1 + cards.length) % cards.length] ?? null;
    case 'ArrowRight':
      return cards[(at + 1) % cards.length] ?? null;
    case 'Home':
      return cards[0] ?? null;
    case 'End':
      return cards.at(-1) ?? null;
    case 'ArrowDown':
    case 'ArrowUp': {
      const starts = cards.flatMap((card, i) => (i === 0 || suitOf(card) !== suitOf(cards[i - 1] ?? '') ? [i] : []));
      const here = starts.filter((i) => i <= at).length - 1;
      const step = key === 'ArrowDown' ? 1 : -1;
      return cards[starts[(here + step + starts.length) % starts.length] ?? 0] ?? null;
    }
    default:
      return null;
  }
}

/** The next card of a suit after the current one, around the corner; null when the suit is not held. */
export function nextOfSuit(suit: string, cards: readonly CardText[], current: CardText | null): CardText | null {
  const mine = cards.filter((card) => suitOf(card) === suit);
  const at = current === null ? -1 : mine.indexOf(current);
  return mine[(at + 1) % Math.max(1, mine.length)] ?? null;
}
