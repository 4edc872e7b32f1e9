/** The HTTP calls of playing with people: names, the lobby, private tables, whom one does not want to hear or meet. */
import { met, request } from '../net/api';
import type { Ticket } from '../net/protocol';
import { ticketPatience } from '../net/waits';

export interface Joined {
  table: string;
  url: string;
  seat: number | null;
}
export interface PrivateTable {
  table: string;
  url: string;
  code: string;
  link: string;
}
export interface PrivateChoice {
  rules: unknown;
  seats: readonly { kind: 'person' | 'bot'; level: string | null }[];
  clock: 'none' | 'online';
  spectators: boolean;
  text_chat: boolean;
  listed: boolean;
}
export interface Person {
  handle: string;
  name: string;
}
export interface Relations {
  blocks: Person[];
  mutes: Person[];
}
export const REASONS = ['insults', 'name', 'cheating', 'stalling', 'spam', 'other'] as const;
export type Reason = (typeof REASONS)[number];

export const liveApi = {
  setName: (name: string) => request<Person>('POST', '/api/name', { name }),
  lobbyTicket: () => met().then(() => request<Ticket>('POST', '/api/lobby/ticket', {}, ticketPatience())),
  openPrivate: (choice: PrivateChoice) => request<PrivateTable>('POST', '/api/tables/private', choice),
  join: (by: { code: string } | { token: string }) => request<Joined>('POST', '/api/join', by),
  joinListed: (table: string) => request<Joined>('POST', `/api/tables/${encodeURIComponent(table)}/join`),
  relations: () => request<Relations>('GET', '/api/blocks'),
  block: (handle: string, on: boolean) => request<Relations>('POST', '/api/blocks', { handle, on }),
  mute: (handle: string, on: boolean) => request<Relations>('POST', '/api/mutes', { handle, on }),
  report: (report: { table: string; handle: string; reason: Reason; note: string }) =>
    request<{ report: number; merged: boolean }>('POST', '/api/reports', report),
  qrUrl: (table: string) => `/api/tables/${encodeURIComponent(table)}/qr.svg`,
};
