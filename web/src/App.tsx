/** The frame around the pages: shows one, loads the next, keeps the old one until the new one is ready. */
import type { ComponentType } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';

import { path, routeOf, type Route } from './router';
import { t } from './text';
import { Button } from './ui/Button';
import { Toasts } from './ui/Toast';

/** A route with the component that draws it. */
export interface Loaded {
  route: Route;
  Page: ComponentType<{ id: string }>;
}

function importPage(route: Route): Promise<{ default: ComponentType<{ id: string }> }> {
  switch (route.page) {
    case 'home':
      return import('./pages/home/HomePage');
    case 'setup':
      return import('./pages/setup/SetupPage');
    case 'lobby':
      return import('./pages/lobby/LobbyPage');
    case 'private':
      return import('./pages/lobby/PrivatePage');
    case 'join':
      return import('./pages/join/JoinPage');
    case 'table':
      return import('./table/TablePage');
    case 'lost':
      return Promise.resolve({ default: LostPage });
  }
}

/** The page of a route; when its code cannot be had, a page that says so. */
export async function loadRoute(route: Route): Promise<Loaded> {
  try {
    return { route, Page: (await importPage(route)).default };
  } catch {
    return { route, Page: UnreachablePage };
  }
}

function idOf(route: Route): string {
  return 'id' in route ? route.id : '';
}

export function App({ first }: { first: Loaded }) {
  const [shown, show] = useState(first);
  const wanted = path.value;
  const isFirst = useRef(true);

  useEffect(() => {
    let dropped = false;
    const route = routeOf(wanted);
    if (isFirst.current) {
      isFirst.current = false;
      return;
    }
    void loadRoute(route).then((loaded) => {
      if (dropped) return;
      show(loaded);
      scrollTo(0, 0);
    });
    return () => {
      dropped = true;
    };
  }, [wanted]);

  const settled = useRef(shown);
  useEffect(() => {
    if (settled.current === shown) return;
    settled.current = shown;
    // A new page is announced by moving focus to its heading, as a document load would do.
    document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true });
  }, [shown]);

  const { Page, route } = shown;
  return (
    <>
      <Page key={`${route.page}/${idOf(route)}`} id={idOf(route)} />
      <Toasts />
    </>
  );
}

function LostPage() {
  return <Notice title={t('lost.title')} text={t('lost.text')} />;
}

function UnreachablePage() {
  return <Notice title={t('unreachable.title')} text={t('unreachable.text')} reload />;
}

function Notice({ title, text, reload }: { title: string; text: string; reload?: boolean }) {
  useEffect(() => {
    document.title = `${title} · ${t('app.name')}`;
  }, [title]);
  return (
    <main class="notice">
      <div class="paper notice-paper">
        <h1 tabIndex={-1}>{title}</h1>
        <p>{text}</p>
        {reload ? (
          <Button kind="primary" onClick={() => location.reload()}>
            {t('unreachable.reload')}
          </Button>
        ) : (
          <Button kind="primary" href="/">
            {t('lost.home')}
          </Button>
        )}
      </div>
    </main>
  );
}
