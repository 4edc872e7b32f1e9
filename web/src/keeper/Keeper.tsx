/** The score keeper for real cards. Nothing is asked of the network once the page is open. */
import { useEffect, useState } from 'preact/hooks';

import { readStored, writeStored } from '../stored';
import { t } from '../text/keeper';
import { Entry } from './Entry';
import { keepPage } from './offline';
import { emptyHand, standing, type Hand, type KeeperRules, type Kept } from './match';
import { ScoreSheet } from './ScoreSheet';

export interface Data {
  rules: KeeperRules[];
  /** The rules that the address asks for. */
  asked: string | null;
}

const NAMES = 6;

function check(data: unknown): Kept | null {
  const given = data as Kept | null;
  const whole = given?.v === 1 && Array.isArray(given.names) && Array.isArray(given.hands) && Array.isArray(given.rules?.groups);
  return whole ? given : null;
}

export function Keeper({ data }: { data: Data }) {
  const [kept, setKept] = useState<Kept | null>(() => readStored('keeper', 1, check));
  const [saved, setSaved] = useState(true);
  const [opens, setOpens] = useState(false);
  useEffect(() => void keepPage().then(setOpens), []);

  function keep(next: Kept | null): void {
    setKept(next);
    setSaved(writeStored('keeper', 1, next));
  }

  return (
    <>
      <h1>{t('title')}</h1>
      {kept ? <Match key={kept.hands.length} kept={kept} keep={keep} /> : <Setup data={data} start={keep} />}
      <p class="learn-note keeper-kept">
        {t(saved ? 'kept' : 'kept.not')} {opens && t('kept.page')}
      </p>
    </>
  );
}

function Setup({ data, start }: { data: Data; start: (kept: Kept) => void }) {
  const [id, setId] = useState(data.asked ?? data.rules[0]?.id ?? '');
  const [names, setNames] = useState<readonly string[]>(Array.from({ length: NAMES }, () => ''));
  const [dealer, setDealer] = useState(0);
  const rules = data.rules.find((one) => one.id === id) ?? data.rules[0];
  if (!rules) return null;
  const players = Number(rules.facts.players);
  const called = names.slice(0, players).map((name, seat) => name.trim() || t('player', { n: seat + 1 }));
  return (
    <form
      class="keeper-setup"
      onSubmit={(event) => {
        event.preventDefault();
        start({ v: 1, rules, names: called, dealer: dealer % players, hands: [] });
      }}
    >
      <p class="learn-lead">{t('lead')}</p>
      <label>
        <span>{t('rules')}</span>
        <select class="input" value={rules.id} onChange={(event) => setId(event.currentTarget.value)}>
          {data.rules.map((one) => (
            <option key={one.id} value={one.id}>
              {one.name}
            </option>
          ))}
        </select>
      </label>
      <fieldset>
        <legend>{t('names')}</legend>
        {called.map((_, seat) => (
          <label key={seat}>
            <span>{t('player', { n: seat + 1 })}</span>
            <input
              class="input"
              maxLength={20}
              autocomplete="off"
              value={names[seat]}
              onInput={(event) => {
                const { value } = event.currentTarget;
                setNames((old) => old.map((name, at) => (at === seat ? value : name)));
              }}
            />
          </label>
        ))}
      </fieldset>
      <label>
        <span>{t('dealer')}</span>
        <select class="input" value={dealer % players} onChange={(event) => setDealer(Number(event.currentTarget.value))}>
          {called.map((name, seat) => (
            <option key={seat} value={seat}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <button class="button button-primary button-l">{t('start')}</button>
    </form>
  );
}

function Match({ kept, keep }: { kept: Kept; keep: (next: Kept | null) => void }) {
  const [hand, setHand] = useState<Hand>(() => emptyHand(kept.rules, kept.names.length));
  const [sure, setSure] = useState(false);
  const [said, setSaid] = useState('');
  const found = standing(kept);
  const leaders = found.seats.map((seat) => kept.names[seat] ?? '').reduce((a, b) => (a ? t('and', { a, b }) : b), '');
  const last = kept.hands.at(-1);

  async function share(): Promise<void> {
    const lines = [kept.rules.name, ...found.rows.map(({ deal, points }) => `${deal}: ${points.join(' ')}`), kept.names.map((name, seat) => `${name} ${found.totals[seat]}`).join(', ')];
    const text = lines.join('\n');
    try {
      if (navigator.share) await navigator.share({ title: t('title'), text });
      else {
        await navigator.clipboard.writeText(text);
        setSaid(t('shared_text'));
      }
    } catch (error) {
      if (!(error instanceof DOMException && error.name === 'AbortError')) setSaid(t('share.failed'));
    }
  }

  return (
    <>
      <p class="learn-lead">{kept.rules.name}</p>
      {found.over ? (
        <p class="keeper-won" role="status">
          {t(found.seats.length > 1 ? 'shared' : 'won', { names: leaders })}
        </p>
      ) : (
        <>
          {found.overtime && <p role="status">{t('overtime', { names: leaders })}</p>}
          <Entry kept={kept} hand={hand} change={setHand} write={() => keep({ ...kept, hands: [...kept.hands, hand] })} />
        </>
      )}
      {last && <ScoreSheet kept={kept} found={found} />}
      <div class="keeper-buttons">
        {last && (
          <button type="button" class="button button-quiet" onClick={() => keep({ ...kept, hands: kept.hands.slice(0, -1) })}>
            {t('undo')}
          </button>
        )}
        {last && (
          <button type="button" class="button button-quiet" onClick={() => void share()}>
            {t('share')}
          </button>
        )}
        {last && (
          <button type="button" class="button button-quiet" onClick={() => print()}>
            {t('print')}
          </button>
        )}
        <button type="button" class="button button-quiet" onClick={() => (found.over || !last ? keep(null) : setSure(true))}>
          {t('again')}
        </button>
      </div>
      {sure && (
        <div class="keeper-sure" role="alertdialog" aria-label={t('again.sure')}>
          <p>{t('again.sure')}</p>
          <button type="button" class="button button-primary" onClick={() => keep(null)}>
            {t('again.yes')}
          </button>
          <button type="button" class="button button-quiet" onClick={() => setSure(false)}>
            {t('again.no')}
          </button>
        </div>
      )}
      <p role="status">{said}</p>
    </>
  );
}
