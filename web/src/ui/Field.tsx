import type { ComponentChildren } from 'preact';
import { useId, useRef } from 'preact/hooks';

import { Icon } from './Icon';

export interface FieldIds {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
}

/** A labelled field: label above, help in words below, the error beside it. */
export function Field(props: {
  label: string;
  help?: ComponentChildren;
  error?: ComponentChildren;
  hideLabel?: boolean;
  children: (ids: FieldIds) => ComponentChildren;
}) {
  const { label, help, error, hideLabel, children } = props;
  const id = useId();
  const describedBy = [error && `${id}-error`, help && `${id}-help`].filter(Boolean).join(' ') || undefined;
  return (
    <div class={`field ${error ? 'field-wrong' : ''}`}>
      <label class={hideLabel ? 'visually-hidden' : 'label'} for={id}>
        {label}
      </label>
      {children({ id, 'aria-describedby': describedBy, 'aria-invalid': error ? true : undefined })}
      {error && (
        <p class="error" id={`${id}-error`}>
          <Icon name="warning" size={16} />
          <span>{error}</span>
        </p>
      )}
      {help && (
        <p class="help" id={`${id}-help`}>
          {help}
        </p>
      )}
    </div>
  );
}

interface Common extends Partial<FieldIds> {
  name?: string;
  disabled?: boolean;
  placeholder?: string;
  autofocus?: boolean;
}

export function TextInput(
  props: Common & { value: string; onChange: (value: string) => void; search?: boolean; maxLength?: number },
) {
  const { value, onChange, search, ...rest } = props;
  const given = {
    ...rest,
    class: 'input',
    autocomplete: 'off',
    spellcheck: false,
    value,
    onInput: (event: { currentTarget: HTMLInputElement }) => onChange(event.currentTarget.value),
  };
  return search ? <input type="search" {...given} /> : <input type="text" {...given} />;
}

/** A whole number; what cannot be read as one is handed on as null and the words stay as typed. */
export function NumberInput(props: Common & { value: number | null; onChange: (value: number | null) => void }) {
  const { value, onChange, ...rest } = props;
  const typed = useRef('');
  if (readNumber(typed.current) !== value) typed.current = value === null ? typed.current : String(value);
  return (
    <input
      {...rest}
      type="text"
      inputMode="numeric"
      autocomplete="off"
      class="input input-number tabular"
      value={typed.current}
      onInput={(event) => {
        typed.current = event.currentTarget.value;
        onChange(readNumber(typed.current));
      }}
    />
  );
}

function readNumber(text: string): number | null {
  const plain = text.trim().replace('\u2212', '-');
  return /^[-+]?\d{1,6}$/.test(plain) ? Number(plain) : null;
}

export function Select<T extends string>(
  props: Common & {
    value: T;
    options: readonly { value: T; label: string }[];
    onChange: (value: T) => void;
  },
) {
  const { value, options, onChange, ...rest } = props;
  return (
    <span class="select">
      <select {...rest} class="input" value={value} onChange={(event) => onChange(event.currentTarget.value as T)}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <Icon name="chevron-down" size={18} />
    </span>
  );
}
