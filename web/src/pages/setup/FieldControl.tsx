/** One rule of the card: the right control for its kind, its help, its error with the way to mend it. */
import type { ComponentChildren } from 'preact';

import { Switch } from '../../ui';
import { CardField, CardSetField } from './CardFields';
import type { RuleValue } from './choice';
import { describe, same, type FieldInfo } from './fields';
import { HeartPointsField, OrderField, PointsField, ResetsField, SetField } from './ListFields';
import { NumberField } from './NumberField';
import { OneOf } from './OneOf';

export interface ControlProps {
  info: FieldInfo;
  value: RuleValue;
  onChange: (value: RuleValue) => void;
  /** Says that what is typed cannot be read, or (null) that it can again. */
  onWrong: (message: string | null) => void;
  help: ComponentChildren;
  error: ComponentChildren;
}

/** `brief`: only what the chosen value does, without the words about the rule itself. */
export function FieldControl({ brief, ...props }: Omit<ControlProps, 'help'> & { brief: boolean }) {
  const { info, value } = props;
  const chosen = info.choices.find((choice) => same(choice.value, value));
  const help = brief && chosen?.help ? chosen.help : [info.help, chosen?.help].filter(Boolean).join(' ');
  return (
    <div class={`rule rule-${info.kind}`} id={`rule-${info.field}`}>
      <Control {...props} help={help} />
    </div>
  );
}

function Control(props: ControlProps) {
  const { info } = props;
  switch (info.kind) {
    case 'switch':
      return (
        <Switch
          label={info.label}
          checked={props.value === true}
          onChange={props.onChange}
          help={props.help}
          error={props.error}
        />
      );
    case 'number':
      return <NumberField {...props} />;
    case 'card':
      return <CardField {...props} />;
    case 'cards':
      return <CardSetField {...props} />;
    case 'points':
      return <PointsField {...props} />;
    case 'resets':
      return <ResetsField {...props} />;
    case 'list':
      return info.field === 'pass_cycle' ? <OrderField {...props} /> : <SetField {...props} />;
    case 'choice':
      return info.field === 'heart_points' ? <HeartPointsField {...props} /> : <ChoiceField {...props} />;
  }
}

/** One of the offered values, or the present one where it is not among them. */
function ChoiceField({ info, value, onChange, help, error }: ControlProps) {
  const options = info.choices.map((choice) => ({ value: JSON.stringify(choice.value), label: choice.label }));
  const now = JSON.stringify(value);
  const known = options.some((option) => option.value === now);
  return (
    <OneOf
      label={info.label}
      value={now}
      options={known ? options : [...options, { value: now, label: describe(info, value) }]}
      onChange={(text) => onChange(JSON.parse(text) as RuleValue)}
      help={help}
      error={error}
    />
  );
}
