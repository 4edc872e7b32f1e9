/** Has the browser keep this page, so that it opens without a network. Nothing is lost where it will not. */

const WORKER = '/score-keeper/worker.js';

interface Policy {
  createScriptURL: (url: string) => string;
}
type Policies = { createPolicy: (name: string, rules: Policy) => Policy } | undefined;

/** The one address of a script that this page may name; the site's headers allow no other policy. */
function address(): string {
  const policies = (globalThis as { trustedTypes?: Policies }).trustedTypes;
  const rules: Policy = {
    createScriptURL: (url) => {
      if (url !== WORKER) throw new TypeError(url);
      return url;
    },
  };
  return (policies ? policies.createPolicy('score-keeper', rules) : rules).createScriptURL(WORKER);
}

/** Whether the page is kept, once that is known. */
export async function keepPage(): Promise<boolean> {
  try {
    const kept = await navigator.serviceWorker.register(address(), { scope: '/score-keeper' });
    const worker = kept.active ?? kept.waiting ?? kept.installing;
    if (!worker) return false;
    return await new Promise((resolve) => {
      const look = (): void => {
        if (worker.state === 'activated') resolve(true);
        if (worker.state === 'redundant') resolve(false);
      };
      worker.addEventListener('statechange', look);
      look();
    });
  } catch {
    return false; // no worker here: an old browser, a private window, or no secure connection
  }
}
