import { beforeEach, expect, test, vi } from 'vitest';

type Asked = { path: string; pass: string | null };
let asked: Asked[];
let known: (request: Asked) => boolean;

beforeEach(() => {
  vi.resetModules(); // every test is a page of its own
  vi.unstubAllGlobals();
  asked = [];
  known = ({ pass }) => pass !== null;
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
    const request = { path, pass: new Headers(init.headers).get('moonshot-visitor') };
    asked.push(request);
    const body = path === '/api/visitor' ? { visitor: 'p1' } : { name: 'Guest 1', cookies: known(request), tables: [], notices: [] };
    return Promise.resolve(new Response(JSON.stringify(body)));
  });
});

test('a browser that sends the cookie back needs no pass', async () => {
  const { api, met } = await import('../src/net/api');
  const { forgetful } = await import('../src/net/visitor');
  known = () => true;
  expect((await api.me()).cookies).toBe(true);
  await met();
  expect(asked).toEqual([{ path: '/api/me', pass: null }]);
  expect(forgetful.value).toBe(false);
});

test('the very first answer of all may come before the cookie', async () => {
  const { api } = await import('../src/net/api');
  known = () => asked.length > 1;
  await api.me();
  expect(asked.map(({ path }) => path)).toEqual(['/api/me', '/api/me']);
});

test('where the cookie does not come back, a pass takes its place in every request', async () => {
  const { api, met } = await import('../src/net/api');
  const { forgetful } = await import('../src/net/visitor');
  expect((await met()).cookies).toBe(true);
  expect(forgetful.value).toBe(true);
  await api.presets();
  expect(asked.map(({ path }) => path)).toEqual(['/api/me', '/api/me', '/api/visitor', '/api/me', '/api/presets']);
  expect(asked.slice(3).every(({ pass }) => pass === 'p1')).toBe(true);
});

test('where the browser itself says that cookies are off, the pass comes before anything else', async () => {
  vi.stubGlobal('navigator', { cookieEnabled: false });
  const { api } = await import('../src/net/api');
  await Promise.all([api.ticket('t1'), api.me()]);
  expect(asked[0]).toEqual({ path: '/api/visitor', pass: null });
  expect(asked.slice(1).every(({ pass }) => pass === 'p1')).toBe(true);
  expect(asked).toHaveLength(3);
});

test('a browser that says it keeps cookies and keeps none is found out without asking', async () => {
  const cookies = vi.spyOn(document, 'cookie', 'get').mockReturnValue('');
  const { api } = await import('../src/net/api');
  await api.ticket('t1');
  expect(asked.map(({ path, pass }) => [path, pass])).toEqual([
    ['/api/visitor', null],
    ['/api/tables/t1/ticket', 'p1'],
  ]);
  cookies.mockRestore();
});
