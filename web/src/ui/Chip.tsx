import type { ComponentChildren } from 'preact';

import { Icon } from './Icon';

/** A small statement; with `onRemove` a button that takes it back. */
export function Chip(props: { children: ComponentChildren; onRemove?: () => void; removeLabel?: string }) {
  const { children, onRemove, removeLabel } = props;
  if (!onRemove) return <span class="chip">{children}</span>;
  return (
    <button type="button" class="chip chip-removable" aria-label={removeLabel} title={removeLabel} onClick={onRemove}>
      <span>{children}</span>
      <Icon name="close" size={15} />
    </button>
  );
}
