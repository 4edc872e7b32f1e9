/** A card as a picture. What it is called is said by whoever shows it: the picture is hidden from readers. */
import { Back } from './Back';
import type { Layer } from './courts';
import { fullFace, simpleFace } from './faces';
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
    <span
      class={`card ${face ? `card-face card-${face.charAt(1)}` : 'card-back'} ${rest.class ?? ''}`}
      style={size === undefined ? undefined : { width: `${size}px` }}
      aria-hidden="true"
      data-card={face ?? 'back'}
    >
      <svg viewBox="0 0 100 140">
        {face ? (
          <>
            <Full card={face} />
            <Simple card={face} />
          </>
        ) : (
          <Back />
        )}
      </svg>
    </span>
  );
}

// Both faces stand in the picture; the style sheet shows the one that suits the card's width.
function Full({ card }: { card: string }) {
  const face = fullFace(card);
  return (
    <g class="card-full">
      <path class="card-rank" d={face.ranks} stroke-width={face.ink} />
      <path d={face.pips} />
      {face.court.map(paint)}
    </g>
  );
}

function Simple({ card }: { card: string }) {
  const face = simpleFace(card);
  return (
    <g class="card-simple">
      <g class="card-index">
        <path class="card-rank" d={face.ranks} stroke-width={face.ink} />
        <path d={face.underRank} />
      </g>
      <g class="card-big">{face.big.map(paint)}</g>
    </g>
  );
}

function paint(layer: Layer, i: number) {
  return <path key={i} class={layer.paint} d={layer.d} />;
}
