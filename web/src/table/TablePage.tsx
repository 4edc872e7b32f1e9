import { effect } from '@preact/signals';
import { useEffect, useErrorBoundary, useMemo, useState } from 'preact/hooks';

import { TableSocket, type Link } from '../net/socket';
import { isAlone } from '../net/types';
import { navigate } from '../router';
import { settings } from '../state/settings';
import { TableStore } from '../state/store';
import { Button } from '../ui';
import { StoreContext } from './context';
import { LinkBanner } from './LinkBanner';
import { TableView } from './TableView';
import { w } from './words';
import './table.css';

/** A table at its address: opens the line, keeps it open, and draws what the server says. */
export default function TablePage({ id }: { id: string }) {
  const { store, socket } = useMemo(() => openTable(id), [id]);
  useEffect(() => {
    socket.start();
    const stop = keepTitle(store);
    return () => {
      stop();
      socket.close();
    };
  }, [socket, store]);

  const [fault] = useErrorBoundary();
  const link = socket.link.value;
  const live = store.live.value;
  if (fault) {
    return (
      <main class="notice">
        <div class="paper notice-paper">
          <h1 tabIndex={-1}>{w('fault.title')}</h1>
          <p>{w('fault.text')}</p>
          <Button kind="primary" onClick={() => location.reload()}>
            {w('fault.reload')}
          </Button>
        </div>
      </main>
    );
  }
  if (link.state === 'gone' || link.state === 'left' || link.state === 'given_up') {
    return <LazyEnded link={link} again={() => socket.takeBack()} />;
  }
  return (
    <StoreContext.Provider value={store}>
      <TableView frozen={link.state === 'moved'} />
      {live && link.state === 'lost' ? <live.Reconnect socket={socket} /> : <LinkBanner socket={socket} />}
    </StoreContext.Provider>
  );
}

type EndedPart = typeof import('./live/Ended').Ended;

/** Pages that say why there is no table any more, loaded when that happens. */
function LazyEnded(props: { link: Link; again: () => void }) {
  const [Ended, setEnded] = useState<EndedPart | null>(null);
  useEffect(() => {
    void import('./live/Ended').then(
      (module) => setEnded(() => module.Ended),
      () => undefined,
    );
  }, []);
  return Ended ? <Ended {...props} /> : <main class="notice" />;
}

function openTable(id: string): { store: TableStore; socket: TableSocket } {
  const socket: TableSocket = new TableSocket(id, (update, fresh) => store.receive(update, fresh));
  const store: TableStore = new TableStore(id, (order) => socket.send(order));
  socket.onHistory = ({ said }) => (store.history.value = said);
  effect(() => {
    if (settings.value.sound) void import('./sound').then(({ soundOf }) => (store.sound = soundOf), () => undefined);
  });
  // Once it is known that others sit here, what tables with people have beside is loaded.
  let asked = false;
  store.latest.subscribe((view) => {
    if (asked || !view || isAlone(view)) return;
    asked = true;
    void import('./live/start').then(({ startLive }) => startLive(store), () => (asked = false));
  });
  effect(() => {
    if (socket.link.value.state === 'left' && location.pathname.startsWith('/table/')) navigate('/');
  });
  return { store, socket };
}

/** The tab's title says when it is the viewer's turn. */
function keepTitle(store: TableStore): () => void {
  const before = document.title;
  const stop = effect(() => {
    const view = store.shown.value;
    if (!view) return;
    const choosing = view.phase === 'passing' && view.seat !== null && !view.has_passed[view.seat];
    const hand = view.phase === 'gathering' ? '' : `${w('hand', { n: view.deal })} · `;
    const about = `${hand}${view.rules_name} · Moonshot`;
    const mine = view.phase === 'playing' && view.seat !== null && view.turn === view.seat && !view.paused;
    const asked = mine ? w('turn.you') : choosing ? w('title.pass') : '';
    document.title = asked === '' ? about : `● ${asked} · ${about}`;
  });
  return () => {
    stop();
    document.title = before;
  };
}
