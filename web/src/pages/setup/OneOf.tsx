import type { ComponentChildren } from 'preact';

import { Field, Segmented, Select } from '../../ui';

const FEW = 5;
const LETTERS = 27; // that still stand side by side in a narrow column

/** One of some words: side by side while they are few and short, else in a list to choose from. */
export function OneOf(props: {
  label: string;
  value: string;
  options: readonly { value: string; label: string }[];
  onChange: (value: string) => void;
  help: ComponentChildren;
  error: ComponentChildren;
}) {
  const { label, value, options, onChange, help, error } = props;
  const letters = options.reduce((sum, option) => sum + option.label.length, 0);
  if (options.length <= FEW && letters <= LETTERS) return <Segmented {...props} />;
  return (
    <Field label={label} help={help} error={error}>
      {(ids) => <Select {...ids} value={value} options={options} onChange={onChange} />}
    </Field>
  );
}
