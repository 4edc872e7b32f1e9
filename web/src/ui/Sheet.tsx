import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';

import { t } from '../text';
import { IconButton } from './IconButton';

export interface SheetProps {
  title: string;
  open: boolean;
  onClose: () => void;
  /** right: slides in from the side (from below on phones); bottom; center: a dialog that asks. */
  side?: 'right' | 'bottom' | 'center';
  /** Stands under the content and does not scroll away. */
  footer?: ComponentChildren;
  /** Leave out the cross when the sheet must be answered by one of its own buttons. */
  mustAnswer?: boolean;
  class?: string;
  children?: ComponentChildren;
}

/** What had the focus before the first of the open sheets. */
let outside: HTMLElement | null = null;

/** Most sheets go from the page instead of being closed; then the focus is given back here. */
function keepOutside(): () => void {
  const active = document.activeElement;
  if (active instanceof HTMLElement && active !== document.body && !active.closest('dialog')) outside = active;
  return () => {
    setTimeout(() => {
      const lost = document.activeElement === null || document.activeElement === document.body;
      if (lost && outside?.isConnected) outside.focus({ preventScroll: true });
    });
  };
}

/** A sheet of paper over the table. The platform's <dialog> keeps focus inside. */
export function Sheet({ title, open, onClose, side = 'right', footer, mustAnswer, children, ...rest }: SheetProps) {
  const box = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const id = useId();

  useEffect(() => (open ? keepOutside() : undefined), [open]);
  useEffect(() => {
    const dialog = box.current;
    if (!dialog) return;
    if (open && !dialog.open) {
      dialog.showModal();
      // The heading is the calmest place to begin reading, unless the content asked for focus itself.
      if (!dialog.querySelector('[autofocus]')) heading.current?.focus({ preventScroll: true });
    } else if (!open && dialog.open) {
      dialog.close();
    }
  }, [open]);

  if (!open && !box.current) return <dialog ref={box} class="sheet" aria-labelledby={id} />;
  return (
    <dialog
      ref={box}
      class={`sheet sheet-${side} ${rest.class ?? ''}`}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        if (!mustAnswer) onClose();
      }}
      onClose={() => open && onClose()}
      onMouseDown={(event) => {
        if (event.target === event.currentTarget && !mustAnswer) onClose(); // the backdrop
      }}
    >
      {open && (
        <div class="sheet-inside">
          <div class="sheet-head">
            <h2 id={id} ref={heading} tabIndex={-1}>
              {title}
            </h2>
            {!mustAnswer && <IconButton icon="close" label={t('ui.close')} onClick={onClose} />}
          </div>
          <div class="sheet-body">{children}</div>
          {footer && <div class="sheet-foot">{footer}</div>}
        </div>
      )}
    </dialog>
  );
}
