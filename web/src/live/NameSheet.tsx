/** Asks for the name that others see: once before the first seat among people, and whenever somebody wants another. */
import { useEffect, useMemo, useState } from 'preact/hooks';

import { api, type Notice } from '../net/api';
import { t } from '../text/lobby';
import { Button, Field, Sheet, TextInput } from '../ui';
import { liveApi } from './api';
import './names.css';

export interface MyName {
  name: string;
  named: boolean;
  notices: readonly Notice[];
}

/** The visitor's name; null until the server has said it. */
export function useMyName(): { me: MyName | null; known: Promise<MyName | null>; put: (name: string) => void } {
  const [me, setMe] = useState<MyName | null>(null);
  // For whoever presses something before the answer is here; null when none comes.
  const known = useMemo(
    () =>
      api.me().then(
        ({ name, named, notices }): MyName => ({ name, named, notices }),
        () => null,
      ),
    [],
  );
  useEffect(() => {
    let gone = false;
    void known.then((found) => !gone && found && setMe(found));
    return () => {
      gone = true;
    };
  }, [known]);
  return { me, known, put: (name) => setMe({ name, named: true, notices: [] }) };
}

/** The field with its button; `onDone` gets the name as the server keeps it. */
export function NameForm(props: { now: string; label: string; busy?: boolean; onDone: (name: string) => void }) {
  const { now, label, busy, onDone } = props;
  const [name, setName] = useState(now);
  const [error, setError] = useState('');
  const [sending, setSending] = useState(false);

  async function send(): Promise<void> {
    const wanted = name.trim();
    if (wanted === '' || sending) return;
    setSending(true);
    try {
      onDone((await liveApi.setName(wanted)).name);
    } catch (fault) {
      setError(fault instanceof Error ? fault.message : '');
    }
    setSending(false);
  }

  return (
    <form
      class="name-form"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <Field label={t('name.label')} help={t('name.help')} error={error}>
        {(ids) => (
          <TextInput
            {...ids}
            value={name}
            maxLength={40}
            onChange={(value) => {
              setName(value);
              setError('');
            }}
          />
        )}
      </Field>
      <Button kind="primary" type="submit" busy={sending || busy} disabled={name.trim() === ''}>
        {label}
      </Button>
    </form>
  );
}

export function NameSheet(props: { now: string; onDone: (name: string) => void; onClose: () => void; later?: () => void }) {
  const { now, onDone, onClose, later } = props;
  return (
    <Sheet title={t('name.title')} open side="center" onClose={onClose}>
      <NameForm now={later ? '' : now} label={t('name.keep')} onDone={onDone} />
      {later && (
        <Button kind="plain" onClick={later}>
          {t('name.later', { name: now })}
        </Button>
      )}
      <p class="name-data">
        <a href="/me">{t('name.data')}</a>
      </p>
    </Sheet>
  );
}
