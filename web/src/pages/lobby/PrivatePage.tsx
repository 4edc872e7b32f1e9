/** A table for friends: the same setup card, with seats, clock, spectators and talk. */
import type { ComponentProps, ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';

import { useLevels, type Level } from '../../levels';
import { liveApi } from '../../live/api';
import { CookieNote } from '../../live/Notes';
import { ApiError, type PresetInfo, type Problem } from '../../net/api';
import { navigate } from '../../router';
import { t } from '../../text/private';
import { Button, Field, Segmented, Select, Sheet, Switch, toast } from '../../ui';
import { PageHead } from '../../ui/PageHead';
import { keepChosen, readChosen, rulesOf, type RuleValues } from '../setup/choice';
import { differences, same, withValue, type FieldInfo } from '../setup/fields';
import { RulesCard } from '../setup/RulesCard';
import { useCard, useVerdict, type Card } from '../setup/useRules';
import '../setup/presets.css';
import '../setup/boards.css';
import '../setup/setup.css';
import './lobby.css';
import './private.css';

type Seat = 'person' | Level;
type Clock = 'none' | 'online';

export default function PrivatePage() {
  const { card, failed, again } = useCard();
  useEffect(() => {
    document.title = t('title');
  }, []);
  return (
    <div class="setup private">
      <PageHead />
      <main class="setup-main private-main">
        <h1 tabIndex={-1}>{t('heading')}</h1>
        <CookieNote />
        {card ? (
          <Private card={card} />
        ) : failed ? (
          <div class="paper private-failed" role="alert">
            <p>{t('offline')}</p>
            <Button kind="primary" onClick={again}>
              {t('again')}
            </Button>
          </div>
        ) : (
          <p role="status">{t('creating')}</p>
        )}
      </main>
    </div>
  );
}

/** The list of rule sets is loaded when somebody wants another one. */
function Presets(props: ComponentProps<typeof import('../setup/PresetList').PresetList>) {
  const [List, setList] = useState<ComponentType<typeof props> | null>(null);
  useEffect(() => {
    import('../setup/PresetList').then(
      (module) => setList(() => module.PresetList),
      () => toast(t('offline'), { kind: 'warn' }),
    );
  }, []);
  return List ? <List {...props} /> : null;
}

function Private({ card }: { card: Card }) {
  const { presets } = card;
  const { fields } = card.fields;
  const [changes, setChanges] = useState<RuleValues>(() => {
    const known = new Set(fields.map((info) => info.field));
    return Object.fromEntries(Object.entries(readChosen().changes).filter(([field]) => known.has(field)));
  });
  const [wrong, setWrong] = useState<Readonly<Record<string, string>>>({});
  const [refused, setRefused] = useState<readonly Problem[]>([]);
  const [listOpen, setListOpen] = useState(false);
  const [busy, setBusy] = useState(false);
  const [seats, setSeats] = useState<readonly Seat[]>([]);
  const [clock, setClock] = useState<Clock>('none');
  const [spectators, setSpectators] = useState(false);
  const [talk, setTalk] = useState(true);
  const [listed, setListed] = useState(false);
  const verdict = useVerdict(changes, true);
  const levels = useLevels();

  const exact =
    presets.find((one) => same(differences(one.rules as unknown as RuleValues, fields), changes)) ??
    presets.find((one) => one.name === verdict?.name);
  const name = exact?.name ?? verdict?.name ?? '';
  const problems: readonly Problem[] = [
    ...Object.entries(wrong).map(([field, message]) => ({ code: 'typed', message, field })),
    ...(verdict?.problems ?? refused),
  ];
  const players = Number(changes.players ?? 4);
  const others = Array.from({ length: players - 1 }, (_, i): Seat => seats[i] ?? 'person');
  const friends = others.filter((seat) => seat === 'person').length;

  function change(values: RuleValues): void {
    setWrong((old) => Object.fromEntries(Object.entries(old).filter(([field]) => !(field in values))));
    setChanges((old) => {
      let next = old;
      for (const info of fields) {
        const value = values[info.field];
        if (value !== undefined) next = withValue(next, info, value);
      }
      return next;
    });
  }

  function take(preset: PresetInfo): void {
    setWrong({});
    setChanges(differences(preset.rules as unknown as RuleValues, fields));
  }

  async function create(): Promise<void> {
    setBusy(true);
    try {
      const opened = await liveApi.openPrivate({
        rules: rulesOf({ changes }),
        seats: [
          { kind: 'person', level: null },
          ...others.map((seat) =>
            seat === 'person' ? { kind: 'person' as const, level: null } : { kind: 'bot' as const, level: seat },
          ),
        ],
        clock,
        spectators,
        text_chat: talk,
        listed,
      });
      const chosen = readChosen();
      keepChosen({ ...chosen, changes, name, preset: exact?.id ?? chosen.preset });
      navigate(opened.url);
    } catch (error) {
      setBusy(false);
      if (error instanceof ApiError) setRefused(error.problems);
      toast(t('failed', { why: error instanceof Error ? error.message : '' }), { kind: 'warn' });
    }
  }

  return (
    <div class="private-card">
      <Sheet title={name} open={listOpen} onClose={() => setListOpen(false)}>
        <Presets presets={presets} value={exact?.id ?? null} onChange={take} onTaken={() => setListOpen(false)} />
      </Sheet>
      <div class="paper setup-paper">
        <RulesCard
          card={card}
          name={name}
          about={exact?.about ?? ''}
          changes={changes}
          problems={problems}
          warnings={verdict?.warnings ?? []}
          onChange={(info: FieldInfo, value) => change({ [info.field]: value })}
          onMend={change}
          onWrong={(info, message) =>
            setWrong((old) => {
              const { [info.field]: _, ...rest } = old;
              return message === null ? rest : { ...rest, [info.field]: message };
            })
          }
          onList={() => setListOpen(true)}
        >
          <div class="private-table">
            <fieldset class="private-seats">
              <legend class="label">{t('seats')}</legend>
              <p class="help">{t('seats.help')}</p>
              {others.map((seat, i) => (
                <Field key={i} label={t('seat', { n: i + 2 })} help={levels.find(({ value }) => value === seat)?.note}>
                  {(ids) => (
                    <Select<Seat>
                      {...ids}
                      value={seat}
                      options={[
                        { value: 'person', label: t('person') },
                        ...levels.map(({ value, label }) => ({ value, label: t('bot', { level: label.toLowerCase() }) })),
                      ]}
                      onChange={(value) => setSeats(others.map((old, at) => (at === i ? value : old)))}
                    />
                  )}
                </Field>
              ))}
            </fieldset>
            <div class="private-terms">
              <Segmented<Clock>
                label={t('clock')}
                value={clock}
                options={(['none', 'online'] as const).map((value) => ({
                  value,
                  label: t(`clock.${value}`),
                  note: t(`clock.${value}.note`),
                }))}
                onChange={setClock}
              />
              <Switch label={t('text')} help={t('text.help')} checked={talk} onChange={setTalk} />
              <Switch
                label={t('spectators')}
                help={t('spectators.help')}
                checked={spectators}
                onChange={setSpectators}
              />
              <Switch label={t('listed')} help={t('listed.help')} checked={listed} onChange={setListed} />
            </div>
          </div>
        </RulesCard>
        <div class="start">
          <p class={problems.length > 0 ? 'start-words error' : 'start-words'} role="status">
            {problems[0]?.message ?? t('summary', { rules: name, n: friends })}
          </p>
          <Button
            kind="primary"
            size="l"
            busy={busy}
            aria-disabled={problems.length > 0}
            onClick={() => problems.length === 0 && void create()}
          >
            {busy ? t('creating') : t('create')}
          </Button>
        </div>
      </div>
    </div>
  );
}
