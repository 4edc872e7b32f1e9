/** The service worker of the score keeper: which page it answers for, what it keeps, and what goes with a release. */
import { readFileSync } from 'node:fs';
import { beforeEach, describe, expect, it } from 'vitest';

const CODE = readFileSync('../src/moonshot/site/pages/keeper_worker.js', 'utf8');
const HOST = 'https://cards.example';

type Handler = (event: Record<string, unknown>) => void;

/** Caches and a network as the worker sees them. */
class World {
  stores = new Map<string, Map<string, Response>>();
  answers: (url: string) => Response = (url) => new Response(`new ${url}`, { headers: { 'Cache-Control': 'public, max-age=300' } });
  asked: string[] = [];
  windows: { url: string }[] = [];

  caches = {
    open: (name: string) => {
      const store = this.stores.get(name) ?? new Map<string, Response>();
      this.stores.set(name, store);
      const key = (asked: string | { url: string }): string => (typeof asked === 'string' ? HOST + asked : asked.url);
      const add = async (asked: { url: string }): Promise<void> => void store.set(key(asked), await this.fetch(asked));
      return Promise.resolve({
        add,
        addAll: (all: { url: string }[]) => Promise.all(all.map(add)),
        match: (asked: string | { url: string }) => Promise.resolve(store.get(key(asked))?.clone()),
        put: (asked: string, answer: Response) => Promise.resolve(void store.set(key(asked), answer)),
        keys: () => Promise.resolve([...store.keys()].map((url) => ({ url }))),
        delete: (asked: { url: string }) => Promise.resolve(store.delete(key(asked))),
      });
    },
    keys: () => Promise.resolve([...this.stores.keys()]),
    delete: (name: string) => Promise.resolve(this.stores.delete(name)),
  };

  fetch = (asked: { url: string }): Promise<Response> => {
    const url = asked.url.replace(HOST, '');
    this.asked.push(url);
    return Promise.resolve().then(() => this.answers(url));
  };

  /** A worker with the files of a release, as the browser starts it. */
  worker(version: string, files: string[]): (kind: string, event?: Record<string, unknown>) => Promise<unknown> {
    const handlers = new Map<string, Handler>();
    const self = {
      addEventListener: (kind: string, handler: Handler) => handlers.set(kind, handler),
      skipWaiting: () => Promise.resolve(),
      clients: { matchAll: () => Promise.resolve(this.windows) },
    };
    const request = class {
      url: string;
      constructor(
        address: string,
        readonly how: { credentials: string },
      ) {
        this.url = HOST + address;
        expect(how.credentials).toBe('omit');
      }
    };
    new Function('KEPT', 'self', 'caches', 'fetch', 'Request', CODE)({ version, files }, self, this.caches, this.fetch, request);
    return async (kind, event = {}) => {
      const waits: Promise<unknown>[] = [];
      let given: Promise<unknown> | undefined;
      handlers.get(kind)?.({ ...event, waitUntil: (one: Promise<unknown>) => waits.push(one), respondWith: (one: Promise<unknown>) => (given = one) });
      const answer = await given;
      await Promise.all(waits);
      return answer;
    };
  }
}

const asks = (url: string, mode = 'navigate', method = 'GET') => ({ request: { url: HOST + url, mode, method } });
const text = async (answer: unknown): Promise<string | undefined> => (answer as Response | undefined)?.text();
const gone = (): Response => {
  throw new TypeError('no network');
};

describe('the worker of the score keeper', () => {
  let world: World;

  beforeEach(() => {
    world = new World();
  });

  it('keeps the page and its files, and answers with them where there is no network', async () => {
    const worker = world.worker('1', ['/static/a.js?v=1', '/static/b.css']);
    await worker('install');
    await worker('activate');
    world.answers = gone;
    expect(await text(await worker('fetch', asks('/score-keeper')))).toBe('new /score-keeper');
    expect(await text(await worker('fetch', asks('/score-keeper?preset=gnome')))).toBe('new /score-keeper');
    expect(await text(await worker('fetch', asks('/static/a.js?v=1', 'cors')))).toBe('new /static/a.js?v=1');
  });

  it('shows the page as it is now where there is one', async () => {
    const worker = world.worker('1', ['/static/a.js']);
    await worker('install');
    world.answers = () => new Response('newer');
    expect(await text(await worker('fetch', asks('/score-keeper')))).toBe('newer');
    world.answers = () => new Response('down', { status: 503 });
    expect(await text(await worker('fetch', asks('/score-keeper')))).toBe('new /score-keeper');
    expect(await text(await worker('fetch', asks('/static/a.js', 'cors')))).toBe('new /static/a.js');
  });

  it('has no answer for any other page, any other file, or anything that is sent', async () => {
    const worker = world.worker('1', ['/static/a.js']);
    await worker('install');
    world.asked = [];
    for (const other of ['/', '/table/x', '/rules/standard', '/score-keeper/worker.js', '/score-keepers']) {
      expect(await worker('fetch', asks(other))).toBeUndefined();
    }
    expect(await worker('fetch', asks('/api/me', 'cors'))).toBeUndefined();
    expect(await worker('fetch', asks('/static/a.js?v=2', 'cors'))).toBeUndefined();
    expect(await worker('fetch', asks('/score-keeper', 'navigate', 'POST'))).toBeUndefined();
    expect(world.asked).toEqual([]);
  });

  it('drops what an older release kept, and nothing of others', async () => {
    await world.worker('1', ['/static/a.js'])('install');
    world.stores.set('somebody-else', new Map());
    const worker = world.worker('2', ['/static/b.js']);
    await worker('install');
    await worker('activate');
    expect([...world.stores.keys()].sort()).toEqual(['score-keeper-2', 'somebody-else']);
    expect([...(world.stores.get('score-keeper-2')?.keys() ?? [])]).toEqual([`${HOST}/score-keeper`, `${HOST}/static/b.js`]);
  });

  it('is not installed with a part of the files only', async () => {
    world.answers = (url) => (url === '/static/b.js' ? gone() : new Response('there'));
    await expect(world.worker('1', ['/static/a.js', '/static/b.js'])('install')).rejects.toThrow();
  });

  it('keeps the page for rules of somebody’s own, the last one only, and nothing that is not for everybody', async () => {
    world.windows = [{ url: `${HOST}/score-keeper?end_score=60` }, { url: `${HOST}/table/x` }];
    const worker = world.worker('1', []);
    await worker('install');
    const pages = (): string[] => [...(world.stores.get('score-keeper-1')?.keys() ?? [])].map((url) => url.replace(HOST, ''));
    expect(pages()).toEqual(['/score-keeper', '/score-keeper?end_score=60']);
    await worker('fetch', asks('/score-keeper?end_score=70'));
    expect(pages()).toEqual(['/score-keeper', '/score-keeper?end_score=70']);
    world.answers = () => new Response('mine', { headers: { 'Cache-Control': 'private, no-store' } });
    await worker('fetch', asks('/score-keeper?end_score=80'));
    expect(pages()).toEqual(['/score-keeper', '/score-keeper?end_score=70']);
  });
});
