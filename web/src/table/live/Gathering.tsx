/** A table before its first hand: who sits where, how others get in, which rules, and the start. */
import { useEffect, useState } from 'preact/hooks';

import { Mark } from '../../brand/Mark';
import { levelName, useLevels } from '../../levels';
import { liveApi } from '../../live/api';
import type { Player } from '../../net/protocol';
import type { View } from '../../net/types';
import { forgetful } from '../../net/visitor';
import { t } from '../../text/live';
import { Button, Field, Icon, IconButton, Select, Switch, toast } from '../../ui';
import { useStore } from '../context';
import { w } from '../words';
import { ChatTool } from './Chat';
import { ProposalCard, ProposeSheet } from './Rules';

export function Gathering({ view }: { view: View }) {
  const store = useStore();
  const [proposing, setProposing] = useState(false);
  useEffect(() => handOver, []);
  const mine = view.seat !== null && view.seat === view.host;
  const empty = view.players.filter((player) => player.empty).length;
  const host = view.host === null ? null : view.players[view.host];
  return (
    <div class="gather">
      <header class="bar">
        <a class="bar-home" href="/" aria-label={w('header.home')}>
          <Mark size={26} />
        </a>
        <span class="gather-kind">{view.rules_name}</span>
        <ChatTool />
        <IconButton icon="menu" label={w('header.menu')} onClick={() => (store.sheet.value = 'menu')} />
      </header>
      <div class="gather-main">
        <section class="gather-seats" aria-labelledby="seats-head">
          <h2 id="seats-head">{t('seats')}</h2>
          <p class="gather-soft" role="status">
            {mine ? t('gather.host') : host ? t('gather.wait', { name: host.name }) : t('gather.nobody')}{' '}
            {view.seat === null && host && t(view.locked ? 'gather.locked' : 'gather.looking')}
          </p>
          <ol role="list">
            {view.players.map((player, seat) => (
              <SeatRow key={seat} view={view} player={player} seat={seat} host={mine} />
            ))}
          </ol>
          {mine && (
            <div class="gather-go">
              <Button kind="primary" size="l" disabled={view.proposal !== null} onClick={() => void store.ask({ t: 'start' })}>
                {empty > 0 ? t('start.bots', { n: empty }) : t('start')}
              </Button>
              <Switch
                label={t('lock')}
                help={t('lock.help')}
                checked={view.locked}
                onChange={(on) => void store.ask({ t: 'lock', on })}
              />
            </div>
          )}
        </section>
        <div class="gather-side">
          {view.link !== null && <Invite view={view} />}
          <section class="gather-rules paper" aria-labelledby="rules-head">
            <h2 id="rules-head">{t('rules')}</h2>
            <p>{view.rules_name}</p>
            <ProposalCard view={view} />
            <div class="gather-buttons">
              <Button icon="rules" onClick={() => (store.sheet.value = 'rules')}>
                {t('rules.see')}
              </Button>
              {view.kind === 'private' && view.seat !== null && !view.proposal && (
                <Button kind="plain" onClick={() => setProposing(true)}>
                  {t('rules.propose')}
                </Button>
              )}
            </div>
          </section>
        </div>
      </div>
      {proposing && <ProposeSheet view={view} onClose={() => setProposing(false)} />}
    </div>
  );
}

/** The match begins and the buttons here are gone: whoever was at one of them goes on at the hand. */
function handOver(): void {
  setTimeout(() => {
    if (document.activeElement === document.body) document.querySelector<HTMLElement>('.hand')?.focus({ preventScroll: true });
  });
}

