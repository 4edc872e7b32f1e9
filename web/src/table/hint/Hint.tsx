/** Hints in practice: a tool beside the others, and a slip of paper that says what to do, what it costs, and why. */
import { useSignal, type Signal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';

import { announcer } from '../../a11y/announcer';
import { ApiError, request } from '../../net/api';
import type { Card, View } from '../../net/types';
import { settings } from '../../state/settings';
import type { TableStore } from '../../state/store';
import { t } from '../../text/hint';
import { Button, IconButton } from '../../ui';
import { Drawing } from '../../ui/Icon';
import { cardGlyph, cardList } from '../names';
import { isActing } from '../Plate';
import { listOf } from '../words';
import './hint.css';

interface Choice {
  cards: readonly Card[];
  points: number | null;
  error: number | null;
}

export interface Found {
  deal: number;
  ply: number;
  kind: 'play' | 'pass';
  best: Choice;
  others: readonly Choice[];
  why: string;
}

const LAMP = ['M9.5 17.500h5M10.3 20.500h3.400', 'M9.5 17.500c0-2.200-3-3.300-3-7a5.500 5.500 0 0 1 11 0c0 3.700-3 4.800-3 7'];
const tenths = new Intl.NumberFormat('en', { minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** Points to one decimal, with a true minus sign. */
export const points = (value: number): string => tenths.format(value).replace(/^-(?=0\.0$)/, '').replace('-', '\u2212');

/** Whether the viewer is asked for cards now; elsewhere there is nothing to give a hint about. */
export const mayAsk = (view: View): boolean =>
  view.kind === 'practice' && view.seat !== null && !view.paused && view.phase !== 'choosing_moon' && isActing(view, view.seat);

/** The whole hint as it is spoken. */
export function spoken(found: Found): string {
  const { best, others } = found;
  const said = [`${t(`hint.${found.kind}`, { cards: cardList(best.cards) })}.`];
  if (best.points !== null) said.push(t('hint.points.said', { n: points(best.points) }));
  said.push(found.why);
  const list = others.flatMap(({ cards, points: n }) => (n === null ? [] : [t('hint.other.said', { cards: cardList(cards), n: points(n) })]));
  if (list.length > 0) said.push(t('hint.others.said', { list: list.join('; ') }));
  return said.join(' ');
}

export default function Hint({ view, store }: { view: View; store: TableStore }) {
  const found = useSignal<Found | null>(null);
  const busy = useSignal(false);

  const ask = useMemo(() => () => void askFor(store, found, busy), [store, found, busy]);
  useEffect(() => {
    const Tool = () => <HintTool store={store} busy={busy} onClick={ask} />;
    store.hint.value = Tool;
    return () => {
      if (store.hint.value === Tool) store.hint.value = null;
    };
  }, [store, busy, ask]);
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') found.value = null; // beside whatever else it ends
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key.toLowerCase() !== 'i' || !settings.value.keys) return;
      if (store.sheet.value !== null || document.querySelector('dialog[open]')) return;
      if ((event.target as Element | null)?.matches('input, select, textarea, [contenteditable]')) return;
      event.preventDefault();
      ask();
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [store, found, ask]);

  const hint = found.value;
  const fits = hint !== null && hint.deal === view.deal && hint.ply === view.ply && mayAsk(view);
  useEffect(() => {
    if (hint && !fits) found.value = null;
  }, [hint, fits, found]);
  if (busy.value) {
    return (
      <div class="hint paper hint-busy">
        <p>{t('hint.thinking')}</p>
      </div>
    );
  }
  return hint && fits ? <Slip hint={hint} store={store} close={() => (found.value = null)} /> : null;
}

async function askFor(store: TableStore, found: Signal<Found | null>, busy: Signal<boolean>): Promise<void> {
  const view = store.latest.value;
  if (!view || busy.value || !mayAsk(view)) return;
  busy.value = true;
  found.value = null;
  try {
    const hint = await request<Found>('POST', `/api/tables/${encodeURIComponent(store.id)}/hint`);
    found.value = hint;
    announcer.say(spoken(hint));
  } catch (error) {
    store.tell(error instanceof ApiError && error.status !== 0 ? error.message : t('hint.failed'));
  } finally {
    busy.value = false;
  }
}

function HintTool({ store, busy, onClick }: { store: TableStore; busy: Signal<boolean>; onClick: () => void }) {
  const view = store.latest.value;
  const off = !view || !mayAsk(view);
  return (
    <button
      type="button"
      class="tool hint-tool"
      title={t('hint')}
      aria-disabled={off || undefined}
      aria-busy={busy.value || undefined}
      onClick={onClick}
    >
      <Drawing shapes={LAMP} size={20} />
      <span class="tool-label">{t('hint')}</span>
    </button>
  );
}

function Slip({ hint, store, close }: { hint: Found; store: TableStore; close: () => void }) {
  const { best } = hint;
  const others = hint.others.filter(({ points: n }) => n !== null);
  return (
    <section class="hint paper" aria-label={t('hint')}>
      <div class="hint-head">
        <div>
          <h2>{t(`hint.${hint.kind}`, { cards: listOf(best.cards.map(cardGlyph)) })}</h2>
          {best.points !== null && <p class="tabular">{t('hint.points', { n: points(best.points) })}</p>}
        </div>
        <IconButton icon="close" size={18} label={t('hint.close')} onClick={close} />
      </div>
      <p class="hint-why">{hint.why}</p>
      <div class="hint-foot">
        {others.length > 0 && (
          <dl class="hint-others tabular">
            <dt>{t('hint.others')}</dt>
            {others.map(({ cards, points: n }) => (
              <dd key={cards.join()}>
                {cards.map(cardGlyph).join(' ')} <b>{points(n ?? 0)}</b>
              </dd>
            ))}
          </dl>
        )}
        <Button
          onClick={() => {
            close();
            take(hint, store);
          }}
        >
          {t(`hint.take.${hint.kind}`)}
        </Button>
      </div>
    </section>
  );
}

/** Does what the hint says; cards to pass are only chosen, so that they can be looked at first. */
export function take(hint: Found, store: TableStore): void {
  const { cards } = hint.best;
  if (hint.kind === 'pass') {
    for (const card of store.chosen.value) if (!cards.includes(card)) store.press(card);
    for (const card of cards) if (!store.chosen.value.includes(card)) store.press(card);
  } else if (cards[0] !== undefined) {
    store.press(cards[0]);
  }
}
