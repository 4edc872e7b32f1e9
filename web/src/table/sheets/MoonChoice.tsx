import type { MoonWay, View } from '../../net/types';
import { Icon, Sheet } from '../../ui';
import { useStore } from '../context';
import { number, seatName } from '../names';
import { ws } from './words';

/** The shooter's choice, with what the totals would be either way. */
export function MoonChoice({ view }: { view: View }) {
  const store = useStore();
  const options = view.moon_options;
  if (!options || view.seat === null) return null;
  const me = view.seat;
  const other = (me + 1) % view.players.length;
  const plus = (options.others_plus[other] ?? 0) - (options.self_minus[other] ?? 0);
  const minus = (options.others_plus[me] ?? 0) - (options.self_minus[me] ?? 0);
  const ways: [MoonWay, string][] = [
    ['others_plus', ws('choice.others', { n: plus })],
    ['self_minus', ws('choice.self', { n: minus })],
  ];
  return (
    <Sheet title={ws('choice.title')} open onClose={() => undefined} side="center" mustAnswer class="moon-sheet">
      <div class="moon-head">
        <Icon name="moon" size={48} />
        <p>{ws('choice.text')}</p>
      </div>
      <div class="moon-ways">
        {ways.map(([way, label]) => (
          <button key={way} type="button" class="moon-way" onClick={() => void store.chooseMoon(way)}>
            <b>{label}</b>
            <span class="soft">{ws('choice.totals')}</span>
            <span class="moon-totals">
              {options[way].map((total, seat) => (
                <span key={seat} data-mine={seat === me || undefined}>
                  <span>{seatName(view, seat)}</span> <b class="tabular">{number(total)}</b>
                </span>
              ))}
            </span>
          </button>
        ))}
      </div>
    </Sheet>
  );
}
