/** Rules that are lists: the order of the passes, barred cards, prices of cards, exact scores, the hearts' points. */
import { useState } from 'preact/hooks';

import { cardWords, rankName, RANKS } from '../../cards/names';
import { t } from '../../text/setup';
import { Button, Field, Icon, IconButton, NumberInput, Select, type IconName } from '../../ui';
import { CardSelect } from './CardFields';
import type { RuleValue } from './choice';
import type { ControlProps } from './FieldControl';
import { describe, pairOf, same } from './fields';
import { OneOf } from './OneOf';

const OTHER = 'other';

const ARROWS: Readonly<Record<string, IconName>> = {
  L: 'arrow-left',
  R: 'arrow-right',
  A: 'arrow-up',
  L2: 'arrow-left-2',
  R2: 'arrow-right-2',
  S: 'scatter',
  H: 'hold',
};

/** Directions hand after hand. */
export function OrderField({ info, value, onChange, help, error }: ControlProps) {
  const offered = info.choices.some((choice) => same(choice.value, value));
  const [open, setOpen] = useState(!offered);
  const own = open || !offered;
  const order = Array.isArray(value) ? value.map(String) : [];
  const label = (item: string): string => info.items.find((one) => one.value === item)?.label ?? item;
  const options = info.choices.map((choice) => ({ value: JSON.stringify(choice.value), label: choice.label }));
  return (
    <div class="rule-stack">
      <Field label={info.label} help={help} error={error}>
        {(ids) => (
          <Select
            {...ids}
            value={own ? OTHER : JSON.stringify(value)}
            options={[...options, { value: OTHER, label: own && order.length > 0 ? describe(info, order) : t('value.own') }]}
            onChange={(text) => {
              setOpen(text === OTHER);
              if (text !== OTHER) onChange(JSON.parse(text) as RuleValue);
              else if (order.length === 0) onChange(['L', 'R', 'A', 'H']);
            }}
          />
        )}
      </Field>
      {own && (
        <div class="order" role="group" aria-label={t('order.now')}>
          <ol>
            {order.map((item, i) => (
              <li key={i}>
                <button
                  type="button"
                  class="chip chip-removable"
                  aria-label={t('order.remove', { n: i + 1, label: label(item) })}
                  disabled={order.length === 1}
                  onClick={() => onChange(order.filter((_, k) => k !== i))}
                >
                  <Icon name={ARROWS[item] ?? 'arrow-left'} size={16} />
                  <span>{label(item)}</span>
                  <Icon name="close" size={14} />
                </button>
              </li>
            ))}
          </ol>
          <p class="order-add">
            {info.items.map((item) => (
              <IconButton
                key={String(item.value)}
                icon={ARROWS[String(item.value)] ?? 'plus'}
                label={t('order.add', { label: item.label.toLowerCase() })}
                kind="quiet"
                size={18}
                disabled={order.length >= 8}
                onClick={() => onChange([...order, String(item.value)])}
              />
            ))}
          </p>
        </div>
      )}
    </div>
  );
}

/** Some of a few groups of cards, in no order. */
export function SetField({ info, value, onChange, help, error }: ControlProps) {
  const offered = info.choices.some((choice) => same(choice.value, value));
  const [open, setOpen] = useState(!offered);
  const own = open || !offered;
  const set = Array.isArray(value) ? value : [];
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
          if (text !== OTHER) onChange(JSON.parse(text) as RuleValue);
        }}
        help={own ? info.help : help}
        error={error}
      />
      {own && (
        <div class="ticks" role="group" aria-label={info.label}>
          {info.items.map((item) => (
            <label key={String(item.value)} class="tick">
              <input
                type="checkbox"
                checked={set.includes(item.value)}
                onChange={(event) => {
                  const on = event.currentTarget.checked;
                  const wanted = info.items.map((one) => one.value);
                  onChange(wanted.filter((one) => (one === item.value ? on : set.includes(one))));
                }}
              />
              <span>{item.label}</span>
            </label>
          ))}
        </div>
      )}
    </div>
  );
}

