/** What only tables with people need, loaded once it is known that this is one. */
import type { TableStore } from '../../state/store';
import { ChatTool } from './Chat';
import { HeaderClock, PlateParts } from './Clock';
import './Ended'; // needed when nothing can be loaded any more
import { Gathering } from './Gathering';
import { MenuItems, Over } from './Over';
import { Reconnect } from './Reconnect';
import { LiveState } from './state';
import { Rematch, VoteCard } from './Votes';
import './live.css';
import './talk.css';

const parts = { Gathering, HeaderClock, PlateParts, Over, Reconnect, ChatTool, Rematch, VoteCard, MenuItems };

/** Gives the table its live parts, and tells them what they have missed. */
export function startLive(store: TableStore): void {
  const live = Object.assign(new LiveState(store), parts);
  live.line.start();
  store.live.value = live;
  const view = store.latest.value;
  if (view) for (const events of store.unheard.splice(0)) live.hear(events, view);
}

export function useLive(store: TableStore): NonNullable<TableStore['live']['value']> {
  const live = store.live.value;
  if (!live) throw new Error('no people here');
  return live;
}
