import { useState } from 'preact/hooks';

import { t } from '../text/lobby';
import { Button, Field, TextInput } from '../ui';
import './names.css';

/** Is this text a code that somebody said, rather than the token of a link? */
export const looksLikeCode = (text: string): boolean => text.replace(/[\s-]/g, '').length <= 8;

/** The field for a table's code. */
export function CodeForm({ onCode }: { onCode: (code: string) => void }) {
  const [code, setCode] = useState('');
  const [error, setError] = useState('');
  return (
    <form
      class="code-form"
      onSubmit={(event) => {
        event.preventDefault();
        const plain = code.replace(/[\s-]/g, '').toUpperCase();
        if (plain.length < 6) setError(t('code.short'));
        else onCode(plain);
      }}
    >
      <Field label={t('code.label')} help={t('code.help')} error={error}>
        {(ids) => (
          <TextInput
            {...ids}
            value={code}
            maxLength={12}
            onChange={(value) => {
              setCode(value);
              setError('');
            }}
          />
        )}
      </Field>
      <Button kind="primary" type="submit">
        {t('code.go')}
      </Button>
    </form>
  );
}
