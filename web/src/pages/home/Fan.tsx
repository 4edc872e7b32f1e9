import { Card } from '../../cards/Card';

const CARDS = Array.from({ length: 13 }, (_, i) => i);

/** Thirteen cards face down, dealt in as the page opens; gathered when the match begins. A picture, nothing more. */
export function Fan({ picked }: { picked: boolean }) {
  return (
    <div class={`fan ${picked ? 'fan-picked' : ''}`} aria-hidden="true">
      <div class="fan-hand">
        {CARDS.map((i) => (
          <div key={i} class="fan-card" style={{ '--i': i, '--turn': i - 6 }}>
            <Card faceDown />
          </div>
        ))}
      </div>
    </div>
  );
}
