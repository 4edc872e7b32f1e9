import { useEffect, useRef, useState } from 'preact/hooks';

import type { View } from '../../net/types';
import { t } from '../../text/live';
import { Button, Field, Icon, Sheet, TextInput } from '../../ui';
import { useStore } from '../context';
import { Face } from './faces';
import { textOf } from './state';

const MOST_TEXT = 140;

/** Beside the tools of the table: opens what was said. */
export function ChatTool() {
  const store = useStore();
  const unread = store.live.value?.unread.value ?? 0;
  const label = unread > 0 ? t('chat.new', { n: unread }) : t('chat');
  return (
    <button type="button" class="tool chat-tool" title={label} onClick={() => (store.sheet.value = 'chat')}>
      <Icon name="chat" size={20} />
      <span class="tool-label" aria-hidden="true">
        {t('chat')}
      </span>
      <span class="visually-hidden">{label}</span>
      {unread > 0 && (
        <span class="chat-count tabular" aria-hidden="true">
          {unread}
        </span>
      )}
    </button>
  );
}

/** What was said, and what can be: phrases and faces always, own words where the table allows them now. */
export function ChatSheet({ view }: { view: View }) {
  const store = useStore();
  const live = store.live.value;
  const [text, setText] = useState('');
  const list = useRef<HTMLOListElement>(null);
  const messages = (live?.messages.value ?? []).filter((message) => !live?.unheard(message.handle));
  useEffect(() => {
    if (live) live.unread.value = 0;
    list.current?.lastElementChild?.scrollIntoView({ block: 'nearest' });
  }, [live, messages.length]);
  if (!live) return null;
  const { chat } = view;
  const known = (kind: 'phrase' | 'emoji', key: string): string =>
    textOf({ text: null, phrase: kind === 'phrase' ? key : null, emoji: kind === 'emoji' ? key : null });

  async function send(): Promise<void> {
    const words = text.trim();
    if (words !== '' && (await store.ask({ t: 'say', text: words }))) setText('');
  }

  return (
    <Sheet title={t('chat')} open onClose={() => (store.sheet.value = null)} class="chat-sheet">
      {messages.length === 0 ? (
        <p class="chat-none">{t('chat.none')}</p>
      ) : (
        <ol class="chat-list" role="list" ref={list} aria-label={t('chat.said')} tabIndex={0}>
          {messages.map((message) => (
            <li key={message.key}>
              <PersonName view={view} seat={message.seat} name={message.name} handle={message.handle} />
              <span class="chat-words">
                {message.emoji !== null ? <Face name={message.emoji} size={22} /> : message.text}
                {message.emoji !== null && <span class="visually-hidden">{message.text}</span>}
              </span>
            </li>
          ))}
        </ol>
      )}
      {store.notice.value && (
        <p class="chat-notice" role="status">
          {store.notice.value.text}
        </p>
      )}
      <h3>{t('chat.phrases')}</h3>
      <div class="chat-keys">
        {chat.phrases
          .filter((key) => known('phrase', key) !== '')
          .map((key) => (
            <button key={key} type="button" class="chat-key" onClick={() => void store.ask({ t: 'say', phrase: key })}>
              {known('phrase', key)}
            </button>
          ))}
      </div>
      <h3>{t('chat.faces')}</h3>
      <div class="chat-keys">
        {chat.emoji
          .filter((key) => known('emoji', key) !== '')
          .map((key) => (
            <button
              key={key}
              type="button"
              class="chat-key chat-face"
              title={known('emoji', key)}
              aria-label={known('emoji', key)}
              onClick={() => void store.ask({ t: 'say', emoji: key })}
            >
              <Face name={key} />
            </button>
          ))}
      </div>
      {chat.text ? (
        <form
          class="chat-form"
          onSubmit={(event) => {
            event.preventDefault();
            void send();
          }}
        >
          <Field label={t('chat.text')}>
            {(ids) => <TextInput {...ids} value={text} maxLength={MOST_TEXT} onChange={setText} />}
          </Field>
          <Button kind="primary" type="submit">
            {t('chat.send')}
          </Button>
        </form>
      ) : (
        view.kind !== 'private' && <p class="help">{t('chat.closed')}</p>
      )}
    </Sheet>
  );
}

function PersonName({ view, seat, name, handle }: { view: View; seat: number | null; name: string; handle: string }) {
  const store = useStore();
  if (seat !== null && seat === view.seat) return <b>{name}</b>;
  return (
    <button
      type="button"
      class="chat-name"
      aria-label={t('plate.person', { name })}
      onClick={() => {
        if (store.live.value) store.live.value.person.value = { handle, name };
        store.sheet.value = 'people';
      }}
    >
      {name}
    </button>
  );
}
