/** The setup card: pick a rule set, change what you like, see how it differs, start. */
import { useEffect, useState } from 'preact/hooks';

import { levelName, useLevels, within } from '../../levels';
import { ApiError, api, type PresetInfo, type Problem } from '../../net/api';
import { navigate } from '../../router';
import { t } from '../../text/setup';
import { Button, Sheet, toast } from '../../ui';
import { PageHead } from '../../ui/PageHead';
import { keepChosen, readChosen, rulesOf, type Chosen, type RuleValue, type RuleValues } from './choice';
import { differences, same, withValue, type FieldInfo } from './fields';
import { PresetList } from './PresetList';
import { RulesCard } from './RulesCard';
import { StartBar, TableChoices } from './StartBar';
import { useCard, useVerdict, useWide, type Card } from './useRules';
import './presets.css';
import './boards.css';
import './setup.css';

export default function SetupPage() {
  const { card, failed, again } = useCard();
  useEffect(() => {
    document.title = t('title');
  }, []);
  return (
    <div class="setup">
      <PageHead />
      <main class="setup-main">
        <h1 tabIndex={-1}>{t('heading')}</h1>
        {card ? <Setup card={card} /> : failed ? <Failed again={again} /> : <Loading />}
      </main>
    </div>
  );
}

function Loading() {
  return (
    <div class="setup-wait paper" role="status">
      <span class="visually-hidden">{t('loading')}</span>
      {[0, 1, 2, 3, 4].map((i) => (
        <span key={i} class="setup-wait-line" />
      ))}
    </div>
  );
}

function Failed({ again }: { again: () => void }) {
  return (
    <div class="setup-failed paper" role="alert">
      <h2>{t('failed.title')}</h2>
      <p>{t('failed.text')}</p>
      <Button kind="primary" icon="restart" onClick={again}>
        {t('failed.again')}
      </Button>
    </div>
  );
}

/** What was stored, without fields that rules do not have (any more). */
function knownOnly(chosen: Chosen, fields: readonly FieldInfo[]): Chosen {
  const known = new Set(fields.map((info) => info.field));
  return { ...chosen, changes: Object.fromEntries(Object.entries(chosen.changes).filter(([field]) => known.has(field))) };
}

function Setup({ card }: { card: Card }) {
  const { presets } = card;
  const { fields } = card.fields;
  const [chosen, setChosen] = useState(() => knownOnly(readChosen(), fields));
  const levels = useLevels();
  const [wrong, setWrong] = useState<Readonly<Record<string, string>>>({});
  const [busy, setBusy] = useState(false);
  const [listOpen, setListOpen] = useState(false);
  const [refused, setRefused] = useState<readonly Problem[]>([]);
  const verdict = useVerdict(chosen.changes, true);
  const wide = useWide(960);

  const preset = presets.find((one) => one.id === chosen.preset);
  const unchanged = preset && same(differences(preset.rules as unknown as RuleValues, fields), chosen.changes);
  const exact = unchanged ? preset : presets.find((one) => one.name === verdict?.name);
  const name = exact?.name ?? (preset ? t('presets.changed', { name: preset.name }) : t('presets.own'));

  const problems: readonly Problem[] = [
    ...Object.entries(wrong).map(([field, message]) => ({ code: 'typed', message, field })),
    ...(verdict?.problems ?? refused),
  ];

  // Always from the newest state: a press may come before the last one is drawn.
  function put(next: (old: Chosen) => Chosen): void {
    setChosen((old) => {
      const now = next(old);
      keepChosen(now);
      return now;
    });
  }

  useEffect(() => {
    put((old) => (old.name === name ? old : { ...old, name }));
  }, [name]);

  function change(values: RuleValues): void {
    setWrong((old) => Object.fromEntries(Object.entries(old).filter(([field]) => !(field in values))));
    put((old) => {
      let { changes } = old;
      for (const info of fields) {
        const value = values[info.field];
        if (value !== undefined) changes = withValue(changes, info, value);
      }
      return { ...old, changes };
    });
  }

  function take(picked: PresetInfo): void {
    setWrong({});
    const changes = differences(picked.rules as unknown as RuleValues, fields);
    put((old) => ({ ...old, preset: picked.id, name: picked.name, changes }));
  }

  async function start(): Promise<void> {
    setBusy(true);
    try {
      const { table } = await api.createTable({ rules: rulesOf(chosen), level: within(chosen.level, levels), pace: chosen.pace });
      navigate(`/table/${encodeURIComponent(table)}`);
    } catch (error) {
      setBusy(false);
      if (error instanceof ApiError) setRefused(error.problems);
      toast(t('start.failed', { why: error instanceof Error ? error.message : '' }), { kind: 'warn' });
    }
  }

  const players = Number(chosen.changes.players ?? 4);
  const summary = t('start.summary', { rules: name, level: levelName(within(chosen.level, levels)).toLowerCase(), n: players - 1 });

  const list = (
    <PresetList
      presets={presets}
      value={unchanged ? chosen.preset : (exact?.id ?? null)}
      onChange={take}
      onTaken={() => setListOpen(false)}
    />
  );

  return (
    <div class="setup-card">
      {wide ? (
        <aside class="setup-list" aria-label={t('presets')}>
          {list}
        </aside>
      ) : (
        <Sheet
          title={t('presets')}
          open={listOpen}
          onClose={() => setListOpen(false)}
          footer={<Button onClick={() => setListOpen(false)}>{t('presets.done')}</Button>}
        >
          {list}
        </Sheet>
      )}
      <div class="paper setup-paper">
        <RulesCard
          card={card}
          name={name}
          about={exact?.about ?? preset?.about ?? ''}
          changes={chosen.changes}
          problems={problems}
          warnings={verdict?.warnings ?? []}
          onChange={(info: FieldInfo, value: RuleValue) => change({ [info.field]: value })}
          onMend={change}
          onWrong={(info, message) =>
            setWrong((old) => {
              const { [info.field]: _, ...rest } = old;
              return message === null ? rest : { ...rest, [info.field]: message };
            })
          }
          onList={wide ? null : () => setListOpen(true)}
        >
          <TableChoices chosen={chosen} put={put} />
        </RulesCard>
        <StartBar summary={summary} problems={problems} busy={busy} onStart={() => void start()} />
      </div>
    </div>
  );
}
