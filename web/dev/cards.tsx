/** Contact sheet for whoever draws: all faces at the sizes that matter. `npm run dev`, then /dev/cards.html?sizes=40,56. */
import { render } from 'preact';

import { Card } from '../src/cards/Card';
import { glyphOf, INK } from '../src/cards/glyphs';
import { ICON_NAMES, Icon } from '../src/ui/Icon';
import '../src/styles/index.css';

const query = new URLSearchParams(location.search);
const sizes = (query.get('sizes') ?? '40,56,140').split(',').map(Number);
const ranks = query.get('ranks') ?? 'A23456789TJQK';
const root = document.documentElement;
root.dataset.suits = query.get('suits') ?? 'two';
root.dataset.index = query.get('index') ?? 'normal';

function Sheet() {
  return (
    <main style={{ padding: '16px', display: 'grid', gap: '16px' }}>
      {query.has('glyphs') && (
        <p style={{ display: 'flex', flexWrap: 'wrap', gap: '14px', background: '#fffdf8', padding: '16px' }}>
          {[...'23456789TJQKA'].map((rank) => (
            <svg key={rank} height="150" viewBox={`-8 -8 ${glyphOf(rank).width + 16} 122`}>
              <path d={glyphOf(rank).d} fill="#14181c" stroke="#14181c" stroke-width={INK} stroke-linejoin="round" />
            </svg>
          ))}
        </p>
      )}
      {query.has('icons') && (
        <p style={{ display: 'flex', flexWrap: 'wrap', gap: '18px' }}>
          {ICON_NAMES.map((name) => (
            <span key={name} style={{ width: '86px', fontSize: '11px' }}>
              <Icon name={name} size={40} /> <br />
              {name}
            </span>
          ))}
        </p>
      )}
      {sizes.map((size) => (
        <div key={size} style={{ display: 'grid', gap: '8px' }}>
          {[...'SHCD'].map((suit) => (
            <div key={suit} style={{ display: 'flex', flexWrap: 'wrap', gap: '8px' }}>
              {[...ranks].map((rank) => (
                <Card key={rank} card={rank + suit} size={size} />
              ))}
              <Card faceDown size={size} />
            </div>
          ))}
        </div>
      ))}
    </main>
  );
}

const app = document.getElementById('app');
if (app) render(<Sheet />, app);
