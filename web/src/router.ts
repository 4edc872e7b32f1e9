/** The client's own small router: one signal for the path, links by history, each page loaded when first needed. */
import { signal } from '@preact/signals';

/** Where the client is now (pathname only). */
export const path = signal(location.pathname);

export type Route =
  | { page: 'home' }
  | { page: 'setup' }
  | { page: 'lobby' }
  | { page: 'private' }
  | { page: 'join'; id: string }
  | { page: 'table'; id: string }
  | { page: 'lost' };

/** Which page a path means. */
export function routeOf(pathname: string): Route {
  const parts = pathname.split('/').filter((part) => part !== '');
  if (parts.length === 0) return { page: 'home' };
  if (parts.length === 1 && parts[0] === 'play') return { page: 'setup' };
  if (parts[0] === 'lobby') {
    if (parts.length === 1) return { page: 'lobby' };
    if (parts.length === 2 && parts[1] === 'private') return { page: 'private' };
  }
  if (parts[0] === 'join' && parts.length <= 2) return { page: 'join', id: decode(parts[1] ?? '') };
  if (parts.length === 2 && parts[0] === 'table' && parts[1]) {
    return { page: 'table', id: decode(parts[1]) };
  }
  return { page: 'lost' };
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Go to a page of the client without loading the document again. */
export function navigate(to: string, options: { replace?: boolean } = {}): void {
  const url = new URL(to, location.href);
  if (options.replace) history.replaceState(null, '', url);
  else history.pushState(null, '', url);
  path.value = url.pathname;
}

/** Follow the browser's own back and forward, and turn clicks on our links into `navigate`. */
export function startRouter(): void {
  addEventListener('popstate', () => {
    path.value = location.pathname;
  });
  document.addEventListener('click', (event) => {
    if (event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = (event.target as Element | null)?.closest?.('a[href]') as HTMLAnchorElement | null;
    if (!link || link.target || link.hasAttribute('download') || link.origin !== location.origin) return;
    if (routeOf(link.pathname).page === 'lost') return; // a page of the server
    if (link.hash && link.pathname === location.pathname) return;
    event.preventDefault();
    navigate(link.pathname + link.search);
  });
}
