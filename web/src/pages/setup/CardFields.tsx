/** Rules that name cards: one card, or several. */
import { useId, useState } from 'preact/hooks';

import { PIPS } from '../../cards/pips';
import { ALL_CARDS, RANKS, cardName, suitName } from '../../cards/names';
import { t } from '../../text/setup';
import { Field, Select } from '../../ui';
import type { ControlProps } from './FieldControl';
import { describe, same } from './fields';
import { OneOf } from './OneOf';

const OTHER = 'other';

/** One card or none. */
export function CardField({ info, value, onChange, help, error }: ControlProps) {
  const offered = info.choices.some((choice) => same(choice.value, value));
  const [another, setAnother] = useState(!offered);
  const options = info.choices.map((choice) => ({ value: JSON.stringify(choice.value), label: choice.label }));
  const own = another || !offered;
  return (
    <div class="rule-stack">
      <OneOf
        label={info.label}
        value={own ? OTHER : JSON.stringify(value)}
        options={[...options, { value: OTHER, label: t('card.another') }]}
        onChange={(text) => {
          setAnother(text === OTHER);
          if (text !== OTHER) onChange(JSON.parse(text) as string | null);
        }}
        help={help}
        error={own ? undefined : error}
      />
      {own && (
        <Field label={t('card.label', { label: info.label })} hideLabel error={error}>
          {(ids) => <CardSelect {...ids} value={typeof value === 'string' ? value : ''} onChange={onChange} />}
        </Field>
      )}
    </div>
  );
}

/** All 52 by name, best known suits of the rules first. */
export function CardSelect(
  props: { value: string; onChange: (card: string) => void } & { id?: string; 'aria-describedby'?: string | undefined },
) {
  const options = [...'SHDC'].flatMap((suit) =>
    [...RANKS].reverse().map((rank) => ({ value: rank + suit, label: cardName(rank + suit) })),
  );
  const all = options.some((option) => option.value === props.value)
    ? options
    : [{ value: props.value, label: t('value.none') }, ...options];
  return <Select {...props} options={all} />;
}

/** Several cards: the usual sets side by side, an own set ticked on a small board of all cards. */
export function CardSetField({ info, value, onChange, help, error }: ControlProps) {
  const offered = info.choices.some((choice) => same(choice.value, value));
  const [open, setOpen] = useState(!offered);
  const own = open || !offered;
  const cards = Array.isArray(value) ? value.map(String) : [];
  return (
    <div class="rule-stack">
      <OneOf
        label={info.label}
        value={own ? OTHER : JSON.stringify(value)}
        options={[
          ...info.choices.map((choice) => ({ value: JSON.stringify(choice.value), label: choice.label })),
          { value: OTHER, label: t('value.own') },
        ]}
        onChange={(text) => {
          setOpen(text === OTHER);
          if (text !== OTHER) onChange(JSON.parse(text) as string[]);
        }}
        help={own ? `${info.help} ${describe(info, cards)}.` : help}
        error={error}
      />
      {own && <CardBoard label={info.label} cards={cards} onChange={onChange} />}
    </div>
  );
}

function CardBoard(props: { label: string; cards: readonly string[]; onChange: (cards: string[]) => void }) {
  const { label, cards, onChange } = props;
  const id = useId();
  function tick(card: string, on: boolean): void {
    const chosen = new Set(cards);
    if (on) chosen.add(card);
    else chosen.delete(card);
    onChange(ALL_CARDS.filter((one) => chosen.has(one)));
  }
  return (
    <div class="card-board" role="group" aria-label={label}>
      {[...'SHDC'].map((suit) => (
        <div key={suit} class={`card-board-row card-${suit}`} role="group" aria-label={suitName(suit)}>
          <svg viewBox="0 0 100 100" width="15" height="15" aria-hidden="true">
            <path d={PIPS[suit]} />
          </svg>
          {[...RANKS].reverse().map((rank) => (
            <label key={rank} class="card-tick">
              <input
                type="checkbox"
                id={`${id}-${rank}${suit}`}
                aria-label={cardName(rank + suit)}
                checked={cards.includes(rank + suit)}
                onChange={(event) => tick(rank + suit, event.currentTarget.checked)}
              />
              <span aria-hidden="true">{rank === 'T' ? '10' : rank}</span>
            </label>
          ))}
        </div>
      ))}
    </div>
  );
}
