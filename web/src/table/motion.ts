/** Moves cards: where they were is measured before a view changes, and they glide from there once it is in the page. */
import type { Changes } from '../state/changes';
import type { Movement, TableStore } from '../state/store';
import { scatterTo, receiver } from './passing';

const EASE = 'cubic-bezier(.2,.8,.2,1)';
const DEAL_APART = 35;
const DEAL_EACH = 260;

interface Flight {
  ghost: HTMLElement;
  to: number;
}

/** Keys of things that fly: `hand:QS`, `trick:QS`; plates are `plate:2`. */
export class Mover {
  private places = new Map<string, DOMRect>();
  private collected: Flight[] = [];
  private given: Flight[] = [];

  constructor(
    private readonly root: HTMLElement,
    private readonly layer: HTMLElement,
    private readonly store: TableStore,
  ) {}

  /** Measures, and takes copies of cards that are about to leave the page. */
  before(changes: Changes): void {
    this.layer.textContent = '';
    this.collected = [];
    this.given = [];
    this.places = new Map();
    for (const element of this.root.querySelectorAll<HTMLElement>('[data-fly]')) {
      this.places.set(element.dataset.fly ?? '', element.getBoundingClientRect());
    }
    const view = this.store.shown.value;
    if (changes.collected) {
      for (const { card } of changes.collected.cards) this.copy(`trick:${card}`, changes.collected.winner, this.collected);
    }
    if (view && changes.given.length > 0) {
      const to = receiver(view);
      const order = view.passed ?? changes.given;
      for (const card of changes.given) {
        this.copy(`hand:${card}`, to ?? scatterTo(view, order.indexOf(card)) ?? 0, this.given);
      }
    }
  }

  /** Sets the cards gliding. Called once the new view is in the page and before it is painted. */
  after({ changes, timing, speed }: Movement): void {
    const ms = (value: number): number => value / speed;
    if (changes.dealt) return this.deal(speed);
    for (const flight of this.given) this.fly(flight, ms(timing.exchange), 0);
    const giver = this.store.shown.value?.received_from ?? null;
    for (const card of changes.received) {
      const from = giver === null ? this.middle() : this.centre(`plate:${giver}`);
      this.arrive(`hand:${card}`, from, 0.4, ms(timing.exchange), ms(timing.exchange * 0.8));
    }
    for (const flight of this.collected) this.fly(flight, ms(timing.collect), 0);
    const wait = this.collected.length > 0 ? ms(timing.collect * 0.7) : 0;
    for (const { seat, card } of changes.played) {
      const own = this.places.get(`hand:${card}`);
      const target = this.find(`trick:${card}`);
      if (!target) continue;
      const scale = own ? own.height / Math.max(1, target.offsetHeight) : 0.45;
      this.arrive(`trick:${card}`, own ? centreOf(own) : this.centre(`plate:${seat}`), scale, ms(timing.play), wait);
    }
  }

  private deal(speed: number): void {
    const from = this.middle();
    this.root.querySelectorAll<HTMLElement>('[data-fly^="hand:"]').forEach((element, i) => {
      glide(element, from, 0.7, DEAL_EACH / speed, (DEAL_APART * i) / speed);
    });
  }

  private arrive(key: string, from: Point, scale: number, ms: number, delay: number): void {
    const element = this.find(key);
    if (element) glide(element, from, scale, ms, delay);
  }

  private fly({ ghost, to }: Flight, ms: number, delay: number): void {
    const from = centreOf(ghost.getBoundingClientRect());
    const target = this.centre(`plate:${to}`);
    const turn = ghost.dataset.turn ?? '0';
    const flight = ghost.animate(
      [
        { transform: `rotate(${turn}deg)`, opacity: 1 },
        { opacity: 1, offset: 0.7 },
        { transform: `translate(${target.x - from.x}px, ${target.y - from.y}px) scale(.3)`, opacity: 0 },
      ],
      { duration: ms, delay, easing: EASE, fill: 'both' },
    );
    flight.onfinish = flight.oncancel = () => ghost.remove();
  }

  private copy(key: string, to: number, flights: Flight[]): void {
    const element = this.find(key);
    if (!element) return;
    const rect = element.getBoundingClientRect();
    const { x, y } = centreOf(rect);
    const ghost = element.cloneNode(true) as HTMLElement;
    const width = element.offsetWidth;
    const height = element.offsetHeight;
    ghost.removeAttribute('data-fly');
    ghost.dataset.turn = element.dataset.turn ?? '0';
    ghost.className = 'ghost';
    Object.assign(ghost.style, {
      left: `${x - width / 2}px`,
      top: `${y - height / 2}px`,
      width: `${width}px`,
      height: `${height}px`,
    });
    this.layer.append(ghost);
    flights.push({ ghost, to });
  }

  private find(key: string): HTMLElement | null {
    return this.root.querySelector(`[data-fly="${key}"]`);
  }

  private centre(key: string): Point {
    const rect = this.find(key)?.getBoundingClientRect() ?? this.places.get(key);
    return rect ? centreOf(rect) : this.middle();
  }

  private middle(): Point {
    const trick = this.root.querySelector('.middle') ?? this.root;
    return centreOf(trick.getBoundingClientRect());
  }
}

interface Point {
  x: number;
  y: number;
}

function centreOf(rect: DOMRect): Point {
  return { x: rect.left + rect.width / 2, y: rect.top + rect.height / 2 };
}

function glide(element: HTMLElement, from: Point, scale: number, ms: number, delay: number): void {
  const to = centreOf(element.getBoundingClientRect());
  // The element's parent may be turned a little; for so small an angle the difference cannot be seen.
  element.animate(
    [
      { transform: `translate(${from.x - to.x}px, ${from.y - to.y}px) scale(${scale})`, opacity: scale < 0.6 ? 0 : 1 },
      { opacity: 1, offset: 0.3 },
      { transform: 'none', opacity: 1 },
    ],
    { duration: ms, delay, easing: EASE, fill: 'backwards' },
  );
}
