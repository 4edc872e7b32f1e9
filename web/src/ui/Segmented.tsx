import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';

import { Icon } from './Icon';

export interface Choice<T extends string> {
  value: T;
  label: string;
  /** A word of explanation under the group while this choice is taken. */
  note?: string;
}

/** One of a few: radio buttons side by side. Arrow keys move and choose, as radio buttons do. */
export function Segmented<T extends string>(props: {
  label: string;
  value: T;
  options: readonly Choice<T>[];
  onChange: (value: T) => void;
  name?: string;
  hideLabel?: boolean;
  small?: boolean;
  help?: ComponentChildren;
  error?: ComponentChildren;
}) {
  const { label, value, options, onChange, hideLabel, small, help, error } = props;
  const id = useId();
  const name = props.name ?? id;
  const note = options.find((option) => option.value === value)?.note ?? help;
  const describedBy = [note && `${id}-note`, error && `${id}-error`].filter(Boolean).join(' ') || undefined;
  return (
    <fieldset class={`segmented ${small ? 'segmented-small' : ''}`} aria-describedby={describedBy}>
      <legend class={hideLabel ? 'visually-hidden' : 'label'}>{label}</legend>
      <div class="segmented-row">
        {options.map((option) => (
          <label class="segment" key={option.value}>
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
            />
            <span>{option.label}</span>
          </label>
        ))}
      </div>
      {error && (
        <p class="error" id={`${id}-error`}>
          <Icon name="warning" size={16} />
          <span>{error}</span>
        </p>
      )}
      {note && (
        <p class="help" id={`${id}-note`}>
          {note}
        </p>
      )}
    </fieldset>
  );
}
