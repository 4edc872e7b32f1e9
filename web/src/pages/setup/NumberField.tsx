import { useState } from 'preact/hooks';

import { t } from '../../text/setup';
import { Field, NumberInput } from '../../ui';
import type { ControlProps } from './FieldControl';
import { minus, plainLabel, same } from './fields';
import { OneOf } from './OneOf';

const OTHER = 'other';

/** A whole number: the usual ones side by side, any other one typed. */
export function NumberField({ info, value, onChange, onWrong, help, error }: ControlProps) {
  const offered = info.choices.find((choice) => same(choice.value, value));
  const [typing, setTyping] = useState(false);
  const [lowest, highest] = [info.lowest ?? -100000, info.highest ?? 100000];
  // Every number of a short range stands there already; then there is nothing else to type.
  const complete = info.choices.length >= highest - lowest + 1;
  const own = !complete && (typing || !offered);

  function type(number: number | null): void {
    if (number === null || number < lowest || number > highest) {
      onWrong(t('number.wrong', { lowest: minus(lowest), highest: minus(highest) }));
    } else {
      onWrong(null);
      onChange(number);
    }
  }

  if (info.choices.length === 0) {
    return (
      <Field label={info.label} help={help} error={error}>
        {(ids) => <NumberInput {...ids} value={Number(value)} onChange={type} />}
      </Field>
    );
  }
  const options = info.choices.map((choice) => ({ value: JSON.stringify(choice.value), label: plainLabel(choice) }));
  return (
    <div class="rule-stack">
      <OneOf
        label={info.label}
        value={own ? OTHER : JSON.stringify(value)}
        options={complete ? options : [...options, { value: OTHER, label: t('value.other') }]}
        onChange={(text) => {
          setTyping(text === OTHER);
          if (text !== OTHER) {
            onWrong(null);
            onChange(JSON.parse(text) as number | string);
          }
        }}
        help={help}
        error={own ? undefined : error}
      />
      {own && (
        <Field label={t('number.label', { label: info.label })} hideLabel error={error}>
          {(ids) => <NumberInput {...ids} value={typeof value === 'number' ? value : null} onChange={type} />}
        </Field>
      )}
    </div>
  );
}
