import type { Direction, View } from '../net/types';
import { Mark } from '../brand/Mark';
import { Icon, IconButton, type IconName } from '../ui';
import { useStore } from './context';
import { directionName } from './names';
import { w } from './words';

const ARROWS: Record<Direction, IconName> = {
  L: 'arrow-left',
  R: 'arrow-right',
  A: 'arrow-up',
  L2: 'arrow-left-2',
  R2: 'arrow-right-2',
  S: 'scatter',
  H: 'hold',
};

export const directionIcon = (direction: Direction): IconName => ARROWS[direction];

/** The strip at the top: home, the rules in force, which hand, where it is passed, whether hearts are broken, menu. */
export function Header({ view }: { view: View }) {
  const store = useStore();
  const live = store.live.value;
  const hearts = view.broken ? w('hearts.broken') : w('hearts.unbroken');
  return (
    <header class="bar">
      <a class="bar-home" href="/" aria-label={w('header.home')}>
        <Mark size={26} />
      </a>
      <button
        type="button"
        class="bar-rules"
        aria-label={w('header.rules', { name: view.rules_name })}
        onClick={() => (store.sheet.value = 'rules')}
      >
        <span class="bar-rules-name">{view.rules_name}</span>
        <Icon name="info" size={17} />
      </button>
      <ul class="bar-facts" role="list">
        <li class="tabular">{w('hand', { n: view.deal })}</li>
        <li title={directionName(view.direction)}>
          <Icon name={directionIcon(view.direction)} size={18} />
          <span class="bar-words">{directionName(view.direction)}</span>
        </li>
        {view.rules.lead_hearts === 'after_break' && (
          <li class="bar-hearts" data-broken={view.broken || undefined} title={hearts}>
            <Icon name={view.broken ? 'heart-broken' : 'heart'} size={18} />
            <span class="bar-words">{hearts}</span>
          </li>
        )}
      </ul>
      {live && <live.HeaderClock view={view} />}
      <IconButton icon="menu" label={w('header.menu')} onClick={() => (store.sheet.value = 'menu')} />
    </header>
  );
}
