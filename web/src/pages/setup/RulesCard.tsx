/** The card itself: name of the rules, how they differ, the main rules, and all the others folded away. */
import type { ComponentChildren } from 'preact';
import { useRef, useState } from 'preact/hooks';

import type { Problem } from '../../net/api';
import { t } from '../../text/setup';
import { Button, Chip, Icon } from '../../ui';
import type { RuleValue, RuleValues } from './choice';
import { FieldControl } from './FieldControl';
import { MAIN_FIELDS, describe, valueOf, type FieldInfo } from './fields';
import { mendOf } from './mend';
import { Scoring } from './Scoring';
import type { Card } from './useRules';

export interface RulesCardProps {
  card: Card;
  name: string;
  about: string;
  changes: RuleValues;
  problems: readonly Problem[];
  warnings: readonly Problem[];
  onChange: (info: FieldInfo, value: RuleValue) => void;
  onMend: (values: RuleValues) => void;
  onWrong: (info: FieldInfo, message: string | null) => void;
  /** Opens the list of rule sets, where it is not beside the card. */
  onList: (() => void) | null;
  /** Stands under the main rules: what is not rules but belongs to the table. */
  children?: ComponentChildren;
}

export function RulesCard(props: RulesCardProps) {
  const { card, name, about, changes, problems, onList, children } = props;
  const { fields, groups } = card.fields;
  const [open, setOpen] = useState(false);
  const main = MAIN_FIELDS.flatMap((field) => fields.find((info) => info.field === field) ?? []);
  const rules = Object.fromEntries(fields.map((info) => [info.field, valueOf(info, changes)]));
  const rest = fields.filter((info) => !main.includes(info));
  // A rule that needs mending is never folded away.
  const shown = open || problems.some((problem) => rest.some((info) => info.field === problem.field));

  return (
    <div class="rules">
      <div class="rules-head">
        <h2>{name}</h2>
        {onList && (
          <Button icon="cards" onClick={onList}>
            {t('presets.change')}
          </Button>
        )}
        {about && <p class="rules-about">{about}</p>}
        <Scoring rules={rules} />
      </div>
      <Differs {...props} />
      <div class="rules-grid">
        {main.map((info) => (
          <OneRule key={info.field} info={info} brief {...props} />
        ))}
      </div>
      {children}
      <div class="rules-more">
        <button
          type="button"
          class="rules-fold"
          aria-expanded={shown}
          aria-controls="rules-rest"
          onClick={() => setOpen(!shown)}
        >
          <span>
            <strong>{t('more')}</strong>
            <span class="help">{t('more.note')}</span>
          </span>
          <Icon name={shown ? 'chevron-up' : 'chevron-down'} />
        </button>
        <div id="rules-rest" hidden={!shown}>
          {shown &&
            groups.map((group) => {
              const inside = rest.filter((info) => info.group === group.id);
              if (inside.length === 0) return null;
              return (
                <section key={group.id} class="rules-group" aria-labelledby={`group-${group.id}`}>
                  <h3 id={`group-${group.id}`}>{group.label}</h3>
                  <p class="help">{group.help}</p>
                  <div class="rules-grid">
                    {inside.map((info) => (
                      <OneRule key={info.field} info={info} brief={false} {...props} />
                    ))}
                  </div>
                </section>
              );
            })}
        </div>
      </div>
    </div>
  );
}

function Differs({ card, changes, onMend }: RulesCardProps) {
  const { fields } = card.fields;
  const box = useRef<HTMLDivElement>(null);
  const changed = fields.filter((info) => info.field in changes);

  function back(info: FieldInfo, i: number): void {
    onMend({ [info.field]: info.default });
    // The chip goes; focus stays at its place in the row.
    requestAnimationFrame(() => {
      const chips = box.current?.querySelectorAll<HTMLElement>('.chip-removable');
      (chips?.[Math.min(i, chips.length - 1)] ?? box.current)?.focus();
    });
  }

  return (
    <div class="differs" ref={box} tabIndex={-1} role="group" aria-label={t('differs')}>
      {changed.length === 0 ? (
        <p class="help">{t('differs.none')}</p>
      ) : (
        <>
          <h3 class="differs-head">{t('differs')}</h3>
          {changed.map((info, i) => (
            <Chip key={info.field} onRemove={() => back(info, i)} removeLabel={chipName(info, changes)}>
              <span class="chip-rule">{info.label}</span> <b>{describe(info, valueOf(info, changes))}</b>
            </Chip>
          ))}
        </>
      )}
    </div>
  );
}

function chipName(info: FieldInfo, changes: RuleValues): string {
  const words = t('chip', { label: info.label, value: describe(info, valueOf(info, changes)) });
  return `${words}. ${t('differs.back', { label: info.label })}`;
}

function OneRule(props: RulesCardProps & { info: FieldInfo; brief: boolean }) {
  const { info, card, changes, problems, warnings, onChange, onWrong, onMend } = props;
  const problem = problems.find((one) => one.field === info.field);
  const warning = warnings.find((one) => one.field === info.field);
  const rules = Object.fromEntries(card.fields.fields.map((field) => [field.field, valueOf(field, changes)]));
  return (
    <div>
      <FieldControl
        brief={props.brief}
        info={info}
        value={valueOf(info, changes)}
        onChange={(value) => onChange(info, value)}
        onWrong={(message) => onWrong(info, message)}
        error={
          problem && (
            <>
              {problem.message} <MendButton problem={problem} rules={rules} card={card} onMend={onMend} />
            </>
          )
        }
      />
      {!problem && warning && (
        <p class="rule-warning">
          <Icon name="info" size={16} />
          <span>{warning.message}</span>
        </p>
      )}
    </div>
  );
}

function MendButton(props: { problem: Problem; rules: RuleValues; card: Card; onMend: (values: RuleValues) => void }) {
  const { problem, rules, card, onMend } = props;
  const mend = mendOf(problem.code, rules);
  const entries = Object.entries(mend ?? {});
  const info = card.fields.fields.find((one) => one.field === entries[0]?.[0]);
  if (!mend || !info) return null;
  const values = { label: info.label, value: describe(info, mend[info.field] ?? null), n: entries.length - 1 };
  return (
    <button
      type="button"
      class="mend"
      onClick={() => {
        onMend(mend);
        const rule = document.getElementById(`rule-${info.field}`);
        requestAnimationFrame(() => rule?.querySelector<HTMLElement>('input:checked, input, select')?.focus());
      }}
    >
      {t(entries.length > 1 ? 'mend.more' : 'mend', values)}
    </button>
  );
}
