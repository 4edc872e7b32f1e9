/** Small pieces of the page. Words only ever become text, never markup. */
const SVG = 'http://www.w3.org/2000/svg';
const MARKS: Record<string, string> = { C: '♣', D: '♦', S: '♠', H: '♥' };

export function part<K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes: Record<string, string> = {},
): HTMLElementTagNameMap[K] {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

export function button(label: string, sign: string, act: () => void): HTMLButtonElement {
  const made = part('button', { type: 'button', class: 'stepper-button', 'aria-label': label, title: label });
  made.textContent = sign;
  made.addEventListener('click', act);
  return made;
}

/** A card of a hand: rank and suit in text. */
export function card(text: string, marked: boolean, name: string): HTMLElement {
  const suit = text.charAt(1);
  const made = part('span', { class: `pc pc-${suit}${marked ? ' pc-given' : ''}`, role: 'img', 'aria-label': name });
  const sign = part('span', { class: 'pc-s' });
  sign.textContent = `${MARKS[suit] ?? ''}\ufe0e`;
  made.append(text.charAt(0) === 'T' ? '10' : text.charAt(0), sign);
  return made;
}

/** A card on the table, as it is drawn everywhere. */
export function face(text: string, won: boolean): HTMLElement {
  const made = part('span', { class: won ? 'stepper-card stepper-won' : 'stepper-card' });
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('viewBox', '0 0 100 140');
  svg.setAttribute('aria-hidden', 'true');
  const use = document.createElementNS(SVG, 'use');
  use.setAttribute('href', `#card-${text}`);
  svg.append(use);
  made.append(svg);
  return made;
}
