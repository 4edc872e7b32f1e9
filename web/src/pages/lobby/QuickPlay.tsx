import { useEffect, useRef, useState } from 'preact/hooks';

import type { LobbySocket } from '../../live/lobbySocket';
import type { QuickMode } from '../../net/protocol';
import { t } from '../../text/lobby';
import { Button, Icon } from '../../ui';

export const MODES = ['standard', 'fast', 'deniro'] as const satisfies readonly QuickMode[];

/** One button for each mode; while a wish stands, what becomes of it. */
export function QuickPlay({ socket, onPlay }: { socket: LobbySocket; onPlay: (mode: QuickMode) => void }) {
  const box = useRef<HTMLElement>(null);
  const pressed = useRef(false);
  const wish = socket.waiting.value;
  const shown = wish && `${wish.mode} ${wish.when}`;
  useEffect(() => {
    // A button here may be gone once it has been pressed, and the focus with it.
    const lost = pressed.current && document.activeElement === document.body;
    if (lost) box.current?.querySelector<HTMLElement>('.wish h3, .quick-mode')?.focus();
  }, [shown]);
  return (
    <section class="quick" aria-labelledby="quick-head" ref={box} onClick={() => (pressed.current = true)}>
      <h2 id="quick-head">{t('quick')}</h2>
      {wish ? (
        <Wish socket={socket} />
      ) : (
        <>
          <p class="lobby-soft">{t('quick.lead')}</p>
          <ul class="quick-modes" role="list">
            {MODES.map((mode, i) => (
              <li key={mode}>
                <button type="button" class="quick-mode paper" data-first={i === 0 || undefined} onClick={() => onPlay(mode)}>
                  <strong>{t(`quick.${mode}`)}</strong>
                  <span>{t(`quick.${mode}.note`)}</span>
                  <Icon name="chevron-right" />
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

function Wish({ socket }: { socket: LobbySocket }) {
  const wish = socket.waiting.value;
  const [, tick] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => tick((n) => n + 1), 250);
    return () => clearInterval(timer);
  }, []);
  if (!wish) return null;
  const left = Math.max(0, wish.starts_in_ms - (performance.now() - wish.at));
  const n = Math.ceil(left / 1000);
  const whole = Math.max(1, wish.starts_in_ms + wish.since_ms);
  return (
    <div class="wish paper">
      <h3 tabIndex={-1}>{t('wait.title', { mode: t(`quick.${wish.mode}`) })}</h3>
      <p role="status">
        {t('wait.people', { n: wish.people })} {wish.when === 'wait' && t('wait.longer.on')}
      </p>
      <div class="wish-time">
        <div class="wish-bar" aria-hidden="true">
          <span style={{ transform: `scaleX(${1 - left / whole})` }} />
        </div>
        <p class="tabular">{n > 0 ? t('wait.starts', { n }) : t('wait.starts.now')}</p>
      </div>
      <div class="wish-buttons">
        <Button kind="primary" onClick={() => socket.quick(wish.mode, 'now')}>
          {t('wait.now')}
        </Button>
        {wish.when !== 'wait' && <Button onClick={() => socket.quick(wish.mode, 'wait')}>{t('wait.longer')}</Button>}
        <Button kind="plain" onClick={() => socket.cancel()}>
          {t('wait.cancel')}
        </Button>
      </div>
    </div>
  );
}
