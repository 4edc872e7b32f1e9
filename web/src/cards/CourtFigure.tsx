/** Draws the court figures; loaded by itself, see Card. */
import { BUST, courtOf, FRAME, type Layer } from './courts';
import { PIPS } from './pips';

/** The framed figure of a whole face, the same both ways up. */
export function CourtField({ rank, suit }: { rank: string; suit: string }) {
  const court = courtOf(rank, suit);
  if (!court) return null;
  return (
    <>
      <path class="p-ground" d={FRAME} />
      <g transform={court.mirrored ? 'matrix(-1 0 0 1 100 0)' : undefined}>
        <Half layers={court.half} suit={suit} />
        <g transform="rotate(180 50 70)">
          <Half layers={court.half} suit={suit} />
        </g>
        {court.sash.map(paint)}
      </g>
      <path class="p-frame" d={FRAME} />
    </>
  );
}

function Half({ layers, suit }: { layers: readonly Layer[]; suit: string }) {
  return (
    <>
      {layers.map(paint)}
      <path class="p-suit" d={PIPS[suit]} transform="translate(25.65 17.05) scale(0.115)" />
    </>
  );
}

/** Head and shoulders, for small cards. */
export function Bust({ rank, suit }: { rank: string; suit: string }) {
  return <g transform={BUST}>{courtOf(rank, suit)?.half.map(paint)}</g>;
}

function paint(layer: Layer, i: number) {
  return <path key={i} class={layer.paint} d={layer.d} transform={layer.at} />;
}