function SeatRow({ view, player, seat, host }: { view: View; player: Player; seat: number; host: boolean }) {
  const store = useStore();
  const live = store.live.value;
  const me = seat === view.seat;
  const may = player.empty && (!view.locked || view.seat !== null);
  const { handle } = player;
  const levels = useLevels();
  return (
    <li class="seat paper" data-empty={player.empty || undefined}>
      <span class="seat-who">
        {player.bot && <Icon name="bot" size={18} />}
        <span class="seat-name">
          {player.empty ? t('seat.empty') : me ? t('seat.you', { name: player.name }) : player.name}
        </span>
        {player.host && <small>{t('seat.host')}</small>}
        {player.bot && !host && <small>{t('seat.bot', { level: levelName(player.level) })}</small>}
        {!player.bot && !player.empty && !player.connected && <small>{t('seat.away')}</small>}
      </span>
      <span class="seat-do">
        {may && (
          <Button onClick={() => void store.ask({ t: 'sit', seat })} aria-label={`${t('seat.n', { n: seat + 1 })}: ${t(view.seat === null ? 'seat.sit' : 'seat.move')}`}>
            {t(view.seat === null ? 'seat.sit' : 'seat.move')}
          </Button>
        )}
        {host && player.empty && (
          <Button
            kind="plain"
            icon="bot"
            aria-label={t('seat.bot.add.name', { n: seat + 1 })}
            onClick={() => void store.ask({ t: 'set_bot', seat, level: 'steady' })}
          >
            {t('seat.bot.add')}
          </Button>
        )}
        {host && player.bot && (
          <>
            <Field label={t('seat.bot.level', { name: player.name })} hideLabel>
              {(ids) => (
                <Select
                  {...ids}
                  value={player.level ?? 'steady'}
                  options={levels}
                  onChange={(level) => void store.ask({ t: 'set_bot', seat, level })}
                />
              )}
            </Field>
            <IconButton icon="close" label={`${t('seat.bot.empty')}: ${player.name}`} onClick={() => void store.ask({ t: 'set_bot', seat, level: null })} />
          </>
        )}
        {me && !host && (
          <Button kind="plain" onClick={() => void store.ask({ t: 'stand' })}>
            {t('seat.stand')}
          </Button>
        )}
        {!me && !player.bot && !player.empty && (
          <>
            {host && (
              <>
                <Button kind="plain" aria-label={t('seat.hand.name', { name: player.name })} onClick={() => void store.ask({ t: 'hand_host', seat })}>
                  {t('seat.hand')}
                </Button>
                <Button kind="plain" aria-label={t('seat.remove.name', { name: player.name })} onClick={() => void store.ask({ t: 'remove', seat })}>
                  {t('seat.remove')}
                </Button>
              </>
            )}
            {handle !== null && live && (
              <IconButton
                icon="person"
                label={t('plate.person', { name: player.name })}
                onClick={() => {
                  live.person.value = { handle, name: player.name };
                  store.sheet.value = 'people';
                }}
              />
            )}
          </>
        )}
      </span>
    </li>
  );
}

/** Code, link and square, each to be handed on. */
export function Invite({ view }: { view: View }) {
  const link = new URL(view.link ?? '/', location.href).href;
  return (
    <section class="invite paper" aria-labelledby="invite-head">
      <h2 id="invite-head">{t('invite')}</h2>
      <div class="invite-grid">
        <div class="invite-words">
          {view.code !== null && (
            <div class="invite-row">
              <span class="label">{t('invite.code')}</span>
              <b class="invite-code">{view.code}</b>
              <IconButton icon="copy" label={t('invite.copy.code')} onClick={() => void copy(view.code ?? '')} />
            </div>
          )}
          <div class="invite-row">
            <span class="label">{t('invite.link')}</span>
            <span class="invite-link">{link.replace(/^https?:\/\//, '')}</span>
            <IconButton icon="copy" label={t('invite.copy.link')} onClick={() => void copy(link)} />
          </div>
        </div>
        {!forgetful.value && <img class="invite-qr" src={liveApi.qrUrl(view.table)} alt={t('invite.qr')} width="132" height="132" />}
      </div>
      <p class="help">{t('invite.help')}</p>
    </section>
  );
}

async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast(t('invite.copied'));
  } catch {
    toast(text, { ms: 12_000 }); // to be copied by hand
  }
}
