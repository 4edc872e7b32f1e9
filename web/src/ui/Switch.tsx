import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';

import { Icon } from './Icon';

/** On or off, at once. */
export function Switch(props: {
  label: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
  help?: ComponentChildren;
  error?: ComponentChildren;
  disabled?: boolean;
}) {
  const { label, checked, onChange, help, error, disabled } = props;
  const id = useId();
  const describedBy = [error && `${id}-error`, help && `${id}-help`].filter(Boolean).join(' ') || undefined;
  return (
    <div class="switch">
      <label class="switch-row">
        <span class="label">{label}</span>
        <input
          type="checkbox"
          role="switch"
          checked={checked}
          disabled={disabled}
          aria-describedby={describedBy}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
      </label>
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
