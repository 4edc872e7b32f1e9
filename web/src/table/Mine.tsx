import type { Card, View } from '../net/types';
import { sayTurn } from '../a11y/speech';
import { change, settings } from '../state/settings';
import { phaseKey } from '../state/store';
import { Button, Icon, IconButton, type IconName } from '../ui';
import { useStore } from './context';
import { cardGlyph, number, seatName } from './names';
import { isActing, Plate } from './Plate';
import { w } from './words';

/** The strip above the hand: whose turn in words, the viewer's plate, points of this hand, and the tools. */
export function Mine({ view }: { view: View }) {
  return (
    <div class="mine" data-watching={view.seat === null || undefined}>
      <PointsPanel view={view} />
      <div class="mine-middle">
        <Plate view={view} seat={view.seat ?? 0} />
        <Status view={view} />
      </div>
      <Tools />
    </div>
  );
}

/** One sentence: what is asked of the viewer, or for whom the table waits; reasons and refusals appear in its place. */
function Status({ view }: { view: View }) {
  const store = useStore();
  const notice = store.notice.value;
  if (notice) {
    return (
      <p class="status status-notice" key={notice.key}>
        {notice.text}
      </p>
    );
  }
  if (view.phase === 'trick_done' && view.waiting.includes('continue')) {
    return (
      <>
        <p class="status status-beside">{statusText(view, null)}</p>
        {!store.going.value && (
          <Button kind="primary" onClick={() => void store.goOn()}>
            {w('go.trick')}
          </Button>
        )}
      </>
    );
  }
  // Elsewhere taking back is always possible, or hardly ever: there it stands in the menu.
  const offer = view.offers.find((kind) => kind !== 'take_back' || view.kind === 'private');
  if (offer && !view.vote && !view.paused) {
    return (
      <>
        <p class="status status-beside">{statusText(view, store.ahead.value)}</p>
        <Button kind={offer === 'take_back' ? 'quiet' : 'primary'} onClick={() => void store.take(offer)}>
          {w(`offer.${offer}`)}
        </Button>
      </>
    );
  }
  const mine = view.seat !== null && isActing(view, view.seat) && view.phase === 'playing';
  return (
    <p class="status" data-mine={mine || undefined}>
      {statusText(view, store.ahead.value)}
    </p>
  );
}

function statusText(view: View, ahead: Card | null): string {
  if (view.paused) return w('turn.paused');
  if (ahead !== null && view.hand.includes(ahead)) return w('ahead.status', { card: cardGlyph(ahead) });
  if (view.phase === 'trick_done' && view.trick.winner !== null) {
    return view.trick.winner === view.seat
      ? w('say.you.take.none')
      : w('say.takes.none', { name: seatName(view, view.trick.winner) });
  }
  if (view.phase === 'choosing_moon' && view.shooter !== view.seat && view.shooter !== null) {
    return w('choice.wait', { name: seatName(view, view.shooter) });
  }
  if (view.phase !== 'playing' || view.turn === null) return '\u00a0';
  return view.turn === view.seat ? sayTurn(view) : w('turn.other', { name: seatName(view, view.turn) });
}

function PointsPanel({ view }: { view: View }) {
  if (view.seat === null) return <div class="points" />;
  if (!settings.value.pointsPanel) return <div class="points" />;
  return (
    <div class="points">
      <span class="points-label">{w('points.this')}</span>
      <b class="tabular">{number(view.points[view.seat] ?? 0)}</b>
      <IconButton
        icon="eye-off"
        size={17}
        label={`${w('points.hide')}: ${w('points.this')}`}
        onClick={() => change({ pointsPanel: false })}
      />
    </div>
  );
}

function Tools() {
  const store = useStore();
  const Hint = store.hint.value;
  return (
    <div class="tools">
      {Hint && <Hint />}
      <Tool icon="last-trick" label={w('last')} onClick={() => (store.sheet.value = 'last')} />
      <Tool icon="scores" label={w('scores')} onClick={() => (store.sheet.value = 'scores')} />
      {store.live.value ? (
        <store.live.value.ChatTool />
      ) : (
        <Tool icon="speed" label={w('speed')} onClick={() => (store.sheet.value = 'speed')} />
      )}
    </div>
  );
}

function Tool({ icon, label, onClick }: { icon: IconName; label: string; onClick: () => void }) {
  return (
    <button type="button" class="tool" title={label} onClick={onClick}>
      <Icon name={icon} size={20} />
      <span class="tool-label">{label}</span>
    </button>
  );
}

/** What stands in the middle when the table waits for a word from the viewer. */
export function GoOn({ view }: { view: View }) {
  const store = useStore();
  if (view.paused) {
    return (
      <div class="go-on" data-paused>
        <h2>{w('paused')}</h2>
        <p>{w('paused.more')}</p>
        <Button kind="primary" icon="play" onClick={() => void store.pause(false)}>
          {w('resume')}
        </Button>
      </div>
    );
  }
  if (!view.waiting.includes('continue') || store.sheet.value !== null || store.going.value) return null;
  if (view.phase === 'trick_done') return null; // its button stands beside the plate, not over the cards
  if (view.phase === 'deal_done' && store.opened.value !== phaseKey(view)) return null;
  if (view.phase === 'redeal' && store.moment.value) return null; // its words come first
  const words = view.phase === 'redeal' ? 'go.redeal' : 'go.deal';
  return (
    <div class="go-on">
      <Button kind="primary" onClick={() => void store.goOn()}>
        {w(words)}
      </Button>
    </div>
  );
}
