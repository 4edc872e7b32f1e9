import type { View } from '../../net/types';
import { Button, Sheet } from '../../ui';
import { useStore } from '../context';
import { chapterNow, useRulesText } from './rulesText';
import { ws } from './words';

/** The rules in force, in words; the chapter that matters right now is open, and a link leads to the whole page. */
export function RulesSheet({ view }: { view: View }) {
  const store = useStore();
  const { texts, failed, again } = useRulesText(view.rules);
  const text = texts?.[0];
  const now = chapterNow(view);
  return (
    <Sheet title={view.rules_name} open onClose={() => (store.sheet.value = null)} class="rules-sheet">
      {text ? (
        <>
          {text.chapters.some(({ lines }) => lines.some(({ unusual }) => unusual)) && (
            <p class="soft">
              <span class="rule-star" aria-hidden="true" /> {ws('rules.rare')}
            </p>
          )}
          {text.chapters.map((chapter) => (
            <details key={chapter.id} class="rule-chapter" open={chapter.id === now}>
              <summary>
                <h3>{chapter.title}</h3>
                {chapter.lines.some(({ unusual }) => unusual) && <span class="rule-star" aria-hidden="true" />}
              </summary>
              <ul class="rule-lines" role="list">
                {chapter.lines.map((line) => (
                  <li key={line.text} data-rare={line.unusual || undefined}>
                    {line.text}
                    {line.unusual && <span class="visually-hidden"> ({ws('rules.rare.short')})</span>}
                  </li>
                ))}
              </ul>
            </details>
          ))}
          <p class="rule-page">
            <a href={text.page} target="_blank" rel="noopener">
              {ws('rules.page')}
            </a>
          </p>
        </>
      ) : failed ? (
        <div role="alert">
          <p>{ws('rules.failed')}</p>
          <Button onClick={again}>{ws('rules.again')}</Button>
        </div>
      ) : (
        <p role="status" class="soft">
          {ws('rules.loading')}
        </p>
      )}
    </Sheet>
  );
}
