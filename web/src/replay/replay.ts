/** Steps through a match on its page. It stands for itself: no framework, nothing shared with the tables. */
import { cardName, firstPly, hashOf, lastPly, momentOf, placeOf, stepped, type Place, type Told } from './told';
import { button, card, face, part } from './parts';

const root = document.getElementById('stepper');
const data = document.getElementById('told');
if (root && data) begin(root, JSON.parse(data.textContent) as Told);

function begin(home: HTMLElement, told: Told): void {
  const mine = home.dataset.mine === undefined ? null : Number(home.dataset.mine);
  const firstDeal = told.deals[0];
  if (!firstDeal) return;
  let at: Place = placeOf(location.hash, told) ?? { deal: 0, ply: firstPly(firstDeal) };

  const choice = part('select', { 'aria-label': 'Hand', class: 'stepper-deals' });
  told.deals.forEach((deal, index) => {
    const one = part('option', { value: String(index) });
    one.textContent = deal.points === null ? `Hand ${deal.no}, void` : `Hand ${deal.no}`;
    choice.append(one);
  });
  const table = part('div', { class: 'stepper-table', 'data-seats': String(told.players.length) });
  const said = part('p', { class: 'stepper-said', 'aria-live': 'polite' });
  const rows = part('div', { class: 'stepper-hands' });
  const slider = part('input', { type: 'range', class: 'stepper-slider', 'aria-label': 'Card of the hand', step: '1' });
  const back = button('Back', '‹', () => go(stepped(told, at, -1)));
  const on = button('On', '›', () => go(stepped(told, at, 1)));
  const start = button('To the start of the hand', '«', () => toEdge(false));
  const end = button('To the end of the hand', '»', () => toEdge(true));
  const copy = part('button', { type: 'button', class: 'stepper-copy' });
  copy.textContent = 'Copy a link to this card';
  const controls = part('div', { class: 'stepper-controls', role: 'group', 'aria-label': 'Step through the hand' });
  controls.append(choice, start, back, slider, on, end);
  const board = part('div', { class: 'stepper-board' });
  board.append(table, said);
  home.append(board, rows, controls, copy);
  home.tabIndex = 0;
  home.setAttribute('role', 'region');
  home.setAttribute('aria-label', 'The match, card by card. Arrow keys step, page keys change the hand.');
  home.hidden = false;

  function toEdge(last: boolean): void {
    const deal = told.deals[at.deal];
    if (deal) go({ deal: at.deal, ply: last ? lastPly(deal) : firstPly(deal) });
  }

  function toDeal(index: number): void {
    const deal = told.deals[index];
    if (deal) go({ deal: index, ply: firstPly(deal) });
  }

  function go(to: Place, note = true): void {
    at = to;
    if (note) history.replaceState(null, '', hashOf(at));
    draw();
  }

  function draw(): void {
    const deal = told.deals[at.deal];
    if (!deal) return;
    const now = momentOf(told, at);
    choice.value = String(at.deal);
    slider.min = String(firstPly(deal));
    slider.max = String(lastPly(deal));
    slider.value = String(at.ply);
    slider.setAttribute('aria-valuetext', now.said);
    said.textContent = now.said;
    table.replaceChildren(...seats(now));
    rows.replaceChildren(...told.players.map((_, seat) => hand(now, seat)));
    back.disabled = at.deal === 0 && at.ply === firstPly(deal);
    on.disabled = at.deal === told.deals.length - 1 && at.ply === lastPly(deal);
  }

  function seats(now: ReturnType<typeof momentOf>): HTMLElement[] {
    const count = told.players.length;
    return told.players.map((player, seat) => {
      const turn = ((seat - (mine ?? 0)) / count) * 2 * Math.PI;
      const spot = part('div', { class: 'stepper-spot' });
      spot.style.setProperty('--x', (-Math.sin(turn)).toFixed(3));
      spot.style.setProperty('--y', Math.cos(turn).toFixed(3));
      const place = now.trick ? (seat - now.trick.leader + count) % count : -1;
      const played = now.trick?.cards[place];
      if (played) spot.append(face(played, now.trick?.winner === seat));
      const name = part('span', { class: 'stepper-name' });
      name.textContent = player.name;
      spot.append(name);
      return spot;
    });
  }

  function hand(now: ReturnType<typeof momentOf>, seat: number): HTMLElement {
    const row = part('div', { class: seat === mine ? 'stepper-row stepper-mine' : 'stepper-row' });
    const name = part('span', { class: 'stepper-who' });
    name.textContent = told.players[seat]?.name ?? '';
    const points = part('span', { class: 'stepper-points' });
    const tricks = now.taken[seat] ?? 0;
    const gained = now.points[seat] ?? 0;
    points.textContent = `${gained === 1 ? '1 point' : `${String(gained).replace('-', '−')} points`}, ${tricks === 1 ? '1 trick' : `${tricks} tricks`}`;
    const cards = part('span', { class: 'stepper-cards' });
    const held = now.hands[seat] ?? [];
    for (const one of held) cards.append(card(one, now.marked.has(one), cardName(one)));
    if (held.length === 0) cards.textContent = '–';
    row.append(name, points, cards);
    return row;
  }

  slider.addEventListener('input', () => go({ deal: at.deal, ply: Number(slider.value) }));
  choice.addEventListener('change', () => toDeal(Number(choice.value)));
  copy.addEventListener('click', () => {
    const link = (home.dataset.address ?? location.href.split('#')[0] ?? '') + hashOf(at);
    const done = (): void => void (copy.textContent = 'Copied.');
    const failed = (): void => void (copy.textContent = link);
    if ('clipboard' in navigator) navigator.clipboard.writeText(link).then(done, failed);
    else failed();
    setTimeout(() => (copy.textContent = 'Copy a link to this card'), 4000);
  });
  home.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.target === choice) return;
    const moves: Record<string, () => void> = {
      ArrowLeft: () => go(stepped(told, at, -1)),
      ArrowRight: () => go(stepped(told, at, 1)),
      PageUp: () => toDeal(at.deal - 1),
      PageDown: () => toDeal(at.deal + 1),
      Home: () => toEdge(false),
      End: () => toEdge(true),
    };
    const move = moves[event.key];
    if (!move) return;
    event.preventDefault();
    move();
  });
  window.addEventListener('hashchange', () => {
    const found = placeOf(location.hash, told);
    if (found) go(found, false);
    openDeal();
  });
  function openDeal(): void {
    const found = /^#deal-\d+$/.test(location.hash) ? document.getElementById(location.hash.slice(1)) : null;
    if (found instanceof HTMLDetailsElement) found.open = true;
  }
  openDeal();
  draw();
}
