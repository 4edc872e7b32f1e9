import { look, type Look } from '../../look';
import { change, settings } from '../../state/settings';
import { ALTERNATING, FIXED_ORDERS } from '../../state/sort';
import { Field, Segmented, Select, Sheet, Switch } from '../../ui';
import { useStore } from '../context';
import { ws, type SheetWord } from './words';

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
    <Sheet title={ws('settings')} open onClose={() => (store.sheet.value = null)}>
      <div class="settings">
        <h3>{ws('set.look')}</h3>
        <Segmented
          label={ws('set.theme')}
          value={look.value.theme}
          options={THEMES.map((value) => ({ value, label: ws(`set.theme.${value}`) }))}
          onChange={(theme) => setLook({ theme })}
        />
        <Segmented
          label={ws('set.suits')}
          value={look.value.suits}
          options={SUITS.map((value) => ({ value, label: ws(`set.suits.${value}`) }))}
          onChange={(suits) => setLook({ suits })}
        />
        <Switch
          label={ws('set.index')}
          checked={look.value.index === 'large'}
          onChange={(on) => setLook({ index: on ? 'large' : 'normal' })}
        />
        <Switch
          label={ws('set.motion')}
          help={ws('set.motion.help')}
          checked={now.motion === 'still'}
          onChange={(on) => change({ motion: on ? 'still' : 'auto' })}
        />
        <h3>{ws('set.hand')}</h3>
        <Field label={ws('set.order')}>
          {(ids) => (
            <Select
              {...ids}
              value={now.suits}
              options={ORDERS.map((value) => ({ value, label: ws(`set.order.${value}` as SheetWord) }))}
              onChange={(suits) => change({ suits })}
            />
          )}
        </Field>
        <Segmented
          label={ws('set.ranks')}
          value={now.descending ? 'down' : 'up'}
          options={(['up', 'down'] as const).map((value) => ({ value, label: ws(`set.ranks.${value}`) }))}
          onChange={(way) => change({ descending: way === 'down' })}
        />
        <Switch
          label={ws('set.confirm')}
          help={ws('set.confirm.help')}
          checked={now.confirmCard}
          onChange={(confirmCard) => change({ confirmCard })}
        />
        <Switch
          label={ws('set.ahead')}
          help={ws('set.ahead.help')}
          checked={now.ahead}
          onChange={(ahead) => change({ ahead })}
        />
        <Switch label={ws('set.last')} checked={now.autoLast} onChange={(autoLast) => change({ autoLast })} />
        <h3>{ws('set.table')}</h3>
        <Switch label={ws('set.points')} checked={now.pointsPanel} onChange={(pointsPanel) => change({ pointsPanel })} />
        <Switch label={ws('set.tips')} help={ws('set.tips.help')} checked={now.tips} onChange={(tips) => change({ tips })} />
        <Switch
          label={ws('set.sound')}
          help={ws('set.sound.help')}
          checked={now.sound}
          onChange={(sound) => change({ sound })}
        />
        <Switch label={ws('set.keys')} help={ws('set.keys.help')} checked={now.keys} onChange={(keys) => change({ keys })} />
      </div>
    </Sheet>
  );
}
