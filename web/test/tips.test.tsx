import { render } from 'preact';
import { act } from 'preact/test-utils';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import * as api from '../src/net/api';
import { drawable } from '../src/net/types';
import { change, settings } from '../src/state/settings';
import { TableStore } from '../src/state/store';
import Tips from '../src/table/tips/Tips';
import { view } from './fixtures/views';

beforeEach(() => {
  sessionStorage.clear();
  document.body.innerHTML = '<div id="app"></div>';
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
  change({ tips: true });
});

afterEach(() => render(null, root()));

const shown = (over: Parameters<typeof view>[0]) =>
  drawable({ t: 'update', seq: 1, view: view({ pace: 'instant', ...over }), events: [] }).view;
const turn = (ply: number) => shown({ turn: 0, ply, legal: ['9D'] });
const root = (): Element => document.querySelector('#app') as Element;

async function show(place: ReturnType<typeof turn>, store: TableStore): Promise<void> {
  await act(async () => {
    render(<Tips view={place} store={store} />, root());
    await Promise.resolve();
  });
}

test('a tip is asked for once a turn, says the kind before, and can be switched off', async () => {
  const store = new TableStore('t1', () => Promise.resolve({ t: 'done', id: 'x', seq: 1 }) as never);
  const asked = vi.spyOn(api, 'request').mockImplementation((_, __, body) => {
    const ply = asked.mock.calls.length === 1 ? 8 : 12;
    return Promise.resolve({ deal: turn(8).deal, ply, kind: `kind${ply}`, about: 'hand', text: 'Go low.', body } as never);
  });
  await show(turn(8), store);
  await show(turn(8), store);
  expect(asked).toHaveBeenCalledTimes(1);
  expect(asked.mock.calls[0]?.[2]).toEqual({ after: '', guide: false });
  expect(root().textContent).toContain('Go low.');
  expect(document.documentElement.dataset.coach).toBe('hand');

  await show(shown({ turn: 1, ply: 9 }), store);
  expect(root().textContent).toBe('');
  expect(document.documentElement.dataset.coach).toBeUndefined();

  await show(turn(12), store);
  expect(asked.mock.calls[1]?.[2]).toEqual({ after: 'kind8', guide: false });
  const off = [...root().querySelectorAll('button')].find((one) => one.textContent === 'No more tips');
  await act(async () => off?.click());
  expect(settings.value.tips).toBe(false);
  await show(turn(16), store);
  expect(asked).toHaveBeenCalledTimes(2);
  expect(root().textContent).toBe('');
});

test('nobody is told anything where others play', async () => {
  const asked = vi.spyOn(api, 'request').mockRejectedValue(new Error('no'));
  asked.mockClear();
  const store = new TableStore('t1', () => Promise.resolve({ t: 'done', id: 'x', seq: 1 }) as never);
  await show(shown({ turn: 0, ply: 8, legal: ['9D'], kind: 'quick' }), store);
  expect(asked).not.toHaveBeenCalled();
});
