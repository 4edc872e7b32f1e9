import { isAlone, type View } from '../../net/types';
import { Icon, Sheet, type IconName } from '../../ui';
import { useStore } from '../context';
import { w } from '../words';
import { ws } from './words';

/** Everything that is not needed in every trick. */
export function MenuSheet({ view }: { view: View }) {
  const store = useStore();
  const go = (sheet: typeof store.sheet.value) => () => void (store.sheet.value = sheet);
  const live = store.live.value;
  const over = view.phase === 'over';
  return (
    <Sheet title={w('header.menu')} open onClose={go(null)} class="menu-sheet">
      <ul class="menu" role="list">
        {!over && view.kind !== 'quick' && view.kind !== 'coin' && view.seat !== null && (
          <MenuItem
            icon={view.paused ? 'play' : 'pause'}
            label={view.paused ? w('resume') : w('pause')}
            onClick={() => {
              store.sheet.value = null;
              void store.pause(!view.paused);
            }}
          />
        )}
        {view.offers.map((offer) => (
          <MenuItem
            key={offer}
            icon={offer === 'take_back' ? 'undo' : 'check'}
            label={w(`offer.${offer}`)}
            onClick={() => {
              store.sheet.value = null;
              void store.take(offer);
            }}
          />
        ))}
        <MenuItem icon="rules" label={ws('rules')} onClick={go('rules')} />
        {(isAlone(view) || view.kind === 'private') && (
          <MenuItem icon="speed" label={w('speed')} onClick={go('speed')} />
        )}
        <MenuItem icon="check" label={ws('fair')} onClick={go('fair')} />
        {live && <live.MenuItems view={view} Item={MenuItem} />}
        <MenuItem icon="settings" label={ws('settings')} onClick={go('settings')} />
        <MenuItem icon="keyboard" label={ws('help')} onClick={go('help')} />
        <li class="menu-line" aria-hidden="true" />
        {view.kind === 'practice' && <MenuItem icon="restart" label={ws('new')} onClick={go('new')} />}
        <MenuItem icon="leave" label={ws('leave')} onClick={go('leave')} />
      </ul>
    </Sheet>
  );
}

function MenuItem({ icon, label, onClick }: { icon: IconName; label: string; onClick: () => void }) {
  return (
    <li>
      <button type="button" class="menu-item" onClick={onClick}>
        <Icon name={icon} size={21} />
        <span>{label}</span>
      </button>
    </li>
  );
}
