/** Choosing the rules together: anyone proposes, all say yes. */
import { useEffect, useState } from 'preact/hooks';

import { api, type PresetInfo } from '../../net/api';
import type { View } from '../../net/types';
import { readChosen, rulesOf } from '../../pages/setup/choice';
import { t } from '../../text/live';
import { Button, Field, Select, Sheet } from '../../ui';
import { useStore } from '../context';
import { seatName } from '../names';
import { linesOf, useRulesText } from '../sheets/rulesText';
import { listOf } from '../words';

/** The open proposal: who, what would differ, and the answer. */
export function ProposalCard({ view }: { view: View }) {
  const store = useStore();
  const { proposal } = view;
  const { texts } = useRulesText(view.rules, proposal?.rules ?? view.rules);
  if (!proposal) return null;
  const mine = view.seat;
  const asked = mine !== null && proposal.waiting.includes(mine);
  const rules = proposal.rules_name;
  const [now, then] = (texts ?? []).map(linesOf);
  const changed = (then ?? []).filter((line) => !now?.includes(line));
  const title = proposal.by === mine ? t('proposal.by.you', { rules }) : t('proposal.by', { name: seatName(view, proposal.by), rules });
  const answer = (yes: boolean) => (): void => void store.ask({ t: 'confirm', proposal: proposal.no, yes });
  return (
    <div class="proposal" role="group" aria-label={title}>
      <p>
        <b>{title}</b>
      </p>
      {changed.length > 0 && (
        <ul class="proposal-changes">
          {changed.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
      {asked ? (
        <div class="gather-buttons">
          <Button kind="primary" onClick={answer(true)}>
            {t('proposal.yes')}
          </Button>
          <Button onClick={answer(false)}>{t('proposal.no')}</Button>
        </div>
      ) : (
        <p class="help">{t('proposal.waiting', { names: listOf(proposal.waiting.map((seat) => seatName(view, seat))) })}</p>
      )}
    </div>
  );
}

const OWN = 'own rules';
const ENDS = ['', '50', '100', '150'];

/** Another rule set, one's own of the setup card, or only another length. */
export function ProposeSheet({ view, onClose }: { view: View; onClose: () => void }) {
  const store = useStore();
  const [presets, setPresets] = useState<readonly PresetInfo[]>([]);
  const [picked, setPicked] = useState('');
  const [end, setEnd] = useState('');
  const own = readChosen();
  useEffect(() => {
    api.presets().then(setPresets, () => undefined);
  }, []);

  async function propose(): Promise<void> {
    const base: Record<string, unknown> =
      picked === '' ? { ...view.rules } : picked === OWN ? rulesOf(own) : { preset: picked };
    const rules = end === '' ? base : { ...base, end_score: Number(end) };
    if (await store.ask({ t: 'propose', rules })) onClose();
  }

  return (
    <Sheet
      title={t('rules.title')}
      open
      side="center"
      onClose={onClose}
      footer={
        <Button kind="primary" disabled={picked === '' && end === ''} onClick={() => void propose()}>
          {t('rules.propose')}
        </Button>
      }
    >
      <div class="propose">
        <Field label={t('rules')} help={presets.find((preset) => preset.id === picked)?.about ?? t('rules.help')}>
          {(ids) => (
            <Select
              {...ids}
              value={picked}
              options={[
                { value: '', label: view.rules_name },
                ...(Object.keys(own.changes).length > 0 ? [{ value: OWN, label: own.name }] : []),
                ...presets.map((preset) => ({ value: preset.id, label: preset.name })),
              ]}
              onChange={setPicked}
            />
          )}
        </Field>
        <Field label={t('rules.end')}>
          {(ids) => (
            <Select
              {...ids}
              value={end}
              options={ENDS.map((value) => ({ value, label: value === '' ? t('rules.end.same') : value }))}
              onChange={setEnd}
            />
          )}
        </Field>
      </div>
    </Sheet>
  );
}
