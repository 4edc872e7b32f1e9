import { useId } from 'preact/hooks';

/** On or off, at once. */
export function Switch(props: {
  label: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
  help?: string;
  disabled?: boolean;
}) {
  const { label, checked, onChange, help, disabled } = props;
  const id = useId();
  return (
    <div class="switch">
      <label class="switch-row">
        <span class="label">{label}</span>
        <input
          type="checkbox"
          role="switch"
          checked={checked}
          disabled={disabled}
          aria-describedby={help ? `${id}-help` : undefined}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
      </label>
      {help && (
        <p class="help" id={`${id}-help`}>
          {help}
        </p>
      )}
    </div>
  );
}
