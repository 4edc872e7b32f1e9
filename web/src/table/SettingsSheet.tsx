import { look, type Look } from '../look';
import { change, settings } from '../state/settings';
import { ALTERNATING, FIXED_ORDERS } from '../state/sort';
import { Field, Segmented, Select, Sheet, Switch } from '../ui';
import { useStore } from './context';
import { w, type Word } from './words';

const THEMES = ['system', 'light', 'dark'] as const;
const SUITS = ['two', 'four', 'safe'] as const;
const ORDERS: readonly string[] = [ALTERNATING, ...FIXED_ORDERS];

function setLook(values: Partial<Look>): void {
  look.value = { ...look.value, ...values };
}

/** What this browser likes: look, hand, sounds, keys. Everything works at once. */
export function SettingsSheet() {
  const store = useStore();
  const now = settings.value;
  return (
    <Sheet title={w('settings')} open onClose={() => (store.sheet.value = null)}>
      <div class="settings">
        <h3>{w('set.look')}</h3>
        <Segmented
          label={w('set.theme')}
          value={look.value.theme}
          options={THEMES.map((value) => ({ value, label: w(`set.theme.${value}`) }))}
          onChange={(theme) => setLook({ theme })}
        />
        <Segmented
          label={w('set.suits')}
          value={look.value.suits}
          options={SUITS.map((value) => ({ value, label: w(`set.suits.${value}`) }))}
          onChange={(suits) => setLook({ suits })}
        />
        <Switch
          label={w('set.index')}
          checked={look.value.index === 'large'}
          onChange={(on) => setLook({ index: on ? 'large' : 'normal' })}
        />
        <Switch
          label={w('set.motion')}
          help={w('set.motion.help')}
          checked={now.motion === 'still'}
          onChange={(on) => change({ motion: on ? 'still' : 'auto' })}
        />
        <h3>{w('set.hand')}</h3>
        <Field label={w('set.order')}>
          {(ids) => (
            <Select
              {...ids}
              value={now.suits}
              options={ORDERS.map((value) => ({ value, label: w(`set.order.${value}` as Word) }))}
              onChange={(suits) => change({ suits })}
            />
          )}
        </Field>
        <Segmented
          label={w('set.ranks')}
          value={now.descending ? 'down' : 'up'}
          options={(['up', 'down'] as const).map((value) => ({ value, label: w(`set.ranks.${value}`) }))}
          onChange={(way) => change({ descending: way === 'down' })}
        />
        <Switch
          label={w('set.confirm')}
          help={w('set.confirm.help')}
          checked={now.confirmCard}
          onChange={(confirmCard) => change({ confirmCard })}
        />
        <Switch label={w('set.last')} checked={now.autoLast} onChange={(autoLast) => change({ autoLast })} />
        <h3>{w('set.table')}</h3>
        <Switch label={w('set.points')} checked={now.pointsPanel} onChange={(pointsPanel) => change({ pointsPanel })} />
        <Switch
          label={w('set.sound')}
          help={w('set.sound.help')}
          checked={now.sound}
          onChange={(sound) => change({ sound })}
        />
        <Switch label={w('set.keys')} help={w('set.keys.help')} checked={now.keys} onChange={(keys) => change({ keys })} />
      </div>
    </Sheet>
  );
}
