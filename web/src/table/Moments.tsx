import { useEffect } from 'preact/hooks';

import type { View } from '../net/types';
import { STAYS, type Moment } from '../state/moments';
import { Icon, type IconName } from '../ui';
import { useStore } from './context';
import { seatName } from './names';
import { listOf, w } from './words';

/** The scene now on show, over the middle of the table. It never takes input: any key or tap goes through and ends it. */
export function Moments({ view }: { view: View }) {
  const store = useStore();
  const keyed = store.moment.value;
  useEffect(() => {
    if (!keyed) return;
    const timer = setTimeout(store.nextMoment, STAYS[keyed.moment.kind]);
    return () => clearTimeout(timer);
  }, [keyed, store]);
  if (!keyed) return null;
  const { icon, title, more } = sceneOf(view, keyed.moment);
  return (
    <div class="moment" data-kind={keyed.moment.kind} data-small={SMALL.has(keyed.moment.kind) || undefined} key={keyed.key} aria-hidden="true">
      <span class="moment-mark">{icon === null ? <span class="taken-chip">Q♠</span> : <Icon name={icon} size={48} />}</span>
      <strong class="moment-title">{title}</strong>
      {more && <span class="moment-more">{more}</span>}
    </div>
  );
}

/** Scenes of one line, which leave the trick in sight. */
const SMALL = new Set<Moment['kind']>(['broken', 'queen', 'hold']);

interface Scene {
  /** Null: the queen's own chip. */
  icon: IconName | null;
  title: string;
  more?: string;
}

function sceneOf(view: View, moment: Moment): Scene {
  const mine = 'seat' in moment && moment.seat === view.seat;
  const name = 'seat' in moment ? seatName(view, moment.seat) : '';
  switch (moment.kind) {
    case 'broken':
      return { icon: 'heart-broken', title: w('moment.broken') };
    case 'queen':
      return { icon: null, title: mine ? w('moment.queen.you') : w('moment.queen', { name }) };
    case 'moon': {
      const kind = moment.sun ? 'sun' : 'moon';
      const scene: Scene = { icon: kind, title: mine ? w(`moment.${kind}.you`) : w(`moment.${kind}`, { name }) };
      if (moment.how === 'others_plus') scene.more = w('moment.moon.others', { n: moment.value });
      else if (moment.how === 'self_minus') {
        scene.more = mine
          ? w('moment.moon.self.you', { n: moment.value })
          : w('moment.moon.self', { n: moment.value, name });
      }
      return scene;
    }
    case 'redeal':
      return {
        icon: 'restart',
        title: mine ? w('moment.redeal.you') : w('moment.redeal', { name }),
        more: w('moment.redeal.more', { n: view.deal }),
      };
    case 'overtime':
      return {
        icon: 'clock',
        title: w('moment.overtime'),
        more: w('moment.overtime.more', { names: listOf(moment.tied.map((seat) => seatName(view, seat))) }),
      };
    case 'hold':
      return { icon: 'hold', title: w('moment.hold'), more: w('moment.hold.more', { n: view.deal }) };
  }
}
