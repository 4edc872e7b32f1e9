/** Tips in practice: one thought when it is your turn, with the part of the table it is about ringed softly. */
import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';

import { announcer } from '../../a11y/announcer';
import { request } from '../../net/api';
import type { View } from '../../net/types';
import { change, settings } from '../../state/settings';
import type { TableStore } from '../../state/store';
import { t } from '../../text/tips';
import { Button, IconButton } from '../../ui';
import { mayAsk } from '../hint/Hint';
import './tips.css';

export interface Tip {
  deal: number;
  ply: number;
  kind: string;
  about: 'hand' | 'trick' | 'players' | '';
  text: string;
}

/** The address a guided first hand is opened at. */
const GUIDED = '#first-hand';

/** Names a place at which one tip is enough. */
export const placeOf = (view: View): string => `${view.deal}/${view.phase}/${view.ply}`;

export default function Tips({ view, store }: { view: View; store: TableStore }) {
  const tip = useSignal<Tip | null>(null);
  const asked = useRef('');
  const after = useRef('');
  const place = placeOf(view);
  const wanted = settings.value.tips && mayAsk(view);

  useEffect(() => {
    if (!wanted || asked.current === place) return;
    asked.current = place;
    const body = { after: after.current, guide: location.hash === GUIDED };
    request<Tip>('POST', `/api/tables/${encodeURIComponent(store.id)}/tip`, body).then(
      (found) => {
        if (asked.current !== place || found.kind === '') return;
        after.current = found.kind;
        tip.value = found;
        announcer.say(found.text);
      },
      () => undefined, // a tip that does not come is not missed
    );
  }, [wanted, place, store, tip]);

  const shown = tip.value;
  // Whoever has begun to choose cards to pass needs the room.
  const choosing = view.phase === 'passing' && store.chosen.value.length > 0;
  const fits = wanted && !choosing && shown !== null && shown.deal === view.deal && shown.ply === view.ply;
  const about = fits ? shown.about : '';
  useEffect(() => {
    const root = document.documentElement;
    if (about) root.dataset.coach = about;
    return () => {
      delete root.dataset.coach;
    };
  }, [about]);
  if (!fits) return null;
  return (
    <aside class="tip paper" aria-label={t('tip')}>
      <p>{shown.text}</p>
      <IconButton icon="close" size={18} label={t('tip.close')} onClick={() => (tip.value = null)} />
      <Button
        kind="plain"
        onClick={() => {
          change({ tips: false });
          if (location.hash === GUIDED) history.replaceState(history.state, '', location.pathname);
          store.tell(t('tip.off.said'));
        }}
      >
        {t('tip.off')}
      </Button>
    </aside>
  );
}
