/** Pages in place of a table that is no longer there for this visitor. */
import { useEffect, useRef } from 'preact/hooks';

import type { Link } from '../../net/socket';
import { catalogue } from '../../text';
import { Button } from '../../ui';

const t = catalogue({
  gone: 'This table is gone',
  'gone.text': 'It was closed or the address is wrong. Nothing else of yours is lost.',
  left: 'You left this table',
  'left.text': 'Your other matches wait on the home page.',
  removed: 'The host removed you from this table',
  'removed.text': 'The match had not begun, so nothing is lost. Other tables are open to you.',
  idle: 'The table was closed',
  'idle.text': 'Nobody did anything here for long. Open or join another whenever you like.',
  full: 'There is no place at this table',
  'full.text': 'Every seat is taken, and spectators are not let in.',
  given_up: 'The server cannot be reached',
  'given_up.text': 'Your seat is kept for as long as the match lasts; a bot plays for you until you are back.',
  again: 'Try again',
  lobby: 'See open tables',
  home: 'Go home',
});

type Why = 'gone' | 'left' | 'removed' | 'idle' | 'full' | 'given_up';

export function Ended({ link, again }: { link: Link; again: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  const code = link.state === 'gone' ? (link.code ?? 'gone') : link.state;
  const why = (['left', 'removed', 'idle', 'full', 'given_up'].includes(code) ? code : 'gone') as Why;
  const people = why === 'removed' || why === 'idle' || why === 'full';
  return (
    <main class="notice">
      <div class="paper notice-paper">
        <h1 tabIndex={-1} ref={heading}>
          {t(why)}
        </h1>
        <p>{t(`${why}.text`)}</p>
        {why === 'given_up' ? (
          <>
            <Button kind="primary" onClick={again}>
              {t('again')}
            </Button>
            <Button href="/">{t('home')}</Button>
          </>
        ) : (
          <Button kind="primary" href={people ? '/lobby' : '/'}>
            {t(people ? 'lobby' : 'home')}
          </Button>
        )}
      </div>
    </main>
  );
}
