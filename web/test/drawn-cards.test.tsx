import { render } from 'preact';
import { act } from 'preact/test-utils';
import { expect, test, vi } from 'vitest';

import { Card } from '../src/cards/Card';

/** Every path of a card as the client draws it: paint, outline, place, width of its ink. */
function paths(node: Element, place: string[] = []): (string | number)[][] {
  const moved = [...place, node.getAttribute('transform') ?? ''].filter(Boolean);
  if (node.tagName === 'path') {
    const ink = node.getAttribute('stroke-width');
    const entry = [node.getAttribute('class') ?? '', node.getAttribute('d') ?? '', moved.join(' ')];
    return [ink === null ? entry : [...entry, Number(ink)]];
  }
  return [...node.children].flatMap((child) => paths(child, moved));
}

/**
 * Pages of the server show the very cards of the table. They are written down here, and read there;
 * after a change of the drawing, `npx vitest run test/drawn-cards.test.tsx -u` writes them anew.
 */
test('the cards of the pages are those of the table', async () => {
  const root = document.createElement('div');
  const draw = (card: string): Element | null => {
    act(() => render(<Card key={card} card={card} detail="full" />, root));
    return root.querySelector('svg');
  };
  await vi.waitFor(() => expect(draw('QS')?.querySelector('.p-frame')).not.toBeNull(), { timeout: 60_000 });
  const outlines: string[] = [];
  const cards: Record<string, (string | number)[][]> = {};
  for (const suit of 'CDSH') {
    for (const rank of '23456789TJQKA') {
      const svg = draw(rank + suit);
      if (!svg) throw new Error('no picture');
      cards[rank + suit] = paths(svg).map(([paint, d, ...rest]) => {
        let at = outlines.indexOf(String(d));
        if (at < 0) at = outlines.push(String(d)) - 1;
        return [paint as string, at, ...rest];
      });
    }
  }
  const lines = Object.entries(cards).map(([card, drawn]) => `    ${JSON.stringify(card)}: ${JSON.stringify(drawn)}`);
  const text = `{\n  "outlines": [\n${outlines.map((d) => `    ${JSON.stringify(d)}`).join(',\n')}\n  ],\n  "cards": {\n${lines.join(',\n')}\n  }\n}\n`;
  await expect(text).toMatchFileSnapshot('../../src/moonshot/site/pages/cards.json');
});
