/**
 * Keeps the score keeper's page and files on the device, so that it opens without a network.
 *
 * The site puts `KEPT` above this: the files of the page as it is now, and a version that changes with them. The
 * worker's scope is that page, so it never sees another one; and what it stores is the same for everybody.
 */
const PAGE = '/score-keeper';
const PREFIX = 'score-keeper-';
const CACHE = PREFIX + KEPT.version;
/** So long, in milliseconds, a poor network may take for the page before the kept one is shown. */
const PATIENCE = 4000;

/** As somebody without a name asks, and not from what the browser happens to have. */
const plainly = (address, cache) => new Request(address, { credentials: 'omit', cache });

async function install() {
  const cache = await caches.open(CACHE);
  await cache.addAll([plainly(PAGE, 'reload'), ...KEPT.files.map((file) => plainly(file, 'default'))]);
  for (const client of await self.clients.matchAll({ type: 'window', includeUncontrolled: true })) {
    const { pathname, search } = new URL(client.url);
    if (pathname === PAGE && search) await cache.add(plainly(PAGE + search, 'reload')).catch(() => {});
  }
  await self.skipWaiting();
}

/** A new release: what the last one kept goes. */
async function activate() {
  const old = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CACHE);
  await Promise.all(old.map((name) => caches.delete(name)));
}

/** Keeps the page for rules of somebody's own, the last one only. */
async function keep(search, answer) {
  const cache = await caches.open(CACHE);
  for (const request of await cache.keys()) {
    const url = new URL(request.url);
    if (url.pathname === PAGE && url.search && url.search !== search) await cache.delete(request);
  }
  await cache.put(PAGE + search, answer);
}

async function keptPage(search) {
  const cache = await caches.open(CACHE);
  return (await cache.match(PAGE + search, { ignoreVary: true })) ?? (await cache.match(PAGE, { ignoreVary: true }));
}

/** The page as it is now, where the network gives it; else the kept one. */
async function page(event, search) {
  const late = new Promise((resolve) => setTimeout(resolve, PATIENCE)).then(() => keptPage(search));
  try {
    const asked = fetch(event.request).then((answer) => {
      if (answer.status >= 500) throw new Error('not now');
      if (search && answer.status === 200 && answer.headers.get('Cache-Control')?.includes('public')) {
        event.waitUntil(keep(search, answer.clone()));
      }
      return answer;
    });
    return (await Promise.race([asked, late])) ?? (await asked);
  } catch {
    return (await keptPage(search)) ?? Response.error();
  }
}

async function keptFile(request) {
  const cache = await caches.open(CACHE);
  return (await cache.match(request, { ignoreVary: true })) ?? fetch(request);
}

self.addEventListener('install', (event) => event.waitUntil(install()));
self.addEventListener('activate', (event) => event.waitUntil(activate()));
self.addEventListener('fetch', (event) => {
  const { pathname, search } = new URL(event.request.url);
  if (event.request.method !== 'GET') return;
  if (event.request.mode === 'navigate') {
    if (pathname === PAGE) event.respondWith(page(event, search));
  } else if (KEPT.files.includes(pathname + search)) {
    event.respondWith(keptFile(event.request));
  }
});
