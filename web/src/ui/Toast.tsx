import { signal } from '@preact/signals';

import { Icon } from './Icon';

interface Note {
  id: number;
  words: string;
  kind: 'calm' | 'warn';
}

const notes = signal<readonly Note[]>([]);
let last = 0;

/** Say something in passing at the foot of the page; it goes by itself and is announced politely. */
export function toast(words: string, options: { kind?: 'calm' | 'warn'; ms?: number } = {}): void {
  const id = (last += 1);
  const kind = options.kind ?? 'calm';
  // The same words twice are one note that stays longer.
  notes.value = [...notes.value.filter((note) => note.words !== words), { id, words, kind }].slice(-3);
  setTimeout(() => {
    notes.value = notes.value.filter((note) => note.id !== id);
  }, options.ms ?? 5000);
}

/** What was said in passing is of no use any more. */
export function hushToasts(): void {
  notes.value = [];
}

/** Where toasts appear; mounted once by the frame. */
export function Toasts() {
  return (
    <div class="toasts" role="status" aria-live="polite">
      {notes.value.map((note) => (
        <p class={`toast toast-${note.kind}`} key={note.id}>
          {note.kind === 'warn' && <Icon name="warning" size={18} />}
          <span>{note.words}</span>
        </p>
      ))}
    </div>
  );
}
