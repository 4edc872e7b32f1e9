/** A card as a picture. What it is called is said by whoever shows it: the picture is hidden from readers. */
import { isCard } from './names';

export interface CardProps {
  /** "QS"; left out or not a card: the back is shown. */
  card?: string | null;
  faceDown?: boolean;
  /** Width in CSS pixels; left out, the style sheet decides (`--card-w`). */
  size?: number;
  class?: string;
}

export function Card({ card, faceDown, size, ...rest }: CardProps) {
  const face = !faceDown && card != null && isCard(card) ? card : null;
  return (
    <svg
      class={`card ${face ? `card-${face.charAt(1)}` : 'card-back'} ${rest.class ?? ''}`}
      viewBox="0 0 100 140"
      style={size === undefined ? undefined : { width: `${size}px` }}
      aria-hidden="true"
     
      data-card={face ?? 'back'}
    >
      <rect class="card-edge" x="0.5" y="0.5" width="99" height="139" rx="8" />
      {face ? (
        <text x="10" y="40" font-size="34" fill="currentColor">
          {face}
        </text>
      ) : null}
    </svg>
  );
}
