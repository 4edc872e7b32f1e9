/** The hand that is being played: who deals, where cards are passed, what everybody took. */
import { t } from '../text/keeper';
import { choosesMoon, missing, shooterOf, wayOf, type Choice, type Group, type Hand, type Kept } from './match';

interface Props {
  kept: Kept;
  hand: Hand;
  change: (hand: Hand) => void;
  write: () => void;
}

export function Entry({ kept, hand, change, write }: Props) {
  const { rules, names } = kept;
  const at = kept.hands.length;
  const way = wayOf(rules, at);
  const shooter = shooterOf(rules, hand, names.length);
  const open = rules.groups.filter((group) => missing(group, hand) > 0);
  const asks = shooter !== null && choosesMoon(rules) && hand.choice === null;

  function take(group: Group, seat: number, count: number): void {
    const took = [...(hand.took[group.id] ?? [])];
    if (group.cards.length === 1) took.fill(0);
    took[seat] = count;
    change({ ...hand, took: { ...hand.took, [group.id]: took } });
  }

  function everything(seat: number): void {
    const scoring = rules.groups.filter((group) => isNeeded(kept, group));
    const took = { ...hand.took };
    for (const group of scoring) took[group.id] = names.map((_, one) => (one === seat ? group.cards.length : 0));
    change({ ...hand, took });
  }

  return (
    <section class="keeper-hand" aria-labelledby="hand-now">
      <h2 id="hand-now">{t('hand', { n: at + 1 })}</h2>
      <div role="status" class="keeper-pass">
        <p>
          {t('deals', { name: names[(kept.dealer + at) % names.length] ?? '' })} <b>{way.title}.</b>
        </p>
        {way.to && (
          <ul role="list">
            {way.to.map((to, from) => (
              <li key={from}>{t('pass.to', { from: names[from] ?? '', to: names[to] ?? '' })}</li>
            ))}
          </ul>
        )}
      </div>
      <button
        type="button"
        class={hand.broken ? 'button button-primary keeper-broken' : 'button button-quiet keeper-broken'}
        aria-pressed={hand.broken}
        onClick={() => change({ ...hand, broken: !hand.broken })}
      >
        {t(hand.broken ? 'broken' : 'broken.mark')}
      </button>
      <h3>{t('enter')}</h3>
      <div class="keeper-players">
        {names.map((name, seat) => (
          <fieldset key={seat} class="keeper-player">
            <legend>
              <span class="visually-hidden">{t('took', { name })}</span>
              <span aria-hidden="true">{name}</span>
            </legend>
            {rules.groups.map((group) => (
              <Took key={group.id} group={group} name={name} count={hand.took[group.id]?.[seat] ?? 0} left={missing(group, hand)} set={(n) => take(group, seat, n)} />
            ))}
            {rules.facts.no_trick_bonus !== 0 && (
              <label class="keeper-check">
                <input
                  type="checkbox"
                  checked={hand.none.includes(seat)}
                  onChange={() =>
                    change({ ...hand, none: hand.none.includes(seat) ? hand.none.filter((one) => one !== seat) : [...hand.none, seat] })
                  }
                />
                {t('none')}
              </label>
            )}
            {rules.facts.moon_set !== 0 && (
              <button type="button" class="button button-plain" aria-label={`${t('moon')}: ${name}`} onClick={() => everything(seat)}>
                <span>{t('moon')}</span>
              </button>
            )}
          </fieldset>
        ))}
      </div>
      {shooter !== null && Number(rules.facts.sun_value) >= 0 && (
        <label class="keeper-check">
          <input type="checkbox" checked={hand.sun} onChange={() => change({ ...hand, sun: !hand.sun })} />
          {t('sun', { name: names[shooter] ?? '' })}
        </label>
      )}
      {shooter !== null && choosesMoon(rules) && (
        <fieldset class="keeper-choice">
          <legend>{t('choice', { name: names[shooter] ?? '' })}</legend>
          {(['others_plus', 'self_minus'] as const).map((choice: Choice) => (
            <label key={choice} class="keeper-check">
              <input type="radio" name="choice" checked={hand.choice === choice} onChange={() => change({ ...hand, choice })} />
              {t(`choice.${choice}`)}
            </label>
          ))}
        </fieldset>
      )}
      <p role="status" class={open.length > 0 ? 'keeper-sum keeper-wrong' : 'keeper-sum'}>
        <Sum groups={rules.groups} hand={hand} />
      </p>
      <button type="button" class="button button-primary button-l" aria-disabled={open.length > 0 || asks} onClick={() => open.length === 0 && !asks && write()}>
        {t('write')}
      </button>
    </section>
  );
}

/** Whether a moon needs these cards. */
function isNeeded({ rules }: Kept, { cards }: Group): boolean {
  const set = BigInt(rules.facts.moon_set as number);
  return cards.some((card) => ((set >> BigInt(card)) & 1n) === 1n);
}

function Sum({ groups, hand }: { groups: readonly Group[]; hand: Hand }) {
  const costly = groups.filter(({ each }) => each > 0);
  const all = costly.reduce((total, { each, cards }) => total + each * cards.length, 0);
  const left = costly.reduce((total, group) => total + group.each * missing(group, hand), 0);
  const open = groups.filter((group) => missing(group, hand) > 0);
  const words = open.map((group) =>
    group.cards.length > 1 ? t('count', { n: missing(group, hand), what: group.label }) : group.label,
  );
  return (
    <>
      {t('sum', { n: all - left, all })}
      {': '}
      {words.length > 0 ? t('missing', { what: words.join(', ') }) : t('sum.right')}
    </>
  );
}

function Took(props: { group: Group; name: string; count: number; left: number; set: (count: number) => void }) {
  const { group, name, count, left, set } = props;
  if (group.cards.length === 1) {
    return (
      <button type="button" class={count ? 'button button-primary keeper-chip' : 'button button-quiet keeper-chip'} aria-label={`${group.label}: ${name}`} aria-pressed={count === 1} onClick={() => set(count ? 0 : 1)}>
        {group.label}
      </button>
    );
  }
  return (
    <div class="keeper-count">
      <button type="button" class="button button-quiet" aria-label={t('less', { what: group.label, name })} aria-disabled={count === 0} onClick={() => count > 0 && set(count - 1)}>
        −
      </button>
      <span class="keeper-number">{t('count', { n: count, what: group.label })}</span>
      <button type="button" class="button button-quiet" aria-label={t('more', { what: group.label, name })} aria-disabled={left === 0} onClick={() => left > 0 && set(count + 1)}>
        +
      </button>
      {left > 1 && (
        <button type="button" class="button button-plain" aria-label={`${t('rest')}: ${group.label}, ${name}`} onClick={() => set(count + left)}>
          <span>{t('rest')}</span>
        </button>
      )}
    </div>
  );
}