/** Cards with a price of their own. */
export function PointsField({ info, value, onChange, onWrong, help, error }: ControlProps) {
  const given = typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};
  const rows = Object.entries(given).map(([card, points]) => [card, Number(points)] as const);
  const put = (next: readonly (readonly [string, number])[]): void => onChange(Object.fromEntries(next));
  const free = [...'SHDC'].flatMap((suit) => [...RANKS].reverse().map((rank) => rank + suit)).find((c) => !(c in given));
  const [lowest, highest] = [info.lowest ?? 1, info.highest ?? 1000];
  return (
    <fieldset class="segmented rows">
      <legend class="label">{info.label}</legend>
      {rows.map(([card, points], i) => (
        <div class="row" key={card}>
          <Field label={t('points.card', { n: i + 1 })} hideLabel>
            {(ids) => (
              <CardSelect
                {...ids}
                value={card}
                onChange={(next) => put(rows.filter(([c]) => c !== next || c === card).map((r, k) => (k === i ? [next, points] : r)))}
              />
            )}
          </Field>
          <Field label={t('points.points', { card: cardWords(card) })} hideLabel>
            {(ids) => (
              <NumberInput
                {...ids}
                value={points}
                onChange={(n) => {
                  const wrong = n === null || n < lowest || n > highest;
                  onWrong(wrong ? t('number.wrong', { lowest, highest }) : null);
                  if (!wrong) put(rows.map((r, k) => (k === i ? [card, n] : r)));
                }}
              />
            )}
          </Field>
          <IconButton
            icon="close"
            label={t('points.remove', { card: cardWords(card) })}
            onClick={() => {
              onWrong(null);
              put(rows.filter((_, k) => k !== i));
            }}
          />
        </div>
      ))}
      <Button icon="plus" disabled={!free} onClick={() => free && put([...rows, ['QS' in given ? free : 'QS', 10]])}>
        {t('points.add')}
      </Button>
      {error && (
        <p class="error">
          <Icon name="warning" size={16} />
          <span>{error}</span>
        </p>
      )}
      <p class="help">{help}</p>
    </fieldset>
  );
}

/** Exact scores that drop to another. */
export function ResetsField({ info, value, onChange, onWrong, help, error }: ControlProps) {
  const rows = Array.isArray(value) ? value.map(pairOf) : [];
  const set = (i: number, part: 'at' | 'to', n: number | null): void => {
    onWrong(n === null ? t('number.wrong', { lowest: info.lowest ?? -1000, highest: info.highest ?? 10000 }) : null);
    if (n !== null) onChange(rows.map((row, k) => (k === i ? { ...row, [part]: n } : row)));
  };
  return (
    <fieldset class="segmented rows">
      <legend class="label">{info.label}</legend>
      {rows.map((row, i) => (
        <div class="row" key={i}>
          <Field label={t('resets.at')}>{(ids) => <NumberInput {...ids} value={row.at} onChange={(n) => set(i, 'at', n)} />}</Field>
          <Field label={t('resets.to')}>{(ids) => <NumberInput {...ids} value={row.to} onChange={(n) => set(i, 'to', n)} />}</Field>
          <IconButton
            icon="close"
            label={t('resets.remove', { at: row.at })}
            onClick={() => {
              onWrong(null);
              onChange(rows.filter((_, k) => k !== i));
            }}
          />
        </div>
      ))}
      <Button icon="plus" disabled={rows.length >= 8} onClick={() => onChange([...rows, { at: 100, to: 50 }])}>
        {t('resets.add')}
      </Button>
      {error && (
        <p class="error">
          <Icon name="warning" size={16} />
          <span>{error}</span>
        </p>
      )}
      <p class="help">{help}</p>
    </fieldset>
  );
}

/** The hearts' points: a usual table, or thirteen numbers of one's own. */
export function HeartPointsField({ info, value, onChange, onWrong, help, error }: ControlProps) {
  const own = Array.isArray(value);
  const numbers = own ? value.map(Number) : [];
  return (
    <div class="rule-stack">
      <Field label={info.label} help={help} error={error}>
        {(ids) => (
          <Select
            {...ids}
            value={own ? OTHER : String(value)}
            options={[
              ...info.choices.map((choice) => ({ value: String(choice.value), label: choice.label })),
              { value: OTHER, label: t('value.heart.own') },
            ]}
            onChange={(text) => {
              onWrong(null);
              onChange(text === OTHER ? [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1] : text);
            }}
          />
        )}
      </Field>
      {own && (
        <div class="heart-numbers" role="group" aria-label={info.label}>
          {numbers.map((number, i) => (
            <Field key={i} label={`${rankName(RANKS.charAt(i))}`}>
              {(ids) => (
                <NumberInput
                  {...ids}
                  value={number}
                  onChange={(n) => {
                    onWrong(n === null || n < 0 ? t('number.wrong', { lowest: 0, highest: 1000 }) : null);
                    if (n !== null && n >= 0) onChange(numbers.map((old, k) => (k === i ? n : old)));
                  }}
                />
              )}
            </Field>
          ))}
        </div>
      )}
    </div>
  );
}
