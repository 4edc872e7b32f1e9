import { useState } from 'preact/hooks';

import { WordMark } from '../brand/Mark';
import { t } from '../text';
import { IconButton } from './IconButton';
import { LookSheet } from './LookSheet';

/** The top of the pages that are not a table: word mark (home) and the look. */
export function PageHead({ home }: { home?: boolean }) {
  const [open, setOpen] = useState(false);
  return (
    <header class="page-head">
      {home ? (
        <WordMark />
      ) : (
        <a class="page-head-home" href="/" aria-label={`Moonshot: ${t('lost.home')}`}>
          <WordMark />
        </a>
      )}
      <IconButton icon="theme" label={t('look.open')} onClick={() => setOpen(true)} />
      <LookSheet open={open} onClose={() => setOpen(false)} />
    </header>
  );
}
