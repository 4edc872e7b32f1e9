/** What one can do about a person: hear no more of them, never meet them, or report them. */
import { useState } from 'preact/hooks';

import { liveApi, REASONS, type Reason, type Relations } from '../../live/api';
import type { View } from '../../net/types';
import { t } from '../../text/live';
import { Button, Field, Select, Sheet, Switch, TextInput, toast } from '../../ui';
import { useStore } from '../context';

export function PeopleSheet({ view }: { view: View }) {
  const store = useStore();
  const live = store.live.value;
  const [reporting, setReporting] = useState(false);
  const [reason, setReason] = useState<Reason>('insults');
  const [note, setNote] = useState('');
  const person = live?.person.value;
  const close = (): void => void (store.sheet.value = null);
  if (!live || !person) return null;
  const { handle, name } = person;

  async function relate(asked: Promise<Relations>): Promise<void> {
    try {
      live?.related(await asked);
    } catch (error) {
      failed(error);
    }
  }

  async function report(): Promise<void> {
    try {
      await liveApi.report({ table: view.table, handle, reason, note: note.trim() });
      toast(t('person.report.done'));
      close();
    } catch (error) {
      failed(error);
    }
  }

  return (
    <Sheet title={name} open side="center" onClose={close} class="person-sheet">
      <div class="person">
        <Switch
          label={t('person.mute')}
          help={t('person.mute.help')}
          checked={live.muted.value.has(handle)}
          onChange={(on) => void relate(liveApi.mute(handle, on))}
        />
        <Switch
          label={t('person.block')}
          help={t('person.block.help')}
          checked={live.blocked.value.has(handle)}
          onChange={(on) => void relate(liveApi.block(handle, on))}
        />
        {reporting ? (
          <form
            class="person-report"
            onSubmit={(event) => {
              event.preventDefault();
              void report();
            }}
          >
            <Field label={t('person.report.reason')}>
              {(ids) => (
                <Select
                  {...ids}
                  value={reason}
                  options={REASONS.map((value) => ({ value, label: t(`reason.${value}`) }))}
                  onChange={setReason}
                />
              )}
            </Field>
            <Field label={t('person.report.note')} help={t('person.report.help')}>
              {(ids) => <TextInput {...ids} value={note} maxLength={500} onChange={setNote} />}
            </Field>
            <Button kind="primary" type="submit">
              {t('person.report.send')}
            </Button>
          </form>
        ) : (
          <Button icon="flag" onClick={() => setReporting(true)}>
            {t('person.report')}
          </Button>
        )}
      </div>
    </Sheet>
  );
}

function failed(error: unknown): void {
  toast(t('person.failed', { why: error instanceof Error ? error.message : '' }), { kind: 'warn' });
}
