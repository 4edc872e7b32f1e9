import { useState } from 'preact/hooks';

import type { WaitingTable } from '../../net/api';
import { t } from '../../text/home';
import { Button, Icon } from '../../ui';

const SHOWN = 1;

/** Matches to go on with, newest first, each a slip of paper. */
export function Waiting({ tables }: { tables: readonly WaitingTable[] }) {
  const [all, setAll] = useState(false);
  if (tables.length === 0) return null;
  const shown = all ? tables : tables.slice(0, SHOWN);
  const hidden = tables.length - shown.length;
  return (
    <section class="waiting" aria-labelledby="waiting-head">
      <h2 id="waiting-head">{t('waiting', { n: tables.length })}</h2>
      <ul>
        {shown.map((table) => (
          <li key={table.table}>
            <a class="paper waiting-slip" href={`/table/${encodeURIComponent(table.table)}`}>
              <span class="waiting-words">
                <strong>
                  {table.kind === 'daily'
                    ? t('daily')
                    : t('waiting.hand', { rules: table.rules_name, deal: Math.max(1, table.deal) })}
                </strong>
                <span class="tabular">{standing(table)}</span>
              </span>
              <span class="waiting-go">
                {t('waiting.go')}
                <Icon name="arrow-right" size={18} />
              </span>
            </a>
          </li>
        ))}
      </ul>
      {hidden > 0 && (
        <Button kind="plain" onClick={() => setAll(true)}>
          {t('waiting.more', { n: hidden })}
        </Button>
      )}
    </section>
  );
}

/** The visitor sits in seat 0 of a practice table. */
function standing({ totals, phase }: WaitingTable): string {
  if (phase === 'over') return t('waiting.over');
  if (totals.every((total) => total === 0)) return t('waiting.first');
  const [mine = 0, ...others] = totals;
  return t('waiting.totals', { mine, others: others.join(', ') });
}
