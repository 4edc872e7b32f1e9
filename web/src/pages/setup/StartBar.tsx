import { useId } from 'preact/hooks';

import { useLevels, within, type Level } from '../../levels';
import type { Problem } from '../../net/api';
import { t } from '../../text/setup';
import { Button, Field, Icon, Segmented, Select } from '../../ui';
import { PACES, type Chosen, type Pace } from './choice';

/** Opponents and speed: not rules, but chosen with them. */
export function TableChoices(props: { chosen: Chosen; put: (next: (old: Chosen) => Chosen) => void }) {
  const { chosen, put } = props;
  const levels = useLevels();
  return (
    <div class="rules-grid rules-table">
      <div class="rule">
        <Segmented<Level>
          label={t('level')}
          value={within(chosen.level, levels)}
          options={levels}
          onChange={(level) => put((old) => ({ ...old, level }))}
        />
      </div>
      <div class="rule">
        <Field label={t('pace')} help={t(`pace.${chosen.pace}.note`)}>
          {(ids) => (
            <Select<Pace>
              {...ids}
              value={chosen.pace}
              options={PACES.map((value) => ({ value, label: t(`pace.${value}`) }))}
              onChange={(pace) => put((old) => ({ ...old, pace }))}
            />
          )}
        </Field>
      </div>
    </div>
  );
}

/** The one button, always in reach; it says what will start, or what stands in the way. */
export function StartBar(props: { summary: string; problems: readonly Problem[]; busy: boolean; onStart: () => void }) {
  const { summary, problems, busy, onStart } = props;
  const id = useId();
  const wrong = problems.length;
  return (
    <div class="start">
      <p class={wrong > 0 ? 'start-words error' : 'start-words'} id={id} role="status">
        {wrong > 0 ? (
          <>
            <Icon name="warning" size={16} />
            <span>
              {t('wrong', { n: wrong })}{' '}
              <button type="button" class="mend" onClick={() => showFirst(problems)}>
                {t('wrong.show')}
              </button>
            </span>
          </>
        ) : (
          summary
        )}
      </p>
      <Button
        kind="primary"
        size="l"
        busy={busy}
        aria-disabled={wrong > 0}
        aria-describedby={id}
        onClick={() => (wrong > 0 ? showFirst(problems) : onStart())}
      >
        {busy ? t('starting') : t('start')}
      </Button>
    </div>
  );
}

function showFirst(problems: readonly Problem[]): void {
  const rules = problems.flatMap(({ field }) => document.getElementById(`rule-${field ?? ''}`) ?? []);
  rules.sort((a, b) => (a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1));
  const rule = rules[0];
  rule?.scrollIntoView({ block: 'center' });
  rule?.querySelector<HTMLElement>('input:checked, input, select, button')?.focus({ preventScroll: true });
}
