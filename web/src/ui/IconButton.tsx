import { Icon, type IconName } from './Icon';

/** A button with only an icon; `label` is its name and its tooltip. */
export function IconButton(props: {
  icon: IconName;
  label: string;
  kind?: 'quiet' | 'plain';
  pressed?: boolean;
  disabled?: boolean;
  expanded?: boolean;
  class?: string;
  size?: number;
  onClick?: (event: MouseEvent) => void;
}) {
  const { icon, label, kind = 'plain', pressed, disabled, expanded, size = 22, onClick } = props;
  return (
    <button
      type="button"
      class={`icon-button icon-button-${kind} ${props.class ?? ''}`}
      aria-label={label}
      title={label}
      aria-pressed={pressed}
      aria-expanded={expanded}
      disabled={disabled}
      onClick={onClick}
    >
      <Icon name={icon} size={size} />
    </button>
  );
}
