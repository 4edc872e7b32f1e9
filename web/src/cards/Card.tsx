/** A card as a picture. What it is called is said by whoever shows it: the picture is hidden from readers. */
import { Back } from './Back';
import { BUST, courtOf, FRAME, type Court, type Layer } from './courts';
import { ACE_MOON, BIG, fullIndex, pipsOf, simpleIndex, type Index } from './faces';
import { glyphOf } from './glyphs';
import { isCard } from './names';
import { CRESCENT, PIPS } from './pips';

export interface CardProps {
  /** "QS"; left out or not a card: the back is shown. */
  card?: string | null;
  faceDown?: boolean;
  /** Width in CSS pixels; left out, the style sheet decides (`--card-w`). */
  size?: number;
  /** Draw only one of the two faces where it is known which one is needed; else the card's width decides. */
  detail?: 'full' | 'simple';
  class?: string;
}

export function Card({ card, faceDown, size, detail, ...rest }: CardProps) {
  const face = !faceDown && card != null && isCard(card) ? card : null;
  return (
    <span
      class={`card ${face ? `card-face card-${face.charAt(1)}` : 'card-back'} ${detail ? `card-only-${detail}` : ''} ${rest.class ?? ''}`}
      style={size === undefined ? undefined : { width: `${size}px` }}
      aria-hidden="true"
      data-card={face ?? 'back'}
    >
      <svg viewBox="0 0 100 140">{face ? <Face card={face} detail={detail} /> : <Back />}</svg>
    </span>
  );
}

const TURN = 'rotate(180 50 70)';

// Unless told otherwise both faces stand in the picture; the style sheet shows the one that suits the card's width.
function Face({ card, detail }: { card: string; detail: 'full' | 'simple' | undefined }) {
  const [rank, suit] = [card.charAt(0), card.charAt(1)];
  const court = courtOf(rank, suit);
  return (
    <>
      {detail !== 'simple' && <Full card={card} rank={rank} suit={suit} court={court} />}
      {detail !== 'full' && <Simple rank={rank} suit={suit} court={court} />}
    </>
  );
}

interface Parts {
  rank: string;
  suit: string;
  court: Court | null;
}

function Full({ card, rank, suit, court }: Parts & { card: string }) {
  return (
    <g class="card-full">
      <Corner rank={rank} suit={suit} at={fullIndex(rank)} />
      <g transform={TURN}>
        <Corner rank={rank} suit={suit} at={fullIndex(rank)} />
      </g>
      {court ? (
        <CourtField court={court} suit={suit} />
      ) : (
        pipsOf(card).map((at) => <path key={at} d={PIPS[suit]} transform={at} />)
      )}
      {card === 'AS' && <path class="p-moon" d={CRESCENT} transform={ACE_MOON} />}
    </g>
  );
}

function Simple({ rank, suit, court }: Parts) {
  return (
    <g class="card-simple">
      <g class="card-index">
        <Corner rank={rank} suit={suit} at={simpleIndex(rank)} />
      </g>
      <g class="card-big">
        {court ? <g transform={BUST}>{court.half.map(paint)}</g> : <path d={PIPS[suit]} transform={BIG} />}
      </g>
    </g>
  );
}

function Corner({ rank, suit, at }: { rank: string; suit: string; at: Index }) {
  return (
    <>
      <path class="card-rank" d={glyphOf(rank).d} transform={at.rank} stroke-width={at.ink} />
      <path d={PIPS[suit]} transform={at.pip} />
    </>
  );
}

function CourtField({ court, suit }: { court: Court; suit: string }) {
  const { half, mirrored, sash } = court;
  return (
    <>
      <path class="p-ground" d={FRAME} />
      <g transform={mirrored ? 'matrix(-1 0 0 1 100 0)' : undefined}>
        {half.map(paint)}
        <path class="p-suit" d={PIPS[suit]} transform={COURT_PIP} />
        <g transform={TURN}>
          {half.map(paint)}
          <path class="p-suit" d={PIPS[suit]} transform={COURT_PIP} />
        </g>
        {sash.map(paint)}
      </g>
      <path class="p-frame" d={FRAME} />
    </>
  );
}

const COURT_PIP = 'translate(25.65 17.05) scale(0.115)';

function paint(layer: Layer, i: number) {
  return <path key={i} class={layer.paint} d={layer.d} transform={layer.at} />;
}
