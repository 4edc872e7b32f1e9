/** Entry of the client: look first, then the page that the address asks for, loaded on its own. */
import { render } from 'preact';

import { App, loadRoute } from './App';
import { startLook } from './look';
import { path, routeOf, startRouter } from './router';
import './styles/index.css';

async function start(): Promise<void> {
  const root = document.getElementById('app');
  if (!root) return;
  startLook();
  startRouter();
  // The server's first paint stays until the page's code is here, so nothing flickers.
  const first = await loadRoute(routeOf(path.value));
  root.textContent = '';
  render(<App first={first} />, root);
}

void start();
