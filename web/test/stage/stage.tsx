/** The table with a situation of `fixtures/views.ts` instead of a server: /test/stage/?show=passing&sheet=scores. */
import { render } from 'preact';

import { startLook } from '../../src/look';
import type { Moment } from '../../src/state/moments';
import { TableStore, type SheetName } from '../../src/state/store';
import { StoreContext } from '../../src/table/context';
import { TableView } from '../../src/table/TableView';
import '../../src/styles/index.css';
import '../../src/table/table.css';
import { SITUATIONS } from '../fixtures/views';

const ask = new URLSearchParams(location.search);
const view = SITUATIONS[ask.get('show') ?? 'following'] ?? SITUATIONS.following;
const store = new TableStore('stage', () => new Promise(() => undefined));
if (view) store.receive({ t: 'update', seq: 1, view, events: [] }, true);
const chosen = ask.get('chosen');
if (chosen) store.chosen.value = chosen.split(',');
const sheet = ask.get('sheet');
if (sheet) store.sheet.value = sheet as SheetName;
const moment = ask.get('moment');
if (moment) {
  const made: Record<string, Moment> = { broken: { kind: 'broken' }, queen: { kind: 'queen', seat: 1 }, moon: { kind: 'moon', seat: 1, sun: false, how: 'others_plus', value: 26 }, overtime: { kind: 'overtime', tied: [0, 2] }, redeal: { kind: 'redeal', seat: 2 }, hold: { kind: 'hold' } };
  const scene = made[moment];
  if (scene) store.moment.value = { key: 'm', moment: scene };
}
Object.assign(window, { store, SITUATIONS });
startLook();
const root = document.getElementById('app');
if (root) {
  render(
    <StoreContext.Provider value={store}>
      <TableView />
    </StoreContext.Provider>,
    root,
  );
}
