import { useEffect } from 'preact/hooks';

import { announcer } from '../../a11y/announcer';
import type { TableSocket } from '../../net/socket';
import { t } from '../../text/live';
import { Button } from '../../ui';
import { useTick } from './time';

const CALM_MS = 1200;
const GIVE_UP_MS = 60_000;

// The page after the last try has to be here before the line breaks: nothing can be loaded then.
void import('./Ended').catch(() => undefined);

/** The line is down: tries go on under this note for a minute, then the page asks. */
export function Reconnect({ socket }: { socket: TableSocket }) {
  const link = socket.link.value;
  useTick(250);
  const since = link.state === 'lost' ? Date.now() - link.since : 0;
  const over = since >= GIVE_UP_MS;
  const visible = since > CALM_MS;
  useEffect(() => {
    if (over) socket.giveUp();
  }, [over, socket]);
  useEffect(() => {
    if (visible) announcer.say(`${t('reconnect.title')}. ${t('reconnect.text')}`);
  }, [visible]);
  if (!visible) return null;
  return (
    <div class="reconnect">
      <section class="paper reconnect-paper" aria-labelledby="reconnect-head">
        <h2 id="reconnect-head">{t('reconnect.title')}</h2>
        <p>{t('reconnect.text')}</p>
        <p class="tabular">{t('reconnect.n', { n: Math.max(1, Math.ceil((GIVE_UP_MS - since) / 1000)) })}</p>
        <Button kind="primary" onClick={socket.retryNow}>
          {t('reconnect.now')}
        </Button>
      </section>
    </div>
  );
}
