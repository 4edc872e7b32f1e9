/** Somebody opens the link of a table, or writes its code: a name first, then the seat; or a page that says why not. */
import { useEffect, useState } from 'preact/hooks';

import { liveApi } from '../../live/api';
import { CodeForm, looksLikeCode } from '../../live/CodeForm';
import { NameForm, useMyName } from '../../live/NameSheet';
import { CookieNote } from '../../live/Notes';
import { ApiError } from '../../net/api';
import { navigate } from '../../router';
import { t } from '../../text/lobby';
import { Button } from '../../ui';
import { PageHead } from '../../ui/PageHead';
import './join.css';

type Wrong = 'unknown' | 'full' | 'locked' | 'over' | 'barred' | 'many' | 'offline';

const WRONG: Record<string, Wrong> = {
  code_unknown: 'unknown',
  bad_value: 'unknown',
  table_full: 'full',
  table_locked: 'locked',
  table_over: 'over',
  barred: 'barred',
  too_many_requests: 'many',
  too_many_tries: 'many',
};

export default function JoinPage({ id }: { id: string }) {
  const { me } = useMyName();
  const [wrong, setWrong] = useState<Wrong | null>(null);
  const [busy, setBusy] = useState(false);

  useEffect(() => {
    document.title = t('join.title');
  }, []);

  async function join(): Promise<void> {
    setBusy(true);
    setWrong(null);
    try {
      const joined = await liveApi.join(looksLikeCode(id) ? { code: id } : { token: id });
      navigate(joined.url, { replace: true });
    } catch (error) {
      setBusy(false);
      const known = error instanceof ApiError ? (WRONG[error.code] ?? (error.status === 429 ? 'many' : null)) : null;
      setWrong(known ?? 'offline');
    }
  }

  // What had the focus has given way to these words.
  useEffect(() => {
    if (wrong && document.activeElement === document.body) document.querySelector('h1')?.focus();
  }, [wrong]);

  // A known visitor sits down at once.
  const known = me?.named === true && id !== '';
  useEffect(() => {
    if (known) void join();
  }, [known]);

  return (
    <div class="join">
      <PageHead />
      <main class="join-main">
        <CookieNote />
        <div class="paper join-paper">
          {wrong ? (
            <WrongCode wrong={wrong} again={() => void join()} />
          ) : id === '' ? (
            <>
              <h1 tabIndex={-1}>{t('join.code')}</h1>
              <CodeForm onCode={(code) => navigate(`/join/${encodeURIComponent(code)}`)} />
            </>
          ) : (
            <>
              <h1 tabIndex={-1}>{t('join.heading')}</h1>
              <p>{t('join.text')}</p>
              {me && !me.named ? (
                <NameForm now="" label={t('join.go')} busy={busy} onDone={() => void join()} />
              ) : (
                <p role="status">{t('join.busy')}</p>
              )}
            </>
          )}
        </div>
      </main>
    </div>
  );
}

function WrongCode({ wrong, again }: { wrong: Wrong; again: () => void }) {
  const may = wrong === 'locked' || wrong === 'full' || wrong === 'many' || wrong === 'offline';
  return (
    <>
      <h1 tabIndex={-1}>{t(`join.${wrong}`)}</h1>
      <p role="alert">{t(`join.${wrong}.text`)}</p>
      {wrong === 'unknown' && (
        <CodeForm onCode={(code) => navigate(`/join/${encodeURIComponent(code)}`, { replace: true })} />
      )}
      <div class="join-go">
        {may && (
          <Button kind="primary" onClick={again}>
            {t('join.again')}
          </Button>
        )}
        <Button href="/lobby">{t('join.lobby')}</Button>
      </div>
    </>
  );
}
