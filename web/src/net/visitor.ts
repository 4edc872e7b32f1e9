/**
 * Who we are to a server whose cookie this browser does not keep: a pass, held in this page's memory only.
 *
 * Whoever may be such a visitor gets the pass before the first request that counts, so that the table, the name and
 * the seat all belong to the same guest.
 */
import { signal } from '@preact/signals';

/** Cookies are switched off: all that is the visitor's here is out of reach once the page closes. */
export const forgetful = signal(false);

let pass = '';
let keeps: boolean | null = null;
let asking: Promise<void> | null = null;

/** The header that names this visitor where no cookie does. */
export function passHeader(): Record<string, string> {
  return pass === '' ? {} : { 'moonshot-visitor': pass };
}

/** Whether this browser keeps cookies of this site, as far as it can be seen without asking the server. */
export function keepsCookies(): boolean {
  keeps ??= navigator.cookieEnabled && keepsOne();
  return keeps;
}

function keepsOne(): boolean {
  try {
    document.cookie = 'moonshot-probe=1; Path=/; SameSite=Lax';
    const kept = document.cookie.includes('moonshot-probe=');
    document.cookie = 'moonshot-probe=; Path=/; SameSite=Lax; Max-Age=0';
    return kept;
  } catch {
    return false;
  }
}

/** Gets the pass, once. Without an answer the next request asks again. */
export function takePass(): Promise<void> {
  asking ??= fetchPass().catch(() => {
    asking = null;
  });
  return asking;
}

async function fetchPass(): Promise<void> {
  const headers = { accept: 'application/json', 'content-type': 'application/json' };
  const response = await fetch('/api/visitor', { method: 'POST', headers, body: '{}', credentials: 'same-origin' });
  if (!response.ok) throw new Error(String(response.status));
  const answer = (await response.json()) as { visitor: string };
  pass = answer.visitor;
  forgetful.value = true;
}
