/** What lies over a table with people: votes, absence, saving, the way back, and the sheets of talk and people. */
import type { ComponentChildren, ComponentType } from 'preact';
import { useEffect } from 'preact/hooks';

import { announcer } from '../../a11y/announcer';
import type { View } from '../../net/types';
import { t } from '../../text/live';
import { Button, Icon, Sheet, type IconName } from '../../ui';
import { useStore } from '../context';
import { seatName } from '../names';
import { ChatSheet } from './Chat';
import { Invite } from './Gathering';
import { PeopleSheet } from './People';
import { VoteCard } from './Votes';

export function Over({ view }: { view: View }) {
  const store = useStore();
  const latest = store.latest.value ?? view;
  const close = (): void => void (store.sheet.value = null);
  const sheet = store.sheet.value;
  return (
    <>
      <div class="over" data-low={view.seat === null || view.phase === 'deal_done' || undefined}>
        <Notes view={latest} />
        {view.phase !== 'over' && <VoteCard view={latest} />}
      </div>
      {sheet === 'chat' && <ChatSheet view={latest} />}
      {sheet === 'people' && <PeopleSheet view={latest} />}
      {sheet === 'invite' && (
        <Sheet title={t('invite')} open onClose={close} side="center">
          <Invite view={latest} />
        </Sheet>
      )}
    </>
  );
}

/** At most one note at a time, the most pressing one. */
function Notes({ view }: { view: View }) {
  const store = useStore();
  const { absent } = view;
  const away = absent && absent.seat !== view.seat ? seatName(view, absent.seat) : null;
  useEffect(() => {
    if (away !== null) announcer.say(t('absent.say', { name: away }));
  }, [away]);
  const me = view.seat === null ? undefined : view.players[view.seat];
  const short = view.seat !== null && view.clock?.fast[view.seat] === true;
  const running = view.phase !== 'gathering' && view.phase !== 'over';
  if (view.saving) return <Note icon="info" text={t('saving')} />;
  if (store.live.value?.closing.value) return <Note icon="info" text={t('closing')} />;
  if (running && (me?.stand_in || short)) {
    return (
      <Note icon="person" text={me?.stand_in ? t('back.text') : t('back.short')}>
        <Button kind="primary" onClick={() => void store.ask({ t: 'im_back' })}>
          {t('back.go')}
        </Button>
      </Note>
    );
  }
  const late = view.seat === null || view.vote !== null || view.stalling === view.seat ? null : view.stalling;
  if (running && late !== null) {
    return (
      <Note icon="clock" text={t('stalling', { name: seatName(view, late) })}>
        <Button onClick={() => void store.ask({ t: 'propose_vote', kind: 'stand_in', seat: late })}>
          {t('vote.ask.stand_in')}
        </Button>
      </Note>
    );
  }
  if (view.seat === null && running) {
    const free = view.kind !== 'coin' && view.players.some((player) => player.bot && !player.stand_in);
    return <Note icon="eye" text={t(free ? 'watching.take' : 'watching')} />;
  }
  if (view.phase === 'deal_done' && view.seat !== null && !view.waiting.includes('continue')) {
    return <Note icon="clock" text={t('wait.continue')} />;
  }
  return null;
}

function Note({ icon, text, children }: { icon: IconName; text: string; children?: ComponentChildren }) {
  return (
    <div class="live-note" role="status">
      <Icon name={icon} size={18} />
      <p>{text}</p>
      {children}
    </div>
  );
}

/** What the menu has more at such a table. */
export function MenuItems(props: {
  view: View;
  Item: ComponentType<{ icon: IconName; label: string; onClick: () => void }>;
}) {
  const { view, Item } = props;
  const store = useStore();
  const timed = view.clock !== null && view.phase !== 'over' && view.phase !== 'gathering' && view.kind !== 'coin';
  return (
    <>
      <Item icon="chat" label={t('chat')} onClick={() => (store.sheet.value = 'chat')} />
      {view.link !== null && view.phase !== 'gathering' && (
        <Item icon="people" label={t('invite')} onClick={() => (store.sheet.value = 'invite')} />
      )}
      {timed && view.seat !== null && !view.vote && (
        <Item
          icon="clock"
          label={t('vote.ask.timer_off')}
          onClick={() => {
            store.sheet.value = null;
            void store.ask({ t: 'propose_vote', kind: 'timer_off' });
          }}
        />
      )}
    </>
  );
}
