/** The proof that a deal was fixed before it began: the promise, the own words, and a check in this browser. */
import { useState } from 'preact/hooks';

import { api, request } from '../../net/api';
import type { View } from '../../net/types';
import { catalogue } from '../../text';
import { Button, Field, Icon, Sheet, TextInput } from '../../ui';
import { useStore } from '../context';
import { canVerify, verifyDeal, type MatchRecord } from './verify';
import './fair.css';

const t = catalogue({
  title: 'Is it fair?',
  text: 'Before each hand the server promises a secret; the cards follow from it and from the players’ own words. After the hand the secret is opened, and you can check both here.',
  more: 'Fair deals in words and pictures, and what all deals here have brought',
  promise: 'Promise of hand {n}',
  'promise.none': 'The next promise comes with the next hand.',
  seed: 'Your own words for the next shuffle',
  'seed.help': 'At most 64 bytes. Left empty, this browser adds random ones.',
  'seed.wrong': 'That is too long.',
  verify: 'Verify',
  verifying: 'Shuffling again',
  none: 'No finished hand can be checked yet.',
  good: 'Hand {n}: as promised',
  bad: 'Hand {n}: not what was promised',
  'bad.promise': 'The opened secret is another one than the promised.',
  'bad.hands': 'The cards do not follow from the secret.',
  seen: 'Promise seen by this browser before the cards.',
  unseen: 'Promise taken from the record; this browser was not there.',
  secret: 'Secret',
  seeds: 'Words mixed in',
  insecure: 'This page does not come over a secure connection, so the browser does not compute hashes. The record can be checked with moonshot verify.',
  failed: 'The record could not be had. {why}',
  record: 'Record of the match',
});

interface Line {
  deal: number;
  promise: boolean;
  hands: boolean;
  seen: boolean;
  secret: string;
  seeds: readonly string[];
}

export default function FairSheet({ view }: { view: View }) {
  const store = useStore();
  const [lines, setLines] = useState<readonly Line[] | null>(null);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState('');
  const seed = store.seed.value;
  const long = new TextEncoder().encode(seed).length > 64;
  const next = view.deal + (view.phase === 'deal_done' ? 1 : 0);

  async function verify(): Promise<void> {
    setBusy(true);
    setError('');
    try {
      const record = await request<MatchRecord>('GET', api.recordUrl(view.table));
      const found: Line[] = [];
      for (const deal of record.deals) {
        if (deal.secret === null || deal.hands === null) continue;
        const seen = store.promises.get(`${record.match}/${deal.deal}`);
        const verdict = await verifyDeal(record, deal, seen);
        found.push({ deal: deal.deal, ...verdict, seen: seen !== undefined, secret: deal.secret, seeds: deal.seeds });
      }
      setLines(found.reverse());
    } catch (fault) {
      setError(t('failed', { why: fault instanceof Error ? fault.message : '' }));
    }
    setBusy(false);
  }

  return (
    <Sheet title={t('title')} open onClose={() => (store.sheet.value = null)} class="fair-sheet">
      <div class="fair">
        <p>{t('text')}</p>
        <p>
          <a href="/fair" target="_blank">
            {t('more')}
          </a>
        </p>
        <div>
          <h3>{view.commitment === null ? t('promise.none') : t('promise', { n: next })}</h3>
          {view.commitment !== null && <code class="fair-hex">{view.commitment}</code>}
        </div>
        {view.seat !== null && (
          <Field label={t('seed')} help={t('seed.help')} error={long ? t('seed.wrong') : ''}>
            {(ids) => (
              <TextInput
                {...ids}
                value={seed}
                maxLength={64}
                onChange={(value) => {
                  store.seed.value = value;
                }}
              />
            )}
          </Field>
        )}
        {canVerify() ? (
          <Button kind="primary" icon="check" busy={busy} onClick={() => void verify()}>
            {busy ? t('verifying') : t('verify')}
          </Button>
        ) : (
          <p class="help">{t('insecure')}</p>
        )}
        <div role="status" class="fair-lines">
          {error !== '' && <p class="error">{error}</p>}
          {lines?.length === 0 && <p>{t('none')}</p>}
          {lines?.map((line) => (
            <details key={line.deal} class="fair-line" data-good={(line.promise && line.hands) || undefined}>
              <summary>
                <Icon name={line.promise && line.hands ? 'check' : 'warning'} size={18} />
                {t(line.promise && line.hands ? 'good' : 'bad', { n: line.deal })}
              </summary>
              {!line.promise && <p>{t('bad.promise')}</p>}
              {!line.hands && <p>{t('bad.hands')}</p>}
              <p class="help">{t(line.seen ? 'seen' : 'unseen')}</p>
              <p class="help">{t('secret')}</p>
              <code class="fair-hex">{line.secret}</code>
              {line.seeds.length > 0 && (
                <>
                  <p class="help">{t('seeds')}</p>
                  <code class="fair-hex">{line.seeds.join(' · ')}</code>
                </>
              )}
            </details>
          ))}
        </div>
      </div>
    </Sheet>
  );
}
