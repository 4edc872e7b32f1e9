import { useId, useState } from 'preact/hooks';

import type { PresetInfo } from '../../net/api';
import { t } from '../../text/setup';
import { Button, Field, Icon, TextInput } from '../../ui';
import { groupPresets, isHouse } from './groups';

/** All rule sets, grouped and searchable: radio buttons that look like entries of a card. */
export function PresetList(props: {
  presets: readonly PresetInfo[];
  value: string | null;
  onChange: (preset: PresetInfo) => void;
  /** A rule set was pointed at and taken; the arrow keys only look. */
  onTaken?: () => void;
}) {
  const { presets, value, onChange, onTaken } = props;
  const [search, setSearch] = useState('');
  const name = useId();
  const groups = groupPresets(presets, search);
  const count = groups.reduce((sum, group) => sum + group.presets.length, 0);
  return (
    <div class="presets">
      <div class="presets-search">
        <Icon name="search" size={18} />
        <Field label={t('presets.search')} hideLabel>
          {(ids) => (
            <TextInput {...ids} search value={search} onChange={setSearch} placeholder={t('presets.hint')} maxLength={60} />
          )}
        </Field>
      </div>
      <p class="visually-hidden" role="status">
        {search ? t('presets.count', { n: count }) : ''}
      </p>
      {count === 0 && (
        <div class="presets-none">
          <p>{t('presets.none')}</p>
          <Button onClick={() => setSearch('')}>{t('presets.none.clear')}</Button>
        </div>
      )}
      {groups.map((group) => (
        <fieldset key={group.id} class="presets-group">
          <legend>{group.label}</legend>
          {group.presets.map((preset) => (
            <label key={preset.id} class="preset">
              <input
                type="radio"
                name={name}
                value={preset.id}
                checked={preset.id === value}
                aria-labelledby={`${name}-${preset.id}-name`}
                aria-describedby={`${isHouse(preset) ? `${name}-${preset.id}-house ` : ''}${name}-${preset.id}`}
                onChange={() => onChange(preset)}
                onClick={(event) => {
                  // Before `change`: the list may be gone by then. Also puts a changed rule set back as it was.
                  if (event.detail > 0 || preset.id === value) onChange(preset);
                  if (event.detail > 0) onTaken?.();
                }}
              />
              <span class="preset-words">
                <span class="preset-name" id={`${name}-${preset.id}-name`}>
                  {preset.name}
                </span>
                {isHouse(preset) && (
                  <span class="preset-house" id={`${name}-${preset.id}-house`}>
                    {t('presets.house')}
                  </span>
                )}
                <span class="preset-about" id={`${name}-${preset.id}`}>
                  {preset.about}
                </span>
              </span>
              <Icon name="check" size={20} />
            </label>
          ))}
        </fieldset>
      ))}
    </div>
  );
}
