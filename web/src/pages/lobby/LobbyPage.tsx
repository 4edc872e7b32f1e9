/** The lobby: sit down with strangers at once, see the open tables, or meet friends at a private one. */
import { useEffect, useMemo, useState } from 'preact/hooks';

import { liveApi } from '../../live/api';
import { CodeForm } from '../../live/CodeForm';
import { LobbySocket } from '../../live/lobbySocket';
import { NameSheet, useMyName } from '../../live/NameSheet';
import { CookieNote, Notices } from '../../live/Notes';
import type { ListedTable } from '../../net/protocol';
import { navigate } from '../../router';
import { isMarked, mark } from '../../stored';
import { t } from '../../text/lobby';
import { Button, Icon, toast } from '../../ui';
import { PageHead } from '../../ui/PageHead';
import { QuickPlay } from './QuickPlay';
import { TableList } from './TableList';
import './lobby.css';

export default function LobbyPage() {
  const { me, known, put } = useMyName();
  const socket = useMemo(
    () =>
      new LobbySocket(
        (url) => navigate(url),
        (message) => toast(message, { kind: 'warn' }),
      ),
    [],
  );
  // What is to happen once there is a name.
  const [then, setThen] = useState<(() => void) | null>(null);
  const [coded, setCoded] = useState(false);

  useEffect(() => {
    document.title = t('title');
    socket.start();
    return () => socket.close();
  }, [socket]);

  async function withName(deed: () => void): Promise<void> {
    const who = me ?? (await known);
    if (who && !who.named && !isMarked('unnamed')) setThen(() => deed);
    else deed();
  }
  const named = (deed: () => void): void => void withName(deed);

  function done(): void {
    const deed = then;
    setThen(null);
    deed?.();
  }

  async function sit(table: ListedTable): Promise<void> {
    try {
      navigate((await liveApi.joinListed(table.table)).url);
    } catch (error) {
      toast(t('failed', { why: error instanceof Error ? error.message : '' }), { kind: 'warn' });
    }
  }

  const people = socket.people.value;
  return (
    <div class="lobby">
      <PageHead />
      <main class="lobby-main">
        <div class="lobby-head">
          <h1 tabIndex={-1}>{t('heading')}</h1>
          <p class="lobby-soft">{people > 0 ? t('lead', { n: people }) : t('lead.none')}</p>
          {me && (
            <p class="lobby-me">
              {t('you.are')} <b>{me.name}</b>
              <Button kind="plain" onClick={() => setThen(() => () => undefined)}>
                {t('you.change')}
              </Button>
            </p>
          )}
        </div>
        <CookieNote />
        {me && <Notices notices={me.notices} />}
        <LinkNote socket={socket} />
        <QuickPlay socket={socket} onPlay={(mode) => named(() => socket.quick(mode, 'soon'))} />
        <section class="friends" aria-labelledby="friends-head">
          <h2 id="friends-head">{t('friends')}</h2>
          <p class="lobby-soft">{t('friends.lead')}</p>
          <div class="friends-go">
            <Button onClick={() => named(() => navigate('/lobby/private'))}>{t('friends.create')}</Button>
            <Button kind="plain" aria-expanded={coded} onClick={() => setCoded(!coded)}>
              {t('friends.join')}
            </Button>
          </div>
          {coded && <CodeForm onCode={(code) => named(() => navigate(`/join/${encodeURIComponent(code)}`))} />}
        </section>
        <section class="alone" aria-labelledby="alone-head">
          <h2 id="alone-head">{t('alone')}</h2>
          <p class="lobby-soft">{t('alone.lead')}</p>
          <Button href="/play">{t('alone.go')}</Button>
        </section>
        <TableList tables={socket.tables.value} onSit={(table) => named(() => void sit(table))} />
      </main>
      {then && me && (
        <NameSheet
          now={me.name}
          onDone={(name) => {
            put(name);
            done();
          }}
          later={
            me.named
              ? undefined
              : () => {
                  mark('unnamed');
                  done();
                }
          }
          onClose={() => setThen(null)}
        />
      )}
    </div>
  );
}

function LinkNote({ socket }: { socket: LobbySocket }) {
  const link = socket.link.value;
  const shut = socket.shut.value;
  if (link === 'open' && shut)
    return (
      <div class="lobby-link paper" role="status">
        <Icon name="info" />
        <p>{t(`shut.${shut}`)}</p>
      </div>
    );
  if (link !== 'lost' && link !== 'idle' && link !== 'moved') return null;
  return (
    <div class="lobby-link paper" role="status">
      <Icon name={link === 'lost' ? 'offline' : 'info'} />
      <p>{t(`link.${link}`)}</p>
      {link !== 'lost' && <Button onClick={socket.again}>{t('link.again')}</Button>}
    </div>
  );
}
