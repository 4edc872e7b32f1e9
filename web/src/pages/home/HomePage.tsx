/** Home: a table already. Your next hand lies face down; one button deals it. */
import { useEffect, useState } from 'preact/hooks';

import { useLevels, within, type Level } from '../../levels';
import { Notices } from '../../live/Notes';
import { ApiError, api, type Notice, type WaitingTable } from '../../net/api';
import { forgetful } from '../../net/visitor';
import { navigate } from '../../router';
import { t } from '../../text/home';
import { Button, Segmented, toast } from '../../ui';
import { PageHead } from '../../ui/PageHead';
import { keepChosen, readChosen, rulesOf } from '../setup/choice';
import { Fan } from './Fan';
import { Waiting } from './Waiting';
import './home.css';

export default function HomePage() {
  const [chosen, setChosen] = useState(readChosen);
  const levels = useLevels();
  const [busy, setBusy] = useState(false);
  const [tables, setTables] = useState<readonly WaitingTable[]>([]);
  const [notices, setNotices] = useState<readonly Notice[]>([]);

  useEffect(() => {
    document.title = t('title');
    let gone = false;
    // Without an answer there is simply no match to go on with; Play now says more if it fails as well.
    api.me().then(
      (me) => {
        if (gone) return;
        setTables(me.tables);
        setNotices(me.notices);
      },
      () => undefined,
    );
    return () => {
      gone = true;
    };
  }, []);

  async function play(): Promise<void> {
    setBusy(true);
    try {
      const { table } = await api.createTable({ rules: rulesOf(chosen), level: within(chosen.level, levels), pace: chosen.pace });
      navigate(`/table/${encodeURIComponent(table)}`);
    } catch (error) {
      setBusy(false);
      if (error instanceof ApiError && error.problems.length > 0) {
        toast(t('failed.rules'), { kind: 'warn' });
        navigate('/play');
      } else {
        toast(t('failed', { why: error instanceof Error ? error.message : '' }), { kind: 'warn' });
      }
    }
  }

  function setLevel(level: Level): void {
    const next = { ...chosen, level };
    setChosen(next);
    keepChosen(next);
  }

  return (
    <div class="home">
      <PageHead home />
      <main class="home-main">
        <h1 tabIndex={-1}>{t('heading')}</h1>
        <p class="home-lead">{t('lead')}</p>
        <div class="home-go">
          <Button kind="primary" size="l" busy={busy} onClick={() => void play()}>
            {busy ? t('starting') : t('play')}
          </Button>
          <Button kind="quiet" size="l" href="/play">
            {t('rules')}
          </Button>
          <Button kind="quiet" size="l" href="/lobby">
            {t('people')}
          </Button>
        </div>
        <div class="home-level">
          <Segmented<Level>
            label={t('level')}
            small
            value={within(chosen.level, levels)}
            options={levels}
            onChange={setLevel}
          />
        </div>
        <Notices notices={notices} />
        <Waiting tables={tables} />
      </main>
      <footer class="home-foot">
        <p>{Object.keys(chosen.changes).length > 0 ? t('under', { rules: chosen.name }) : ''}</p>
        <p>{t(forgetful.value ? 'kept.not' : 'kept')}</p>
        <p class="home-links">
          <a href="/daily">{t('daily')}</a> <a href="/rules/standard">{t('learn')}</a> <a href="/learn">{t('practise')}</a>
        </p>
      </footer>
      <Fan picked={busy} />
    </div>
  );
}
