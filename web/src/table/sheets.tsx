import type { Pace, View } from '../net/types';
import { Card } from '../cards/Card';
import { navigate } from '../router';
import { Button, Icon, Sheet, type IconName } from '../ui';
import { Chart } from './Chart';
import { useStore } from './context';
import { cardName, seatName } from './names';
import { ScoreTable } from './ScoreTable';
import { w, type Word } from './words';

/** Scores, at any time; after a hand it also leads on to the next one. */
export function ScoresSheet({ view }: { view: View }) {
  const store = useStore();
  const close = (): void => void (store.sheet.value = null);
  const over = view.phase === 'deal_done' && view.waiting.includes('continue');
  const last = view.rows.at(-1);
  return (
    <Sheet
      title={over && last ? w('deal.title', { n: last.deal }) : w('scores')}
      open
      onClose={close}
      class="scores-sheet"
      footer={
        over && (
          <Button
            kind="primary"
            wide
            autofocus
            onClick={() => {
              close();
              void store.goOn();
            }}
          >
            {w('go.deal')}
          </Button>
        )
      }
    >
      {view.rows.length === 0 ? <p class="soft">{w('scores.none')}</p> : null}
      <ScoreTable view={view} />
      <Chart view={view} />
    </Sheet>
  );
}

/** The trick before this one, laid out as it lay. */
export function LastTrickSheet({ view }: { view: View }) {
  const store = useStore();
  const last = view.last_trick;
  const players = view.players.length;
  return (
    <Sheet title={w('last')} open onClose={() => (store.sheet.value = null)} side="center">
      {!last || last.winner === null ? (
        <p class="soft">{w('last.none')}</p>
      ) : (
        <>
          <ol class="last-trick">
            {last.cards.map((card, i) => {
              const seat = (last.leader + i) % players;
              return (
                <li key={card} data-wins={seat === last.winner || undefined}>
                  <span class="last-name">{seatName(view, seat)}</span>
                  <Card card={card} size={72} />
                  <span class="visually-hidden">{cardName(card)}</span>
                </li>
              );
            })}
          </ol>
          <p>
            {w(last.winner === view.seat ? 'last.took.you' : 'last.took', {
              name: seatName(view, last.winner),
              card: cardName(last.cards[(last.winner - last.leader + players) % players] ?? ''),
            })}
          </p>
        </>
      )}
    </Sheet>
  );
}

const PACES: readonly Pace[] = ['slow', 'normal', 'fast', 'instant', 'click'];

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
              <b>{w(`speed.${pace}`)}</b>
              <span class="choice-note">{w(`speed.${pace}.note`)}</span>
            </span>
          </label>
        ))}
      </fieldset>
    </Sheet>
  );
}

export function MenuSheet({ view }: { view: View }) {
  const store = useStore();
  const go = (sheet: typeof store.sheet.value) => () => void (store.sheet.value = sheet);
  const over = view.phase === 'over';
  return (
    <Sheet title={w('header.menu')} open onClose={go(null)} class="menu-sheet">
      <ul class="menu" role="list">
        {!over && (
          <MenuItem
            icon={view.paused ? 'play' : 'pause'}
            label={view.paused ? w('resume') : w('pause')}
            onClick={() => {
              store.sheet.value = null;
              void store.pause(!view.paused);
            }}
          />
        )}
        <MenuItem icon="rules" label={w('rules')} onClick={go('rules')} />
        <MenuItem icon="speed" label={w('speed')} onClick={go('speed')} />
        <MenuItem icon="settings" label={w('settings')} onClick={go('settings')} />
        <MenuItem icon="keyboard" label={w('help')} onClick={go('help')} />
        <li class="menu-line" aria-hidden="true" />
        <MenuItem icon="restart" label={w('new')} onClick={go('new')} />
        <MenuItem icon="leave" label={w('leave')} onClick={go('leave')} />
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

export function LeaveSheet({ view }: { view: View }) {
  const store = useStore();
  const close = (): void => void (store.sheet.value = null);
  return (
    <Sheet
      title={w('leave.title')}
      open
      onClose={close}
      side="center"
      footer={
        <div class="sheet-buttons">
          <Button onClick={close}>{w('stay')}</Button>
          <Button kind="primary" onClick={() => navigate('/')}>
            {w('leave.yes')}
          </Button>
        </div>
      }
    >
      <p>{w(view.phase === 'over' ? 'leave.text.over' : 'leave.text')}</p>
    </Sheet>
  );
}

export function NewMatchSheet() {
  const store = useStore();
  const close = (): void => void (store.sheet.value = null);
  return (
    <Sheet
      title={w('new.title')}
      open
      onClose={close}
      side="center"
      footer={
        <div class="sheet-buttons">
          <Button onClick={close}>{w('stay')}</Button>
          <Button
            kind="primary"
            onClick={() => {
              close();
              void store.newMatch();
            }}
          >
            {w('new.yes')}
          </Button>
        </div>
      }
    >
      <p>{w('new.text')}</p>
    </Sheet>
  );
}

const KEYS: readonly (readonly [string, Word])[] = [
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
  ['Esc', 'key.escape'],
];

export function HelpSheet() {
  const store = useStore();
  return (
    <Sheet title={w('help')} open onClose={() => (store.sheet.value = null)}>
      <h3>{w('help.moon')}</h3>
      <p>{w('help.moon.text')}</p>
      <h3>{w('help.keys')}</h3>
      <dl class="keys">
        {KEYS.map(([keys, word]) => (
          <div key={word}>
            <dt>
              {keys.split(' ').map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{w(word)}</dd>
          </div>
        ))}
      </dl>
    </Sheet>
  );
}

