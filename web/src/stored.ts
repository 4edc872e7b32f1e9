/** Small values kept in this browser: versioned, and safe when storage is full, forbidden or holds garbage. */

const PREFIX = 'moonshot.';

/** Read a stored value; `check` makes a good value out of whatever is there, also out of `undefined`. */
export function readStored<T>(name: string, version: number, check: (data: unknown) => T): T {
  let data: unknown;
  try {
    const text = localStorage.getItem(PREFIX + name);
    const parsed: unknown = text === null ? undefined : JSON.parse(text);
    if (typeof parsed === 'object' && parsed !== null && 'v' in parsed && parsed.v === version && 'data' in parsed) {
      data = parsed.data;
    }
  } catch {
    data = undefined;
  }
  return check(data);
}

const marks = new Set<string>();

/** Whether something was marked in this tab; where storage is forbidden, since the page was loaded. */
export function isMarked(name: string): boolean {
  try {
    return marks.has(name) || sessionStorage.getItem(PREFIX + name) !== null;
  } catch {
    return marks.has(name);
  }
}

export function mark(name: string): void {
  marks.add(name);
  try {
    sessionStorage.setItem(PREFIX + name, '1');
  } catch {
    // the page remembers it as long as it is open
  }
}

/** Store a value; false when the browser would not. */
export function writeStored(name: string, version: number, data: unknown): boolean {
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify({ v: version, data }));
    return true;
  } catch {
    return false;
  }
}
