import type { Ticket, WaitingTable } from './protocol';
import type { Rules } from './types';
import { keepsCookies, passHeader, takePass } from './visitor';
import { ticketPatience } from './waits';

export type { Ticket, WaitingTable };

/** An answer of the server that is not a success. `status` 0 means that it could not be reached at all. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly problems: Problem[] = [],
  ) {
    super(message);
  }
}

export interface Problem {
  code: string;
  message: string;
  field: string | null;
}
export interface Me {
  name: string;
  /** The public id by which others mute, block and report. */
  handle: string;
  /** The name was chosen, not given. */
  named: boolean;
  /** The server knows us again: our cookie, or our pass, came back to it. */
  cookies: boolean;
  tables: WaitingTable[];
  /** What became of reports, and other words from the house, until they have been read. */
  notices: Notice[];
}
export interface Notice {
  at: string;
  text: string;
}
export interface PresetInfo {
  id: string;
  name: string;
  about: string;
  /** Who plays by them: `House table` for the variations of tables at home. */
  source: string;
  rules: Rules;
}
export interface RulesCheck {
  problems: Problem[];
  warnings: Problem[];
  rules_name: string;
  rules: Rules;
}

function csrfToken(): string {
  return /(?:^|;\s*)csrftoken=([^;]+)/.exec(document.cookie)?.[1] ?? '';
}

export async function request<T>(method: 'GET' | 'POST', path: string, body?: unknown, signal?: AbortSignal): Promise<T> {
  if (!keepsCookies()) await takePass();
  const headers: Record<string, string> = { accept: 'application/json', ...passHeader() };
  const init: RequestInit = { method, headers, credentials: 'same-origin', signal };
  if (method === 'POST') {
    headers['content-type'] = 'application/json';
    const token = csrfToken();
    if (token) headers['x-csrftoken'] = token;
    init.body = JSON.stringify(body ?? {});
  }
  let response: Response;
  try {
    response = await fetch(path, init);
  } catch {
    throw new ApiError(0, 'unreachable', 'The server cannot be reached.');
  }
  const answer: unknown = await response.json().catch(() => null);
  if (response.ok) return answer as T;
  const error = (answer as { error?: { code?: string; message?: string; problems?: Problem[] } } | null)?.error;
  throw new ApiError(
    response.status,
    error?.code ?? `http_${response.status}`,
    error?.message ?? 'The server could not do that.',
    error?.problems ?? [],
  );
}

/** Who we are. Where the cookie of the first answer does not come back, a pass takes its place. */
async function me(): Promise<Me> {
  let found = await request<Me>('GET', '/api/me');
  for (let tries = 0; !found.cookies && tries < 2; tries += 1) {
    if (tries > 0) await takePass();
    found = await request<Me>('GET', '/api/me');
  }
  return found;
}

let meeting: Promise<Me> | null = null;

function meet(): Promise<Me> {
  const asked = me();
  meeting = asked;
  asked.catch(() => {
    if (meeting === asked) meeting = null;
  });
  return asked;
}

/** Settles once the server knows us: what must not be asked by somebody else waits for it. */
export const met = (): Promise<Me> => meeting ?? meet();

/** The public HTTP calls the pages need. */
export const api = {
  me: meet,
  read: () => request<Notice[]>('POST', '/api/notices'),
  presets: () => request<PresetInfo[]>('GET', '/api/presets'),
  rulesFields: <T>() => request<T>('GET', '/api/rules/fields'),
  checkRules: (rules: unknown) => request<RulesCheck>('POST', '/api/rules/check', { rules }),
  createTable: (choice: { rules: unknown; level: string; pace: string }) =>
    request<{ table: string; url: string }>('POST', '/api/tables', choice),
  ticket: (table: string) => request<Ticket>('POST', `/api/tables/${encodeURIComponent(table)}/ticket`, {}, ticketPatience()),
  recordUrl: (table: string) => `/api/tables/${encodeURIComponent(table)}/record`,
};
