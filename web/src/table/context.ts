import { createContext } from 'preact';
import { useContext } from 'preact/hooks';

import type { View } from '../net/types';
import type { TableStore } from '../state/store';

export const StoreContext = createContext<TableStore | null>(null);

export function useStore(): TableStore {
  const store = useContext(StoreContext);
  if (!store) throw new Error('no table here');
  return store;
}

/** The view on show; parts of the table are only drawn when there is one. */
export function useView(): View {
  const view = useStore().shown.value;
  if (!view) throw new Error('no view yet');
  return view;
}
