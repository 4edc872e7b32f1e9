import type { View } from '../../net/types';
import { Sheet } from '../../ui';
import { useStore } from '../context';
import { rulesText } from './rulesText';
import { ws } from './words';

/** The rules in force, in words, generated from the values the table plays by. */
export function RulesSheet({ view }: { view: View }) {
  const store = useStore();
  const groups = rulesText(view.rules);
  const anyRare = groups.some((group) => group.lines.some((line) => line.unusual));
  return (
    <Sheet title={view.rules_name} open onClose={() => (store.sheet.value = null)} class="rules-sheet">
      {anyRare && (
        <p class="soft">
          <span class="rule-star" aria-hidden="true" /> {ws('rules.rare')}
        </p>
      )}
      <div tabIndex={0} role="group" aria-label={ws('rules')}>
      {groups.map((group) => (
        <section key={group.title}>
          <h3>{group.title}</h3>
          <ul class="rule-lines" role="list">
            {group.lines.map((line) => (
              <li key={line.text} data-rare={line.unusual || undefined}>
                {line.text}
                {line.unusual && <span class="visually-hidden"> ({ws('rules.rare.short')})</span>}
              </li>
            ))}
          </ul>
        </section>
      ))}
      </div>
    </Sheet>
  );
}
