import { useState } from 'preact/hooks';

import type { ListedTable } from '../../net/protocol';
import { t } from '../../text/lobby';
import { Button, Field, Icon, Select } from '../../ui';

/** The open tables, live. An empty seat, or a bot's between hands, is taken by pressing it. */
export function TableList(props: { tables: readonly ListedTable[] | null; onSit: (table: ListedTable) => void }) {
  const { tables, onSit } = props;
  const [filter, setFilter] = useState('');
  if (tables === null) return <p class="lobby-soft" role="status">{t('tables.loading')}</p>;
  const names = [...new Set(tables.map((table) => table.rules_name))].sort();
  const shown = filter === '' ? tables : tables.filter((table) => table.rules_name === filter);
  return (
    <section class="tables" aria-labelledby="tables-head">
      <div class="tables-head">
        <h2 id="tables-head">{t('tables')}</h2>
        {(names.length > 1 || filter !== '') && (
          <Field label={t('tables.filter')} hideLabel>
            {(ids) => (
              <Select
                {...ids}
                value={filter}
                options={[{ value: '', label: t('tables.all') }, ...names.map((name) => ({ value: name, label: name }))]}
                onChange={setFilter}
              />
            )}
          </Field>
        )}
      </div>
      {shown.length === 0 ? (
        <div class="tables-none">
          <p class="tables-none-head">
            {filter === '' ? t('tables.none') : t('tables.none.filter', { rules: filter })}
          </p>
          <p class="lobby-soft">{t('tables.none.text')}</p>
        </div>
      ) : (
        <ul class="table-list" role="list">
          {shown.map((table) => (
            <OpenTable key={table.table} table={table} onSit={onSit} />
          ))}
        </ul>
      )}
    </section>
  );
}

function OpenTable({ table, onSit }: { table: ListedTable; onSit: (table: ListedTable) => void }) {
  const people = table.seats.filter((seat) => !seat.bot && !seat.empty).map((seat) => seat.name);
  const playing = table.state === 'playing';
  const takes = playing && table.seats.some((seat) => seat.bot);
  return (
    <li class="open-table paper">
      <div class="open-head">
        <h3>{table.rules_name}</h3>
        <span class="open-state" data-state={table.state}>
          {t(playing ? 'table.playing' : 'table.waiting')}
        </span>
        <p>
          {table.rules_line}
          {table.spectators > 0 && <> · {t('table.spectators', { n: table.spectators })}</>}
        </p>
      </div>
      <ul class="open-seats" role="list">
        {table.seats.map((seat, i) => (
          <li key={i}>
            {seat.empty ? (
              <button
                type="button"
                class="open-seat open-seat-free"
                aria-label={`${t('table.empty')}: ${table.rules_name}`}
                onClick={() => onSit(table)}
              >
                <Icon name="plus" size={16} />
                <span>{t('table.empty')}</span>
              </button>
            ) : (
              <span class="open-seat" data-bot={seat.bot || undefined}>
                {seat.bot && <Icon name="bot" size={16} title={t('table.bot')} />}
                <span class="open-name">{seat.name}</span>
              </span>
            )}
          </li>
        ))}
      </ul>
      {(takes || table.watch) && (
        <div class="open-go">
          {takes && <Button onClick={() => onSit(table)}>{t('table.takes')}</Button>}
          {table.watch && (
            <Button
              kind="plain"
              icon="eye"
              href={`/table/${encodeURIComponent(table.table)}`}
              aria-label={t('table.watch.name', { rules: table.rules_name, names: people.join(', ') })}
            >
              {t('table.watch')}
            </Button>
          )}
        </div>
      )}
    </li>
  );
}
