import type { View } from '../net/types';
import { Button } from '../ui';
import { useStore } from './context';
import { towards } from './geometry';
import { othersClockwise } from './names';
import { passButton, passQuestion, receiver } from './passing';
import { w } from './words';

/** The middle of the table while cards are passed: where they go, in an arrow and in words, and the button. */
export function PassArea({ view }: { view: View }) {
  const store = useStore();
  if (view.seat === null) return null;
  const done = view.has_passed[view.seat] === true;
  const chosen = store.chosen.value;
  const ready = chosen.length === view.pass_count;
  const [question, ...more] = passQuestion(view);
  return (
    <div class="pass">
      <PassArrows view={view} />
      <h2 class="pass-question">{question}</h2>
      {more.map((line) => (
        <p class="pass-more" key={line}>
          {line}
        </p>
      ))}
      {done ? (
        <Button icon="undo" onClick={() => void store.recall()}>
          {w('pass.recall')}
        </Button>
      ) : (
        <Button
          kind={ready ? 'primary' : 'quiet'}
          aria-disabled={!ready}
          busy={store.passing.value}
          onClick={() => (ready ? void store.pass() : store.tell(`${passButton(view, chosen)}.`))}
        >
          {passButton(view, chosen)}
        </Button>
      )}
    </div>
  );
}

const WIDE = 320;
const HIGH = 170;

/** One large quiet arrow from the viewer's hand to whoever gets the cards; one to each for a scatter. */
function PassArrows({ view }: { view: View }) {
  const players = view.players.length;
  const me = view.seat ?? 0;
  const to = receiver(view);
  const seats = to === null ? othersClockwise(view) : [to];
  return (
    <svg class="pass-arrows" viewBox={`0 0 ${WIDE} ${HIGH}`} aria-hidden="true">
      {seats.map((seat) => {
        const { x, y } = towards((seat - me + players) % players, players);
        const endX = WIDE / 2 + x * (WIDE / 2 - 14);
        const endY = HIGH * 0.52 + y * (HIGH * 0.42);
        const midX = WIDE / 2 + x * (to === null ? 50 : 26);
        const midY = endY + (y < -0.9 ? 60 : 6);
        const angle = Math.atan2(endY - midY, endX - midX);
        return (
          <g key={seat}>
            <path d={`M${WIDE / 2 + (to === null ? x * 40 : 0)} ${HIGH - (to === null ? 24 : 6)}Q${midX} ${midY} ${endX} ${endY}`} />
            <path d={head(endX, endY, angle)} />
          </g>
        );
      })}
    </svg>
  );
}

function head(x: number, y: number, angle: number): string {
  const arm = (turn: number): string => {
    const a = angle + Math.PI + turn;
    return `${(x + Math.cos(a) * 20).toFixed(1)} ${(y + Math.sin(a) * 20).toFixed(1)}`;
  };
  return `M${arm(0.6)}L${x.toFixed(1)} ${y.toFixed(1)}L${arm(-0.6)}`;
}
