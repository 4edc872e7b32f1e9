/** What the house has to say before anything else: cookies are off, and what became of reports. */
import { useState } from 'preact/hooks';

import { api, type Notice } from '../net/api';
import { forgetful } from '../net/visitor';
import { catalogue } from '../text';
import { Button, Icon } from '../ui';
import './notes.css';

const t = catalogue({
  'cookies.title': 'Cookies are switched off',
  'cookies.text':
    'You can play all the same, but this page is all that knows you: when it is closed or loaded again, your name, your seat and your matches are out of reach. Allow cookies for this site to keep them.',
  'notices.title': 'From the house',
  'notices.read': 'I have read it',
});

/** Stands where cookies are off, before the visitor sits down. */
export function CookieNote() {
  if (!forgetful.value) return null;
  return (
    <section class="note paper" aria-labelledby="note-cookies">
      <Icon name="info" />
      <div class="note-words">
        <h2 id="note-cookies">{t('cookies.title')}</h2>
        <p>{t('cookies.text')}</p>
      </div>
    </section>
  );
}

/** Lines from the house, until the visitor says that they have been read. */
export function Notices({ notices }: { notices: readonly Notice[] }) {
  const [read, setRead] = useState(false);
  if (read || notices.length === 0) return null;
  return (
    <section class="note paper" aria-labelledby="note-house">
      <Icon name="flag" />
      <div class="note-words">
        <h2 id="note-house">{t('notices.title')}</h2>
        {notices.map((notice) => (
          <p key={notice.at + notice.text}>{notice.text}</p>
        ))}
      </div>
      <Button
        onClick={() => {
          setRead(true);
          void api.read().catch(() => undefined); // they come again then
        }}
      >
        {t('notices.read')}
      </Button>
    </section>
  );
}
