import { useEffect, useRef } from 'preact/hooks';

import { announcer } from '../../a11y/announcer';
import type { View } from '../../net/types';
import { t } from '../../text/live';
import { Button, Icon } from '../../ui';
import { useStore } from '../context';
import { seatName } from '../names';
import { Face } from './faces';
import { SLOW_MS } from './line';
import { leftOf, share, timeText, useTick } from './time';

const HURRY_MS = 5000;

/** Says in the header that messages take long. */
function SlowLine() {
  const trip = useStore().live.value?.line.roundTrip.value ?? null;
  if (trip === null || trip < SLOW_MS) return null;
  const words = t('line.poor', { n: (trip / 1000).toFixed(1) });
  return (
    <span class="clock clock-slow" title={words}>
      <Icon name="offline" size={17} />
      <span class="visually-hidden">{words}</span>
    </span>
  );
}

export function HeaderClock({ view }: { view: View }) {
  return (
    <>
      <SlowLine />
      <TimeLeft view={view} />
    </>
  );
}

/** The exact time of whoever is to move, at the top; one's own turn comes first. */
function TimeLeft({ view }: { view: View }) {
  const store = useStore();
  const latest = store.latest.value ?? view;
  const clock = latest.clock;
  const seats = clock ? clock.left_ms.flatMap((ms, seat) => (ms === null ? [] : [seat])) : [];
  const mine = latest.seat !== null && seats.includes(latest.seat);
  const seat = mine ? latest.seat : seats.length === 1 ? seats[0] : null;
  useTick(200, clock !== null && seat !== null && seat !== undefined);
  const told = clock && seat != null ? clock.left_ms[seat] : null;
  const left = told == null || !clock ? null : leftOf(store, told, clock.on);
  const hurry = mine && left !== null && left <= HURRY_MS;
  const warned = useRef(false);
  useEffect(() => {
    if (hurry && !warned.current) announcer.say(t('clock.hurry'));
    warned.current = hurry;
  }, [hurry]);
  if (!clock || left === null || seat == null) return null;
  const bank = clock.bank_ms[seat] ?? 0;
  const { reserve } = share(clock, seat, left);
  const label = t('clock.name', { name: seatName(latest, seat), time: timeText(left) });
  return (
    <span class="clock tabular" data-mine={mine || undefined} data-hurry={hurry || undefined} title={label}>
      <Icon name={clock.on ? 'clock' : 'pause'} size={17} />
      <span class="visually-hidden">{mine ? t('clock.mine') : seatName(latest, seat)} </span>
      <time role="timer" aria-live="off">
        {timeText(left)}
      </time>
      {reserve && bank > 0 && <span class="clock-reserve">{t('clock.reserve')}</span>}
      {hurry && <b>{t('clock.hurry.short')}</b>}
    </span>
  );
}

/** On a plate: the turn's ring as a clock, who is away, what was just said, and the way to the person. */
export function PlateParts({ view, seat, acting }: { view: View; seat: number; acting: boolean }) {
  const store = useStore();
  const live = store.live.value;
  const player = view.players[seat];
  const latest = store.latest.value ?? view;
  const clock = latest.clock;
  const told = clock?.left_ms[seat] ?? null;
  useTick(120, acting && told !== null && clock?.on === true);
  const away = latest.absent?.seat === seat ? latest.absent.giving_up_in_ms : null;
  useTick(1000, away !== null);
  if (!player || !live) return null;
  const ring = clock && acting && told !== null ? share(clock, seat, leftOf(store, told, clock.on)) : null;
  const bubble = live.bubbles.value[seat];
  const between = view.phase === 'deal_done' || view.phase === 'redeal';
  const free = view.seat === null && player.bot && !player.stand_in && between && view.kind !== 'coin';
  const { handle } = player;
  return (
    <>
      {ring && <span class="arc" data-reserve={ring.reserve || undefined} style={{ '--part': ring.part }} aria-hidden="true" />}
      {player.stand_in ? (
        <span class="plate-away">{t('plate.stand')}</span>
      ) : (
        !player.connected &&
        !player.bot && (
          <span class="plate-away tabular">
            {away === null ? t('plate.away') : t('plate.away.n', { n: Math.ceil(leftOf(store, away) / 1000) })}
          </span>
        )
      )}
      {handle !== null && seat !== view.seat && (
        <button
          type="button"
          class="plate-person"
          aria-label={t('plate.person', { name: player.name })}
          onClick={() => {
            live.person.value = { handle, name: player.name };
            store.sheet.value = 'people';
          }}
        />
      )}
      {free && (
        <Button aria-label={t('plate.take.name', { name: player.name })} onClick={() => void store.ask({ t: 'take_seat', seat })}>
          {t('plate.take')}
        </Button>
      )}
      {bubble && (
        <span class="bubble" key={bubble.key} aria-hidden="true">
          {bubble.emoji !== null ? <Face name={bubble.emoji} size={26} /> : bubble.text}
        </span>
      )}
    </>
  );
}
