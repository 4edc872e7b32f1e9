import type { ComponentType } from 'preact';
import { useSignal } from '@preact/signals';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';

import { LiveRegion } from '../a11y/LiveRegion';
import type { View } from '../net/types';
import { TIMINGS } from '../state/queue';
import { still } from '../state/settings';
import { phaseKey, type TableStore } from '../state/store';
import { toast } from '../ui/Toast';
import { useStore } from './context';
import { handShape, isFlat, trickCardWidth, type TableSize } from './geometry';
import { Hand } from './Hand';
import { Header } from './Header';
import { startKeys } from './hotkeys';
import { GoOn, Mine } from './Mine';
import { Moments } from './Moments';
import { Mover } from './motion';
import { othersClockwise } from './names';
import { PassArea } from './PassArea';
import { Plate } from './Plate';
import { TrickArea } from './TrickArea';
import { w } from './words';

/** The table: header, opponents, the trick in the middle, the viewer's strip and hand, and the sheets over it. */
export function TableView({ frozen }: { frozen?: boolean }) {
  const store = useStore();
  const root = useRef<HTMLDivElement>(null);
  const layer = useRef<HTMLDivElement>(null);
  const mover = useRef<Mover | null>(null);
  const size = useSignal<TableSize>({ width: window.innerWidth, height: window.innerHeight });
  const view = store.shown.value;
  const live = store.live.value;

  useLayoutEffect(() => {
    const measure = (): void => {
      const box = root.current?.getBoundingClientRect();
      const width = Math.round(box?.width ?? 0) || window.innerWidth;
      const letters = parseFloat(getComputedStyle(document.documentElement).fontSize) / 16 || 1;
      size.value = { width, height: window.innerHeight, letters };
    };
    measure();
    const observer = new ResizeObserver(measure);
    if (root.current) observer.observe(root.current);
    window.addEventListener('resize', measure);
    return () => {
      observer.disconnect();
      window.removeEventListener('resize', measure);
    };
  }, [size]);

  useLayoutEffect(() => {
    if (root.current && layer.current) mover.current = new Mover(root.current, layer.current, store);
    store.beforeShow = (changes) => mover.current?.before(changes);
    return () => {
      store.beforeShow = null;
    };
  }, [store, view === null]);

  useLayoutEffect(() => {
    const { movement } = store;
    store.movement = null;
    if (movement) mover.current?.after(movement);
  }, [store, view]);

  useEffect(() => startKeys(store, () => root.current), [store]);
  useEffect(() => followPhases(store), [store]);

  return (
    <main
      class="table"
      ref={root}
      data-still={still() || view?.pace === 'instant' || undefined}
      data-players={view?.players.length}
      data-phase={view?.phase}
      data-flat={(view && isFlat(view.players.length, size.value)) || undefined}
      inert={frozen}
      onPointerDown={() => store.nextMomentAll()}
    >
      <h1 class="visually-hidden" tabIndex={-1}>
        {view ? view.rules_name + (view.deal > 0 && view.phase !== 'gathering' ? `, ${w('hand', { n: view.deal })}` : '') : w('link.connecting')}
      </h1>
      {view?.phase === 'gathering' ? (
        live ? <live.Gathering view={view} /> : <Waiting />
      ) : view ? (
        <Drawn view={view} size={size.value} />
      ) : (
        <Waiting />
      )}
      {/* A dialog in a window that only looks on would shut its owner out. */}
      {view && !frozen && <LazySheets view={view} />}
      {view && live && !frozen && <live.Over view={view} />}
      <div class="flights" ref={layer} aria-hidden="true" />
      <LiveRegion />
    </main>
  );
}

function Drawn({ view, size }: { view: View; size: TableSize }) {
  const store = useStore();
  const handWidth = Math.min(size.width, 1180);
  const shape = handShape(Math.max(view.hand.length, 1), size);
  const trickWidth = trickCardWidth(view.players.length, size, shape);
  return (
    <>
      <Header view={view} />
      <div
        class="felt"
        onClick={(event) => {
          if ((event.target as Element).closest('button, a')) return;
          if (view.phase === 'trick_done') void store.goOn();
        }}
      >
        <ul class="opponents" role="list" aria-label={w('opponents.label')}>
          {othersClockwise(view).map((seat) => (
            <Plate key={seat} view={view} seat={seat} />
          ))}
        </ul>
        <div class="middle" style={{ '--trick-w': `${trickWidth}px` }}>
          {view.phase === 'passing' ? <PassArea view={view} /> : <TrickArea view={view} width={trickWidth} flat={isFlat(view.players.length, size)} />}
          <GoOn view={view} />
          <Moments view={view} />
        </div>
      </div>
      <Mine view={view} />
      <Hand view={view} shape={shape} width={handWidth} />
    </>
  );
}

type SheetsPart = ComponentType<{ view: View; store: TableStore }>;

/** The sheets are loaded as soon as the table stands, so that they are there before anybody asks. */
function LazySheets({ view }: { view: View }) {
  const store = useStore();
  const part = useSignal<SheetsPart | null>(null);
  const wanted = store.sheet.value !== null;
  useEffect(() => {
    if (part.value) return;
    let dropped = false;
    const load = (): void => {
      import('./sheets/Sheets').then(
        (module) => {
          if (!dropped) part.value = module.default;
        },
        () => {
          if (wanted) toast(w('sheets.unreachable'), { kind: 'warn' });
        },
      );
    };
    const timer = setTimeout(load, wanted ? 0 : 400);
    return () => {
      dropped = true;
      clearTimeout(timer);
    };
  }, [part, wanted]);
  const Sheets = part.value;
  return Sheets ? <Sheets view={view} store={store} /> : null;
}

/** Before the first view: the felt with a hand face down, so that nothing jumps when the cards arrive. */
function Waiting() {
  return (
    <div class="waiting">
      <p role="status">{w('link.connecting')}</p>
    </div>
  );
}

/** Opens and closes the sheets that the course of the match asks for. */
function followPhases(store: TableStore): () => void {
  let asked = '';
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = store.shown.subscribe((view) => {
    if (!view) return;
    const key = phaseKey(view);
    if (key === asked) return;
    asked = key;
    clearTimeout(timer);
    const open = store.sheet.peek();
    if (open === 'last' && view.phase === 'playing' && view.turn === view.seat) store.sheet.value = null;
    if (open === 'moon' && view.phase !== 'choosing_moon') store.sheet.value = null;
    if (open === 'end' && view.phase !== 'over') store.sheet.value = null;
    const wanted =
      view.phase === 'deal_done' && view.waiting.includes('continue')
        ? 'scores'
        : view.phase === 'over'
          ? 'end'
          : view.phase === 'choosing_moon' && view.moon_options
            ? 'moon'
            : null;
    if (!wanted) return;
    // The last trick and its moment are looked at first.
    const wait = view.pace === 'instant' ? 0 : TIMINGS[view.pace].hold + 300 + (store.moment.peek() ? 1200 : 0);
    timer = setTimeout(() => {
      store.opened.value = key;
      if (store.sheet.peek() === null || wanted === 'moon') store.sheet.value = wanted;
    }, wait);
  });
  return () => {
    clearTimeout(timer);
    stop();
  };
}
