import type { Pace, View } from '../../net/types';
import { Sheet } from '../../ui';
import { useStore } from '../context';
import { w } from '../words';
import { ws } from './words';

const PACES: readonly Pace[] = ['slow', 'normal', 'fast', 'instant', 'click'];

/** How fast the table goes; takes effect at once, in the middle of a hand too. */
export function SpeedSheet({ view }: { view: View }) {
  const store = useStore();
  return (
    <Sheet title={w('speed')} open onClose={() => (store.sheet.value = null)} side="center">
      <fieldset class="choices">
        <legend class="visually-hidden">{w('speed')}</legend>
        {PACES.map((pace) => (
          <label class="choice" key={pace}>
            <input
              type="radio"
              name="pace"
              value={pace}
              checked={view.pace === pace}
              onChange={() => void store.setPace(pace)}
            />
            <span>
              <b>{ws(`speed.${pace}`)}</b>
              <span class="choice-note">{ws(`speed.${pace}.note`)}</span>
            </span>
          </label>
        ))}
      </fieldset>
    </Sheet>
  );
}
