import { useEffect } from 'preact/hooks';
import { useSignal } from '@preact/signals';

import type { TableSocket } from '../net/socket';
import { announcer } from '../a11y/announcer';
import { Button, Icon } from '../ui';
import { w } from './words';

/** A short interruption is not worth a word; a longer one is told calmly. */
const CALM = 700;

/** Says when the line is down or the table has moved to another tab, and offers the way back. */
export function LinkBanner({ socket }: { socket: TableSocket }) {
  const link = socket.link.value;
  const now = useSignal(Date.now());
  const lost = link.state === 'lost' ? link : null;
  const told = useSignal(false);

  useEffect(() => {
    if (!lost) return;
    const timer = setInterval(() => {
      now.value = Date.now();
    }, 250);
    return () => clearInterval(timer);
  }, [lost !== null, now]);

  const visible = lost !== null && now.value - lost.since > CALM;
  useEffect(() => {
    if (visible && !told.value) {
      told.value = true;
      announcer.say(w('link.lost'));
    }
    if (link.state === 'open' && told.value) {
      told.value = false;
      announcer.say(w('link.back'));
    }
    if (link.state === 'moved') announcer.say(w('link.moved'));
  }, [visible, link.state, told]);

  if (link.state === 'moved') {
    return (
      <main>
        <section class="link-banner" aria-label={w('link.label')}>
          <Icon name="copy" size={20} />
          <div>
            <h1>{w('link.moved')}</h1>
            <p>{w('link.moved.more')}</p>
          </div>
          <Button kind="primary" onClick={() => socket.takeBack()}>
            {w('link.take')}
          </Button>
        </section>
      </main>
    );
  }
  if (!lost || !visible) return null;
  const seconds = Math.ceil((lost.retryAt - now.value) / 1000);
  return (
    <section class="link-banner" aria-label={w('link.label')}>
      <Icon name="offline" size={20} />
      <p class="tabular">{seconds > 1 ? w('link.lost.in', { n: seconds }) : w('link.lost')}</p>
      <Button onClick={socket.retryNow}>{w('link.now')}</Button>
    </section>
  );
}
