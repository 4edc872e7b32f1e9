import type { ComponentChildren } from 'preact';

import { Icon, type IconName } from './Icon';

export interface ButtonProps {
  kind?: 'primary' | 'quiet' | 'plain';
  size?: 'm' | 'l';
  icon?: IconName;
  /** Draws a link that looks like a button. */
  href?: string;
  /** Keeps the button's place and name, says that it is working, and ignores presses. */
  busy?: boolean;
  disabled?: boolean;
  wide?: boolean;
  type?: 'button' | 'submit';
  class?: string;
  children?: ComponentChildren;
  onClick?: (event: MouseEvent) => void;
}

/** A button with words on it: one primary on a screen, quiet for the rest, plain for the least. */
export function Button(props: ButtonProps & ExtraProps) {
  const { kind = 'quiet', size = 'm', icon, href, busy, disabled, wide, type, children, onClick, ...rest } = props;
  const names = ['button', `button-${kind}`, size === 'l' && 'button-l', wide && 'button-wide', rest.class];
  const inside = (
    <>
      {icon && <Icon name={icon} size={size === 'l' ? 22 : 19} />}
      <span>{children}</span>
    </>
  );
  const className = names.filter(Boolean).join(' ');
  if (href !== undefined) {
    return (
      <a {...rest} class={className} href={href} onClick={onClick}>
        {inside}
      </a>
    );
  }
  return (
    <button
      {...rest}
      class={className}
      type={type ?? 'button'}
      disabled={disabled}
      aria-busy={busy || undefined}
      onClick={(event) => {
        if (!busy) onClick?.(event);
        else event.preventDefault();
      }}
    >
      {inside}
    </button>
  );
}

interface ExtraProps {
  id?: string;
  title?: string;
  'aria-describedby'?: string;
  'aria-label'?: string;
  'aria-expanded'?: boolean;
  'aria-controls'?: string;
  'aria-disabled'?: boolean;
  autofocus?: boolean;
}
