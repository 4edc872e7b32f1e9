import type { View } from '../../net/types';
import { Sheet } from '../../ui';
import { useStore } from '../context';
import { useRulesText } from './rulesText';
import { ws, type SheetWord } from './words';

const KEYS: readonly (readonly [string, SheetWord])[] = [
  ['← → Home End', 'key.move'],
  ['↑ ↓', 'key.suits'],
  ['C D S H', 'key.jump'],
  ['Enter', 'key.play'],
  ['Space', 'key.select'],
  ['P', 'key.pass'],
  ['T', 'key.trick'],
  ['L', 'key.last'],
  ['X', 'key.scores'],
  ['W', 'key.turn'],
  ['B', 'key.broken'],
  ['R', 'key.repeat'],
  ['?', 'key.help'],
  ['U', 'key.undo'],
  ['I', 'key.hint'],
  ['Esc', 'key.escape'],
];

/** A word about the moon, and the keys. */
export function HelpSheet({ view }: { view: View }) {
  const store = useStore();
  const { texts, failed } = useRulesText(view.rules);
  const moon = texts?.[0]?.chapters.find(({ id }) => id === 'moon')?.lines ?? [];
  return (
    <Sheet title={ws('help')} open onClose={() => (store.sheet.value = null)}>
      <div tabIndex={0} role="group" aria-label={ws('help')}>
      <h3>{ws('help.moon')}</h3>
      <p>{texts ? moon.map(({ text }) => text).join(' ') : ws(failed ? 'rules.failed' : 'rules.loading')}</p>
      <h3>{ws('help.keys')}</h3>
      <dl class="keys">
        {KEYS.map(([keys, word]) => (
          <div key={word}>
            <dt>
              {keys.split(' ').map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{ws(word)}</dd>
          </div>
        ))}
      </dl>
      </div>
    </Sheet>
  );
}
