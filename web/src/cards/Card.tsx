/** A card as a picture. What it is called is said by whoever shows it: the picture is hidden from readers. */
import { signal } from '@preact/signals';

import { Back } from './Back';
import { ACE_MOON, BIG, fullIndex, MIDDLE, pipsOf, simpleIndex, type Index } from './faces';
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

// The figures of jacks, queens and kings come a moment after the rest: a hand can be read and played by its indices
// and suit marks, so nobody waits for them, and should they never come, a big suit mark stands in.
const figures = signal<typeof import('./CourtFigure') | null>(null);
void import('./CourtFigure').then(
  (loaded) => (figures.value = loaded),
  () => undefined,
);

const isCourt = (rank: string): boolean => 'JQK'.includes(rank);

// Unless told otherwise both faces stand in the picture; the style sheet shows the one that suits the card's width.
function Face({ card, detail }: { card: string; detail: 'full' | 'simple' | undefined }) {
  const [rank, suit] = [card.charAt(0), card.charAt(1)];
  return (
    <>
      {detail !== 'simple' && <Full rank={rank} suit={suit} />}
      {detail !== 'full' && <Simple rank={rank} suit={suit} />}
    </>
  );
}

function Full({ rank, suit }: { rank: string; suit: string }) {
  const court = isCourt(rank) ? figures.value : null;
  return (
    <g class="card-full">
      <Corner rank={rank} suit={suit} at={fullIndex(rank)} />
      <g transform={TURN}>
        <Corner rank={rank} suit={suit} at={fullIndex(rank)} />
      </g>
      {court ? (
        <court.CourtField rank={rank} suit={suit} />
      ) : isCourt(rank) ? (
        <path d={PIPS[suit]} transform={MIDDLE} />
      ) : (
        pipsOf(rank + suit).map((at) => <path key={at} d={PIPS[suit]} transform={at} />)
      )}
      {rank + suit === 'AS' && <path class="p-moon" d={CRESCENT} transform={ACE_MOON} />}
    </g>
  );
}

function Simple({ rank, suit }: { rank: string; suit: string }) {
  const court = isCourt(rank) ? figures.value : null;
  return (
    <g class="card-simple">
      <g class="card-index">
        <Corner rank={rank} suit={suit} at={simpleIndex(rank)} />
      </g>
      <g class="card-big">
        {court ? <court.Bust rank={rank} suit={suit} /> : <path d={PIPS[suit]} transform={BIG} />}
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
