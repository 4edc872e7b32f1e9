import { render } from 'preact';
import { act } from 'preact/test-utils';
import { useState } from 'preact/hooks';
import { afterEach, expect, test, vi } from 'vitest';

import { Button, Chip, Field, NumberInput, Segmented, Sheet, Switch, toast, Toasts } from '../src/ui';

const root = document.createElement('div');
document.body.append(root);

function show(node: preact.ComponentChildren): void {
  act(() => render(node, root));
}

function byLabel<T extends Element>(selector: string): T {
  const found = root.querySelector<T>(selector);
  if (!found) throw new Error(`nothing matches ${selector}`);
  return found;
}

afterEach(() => act(() => render(null, root)));

test('a busy button keeps its name and ignores presses', () => {
  const pressed = vi.fn();
  show(
    <Button kind="primary" busy onClick={pressed}>
      Start
    </Button>,
  );
  const button = byLabel<HTMLButtonElement>('button');
  button.click();
  expect(pressed).not.toHaveBeenCalled();
  expect(button.getAttribute('aria-busy')).toBe('true');
  show(
    <Button kind="primary" onClick={pressed}>
      Start
    </Button>,
  );
  button.click();
  expect(pressed).toHaveBeenCalledOnce();
});

test('a segmented control is a group of radio buttons with its words attached', () => {
  const chosen = vi.fn();
  show(
    <Segmented
      label="Players"
      value="3"
      options={[
        { value: '3', label: 'Three', note: 'Seventeen cards each.' },
        { value: '4', label: 'Four' },
      ]}
      onChange={chosen}
      error="Nobody sits across."
    />,
  );
  const group = byLabel<HTMLFieldSetElement>('fieldset');
  expect(group.querySelector('legend')?.textContent).toBe('Players');
  const words = (group.getAttribute('aria-describedby') ?? '').split(' ').map((id) => document.getElementById(id)?.textContent);
  expect(words).toEqual(['Seventeen cards each.', 'Nobody sits across.']);
  act(() => byLabel<HTMLInputElement>('input[value="4"]').click());
  expect(chosen).toHaveBeenCalledWith('4');
});

test('a field ties label, help and error to its input', () => {
  show(
    <Field label="End score" help="When it ends." error="Too low.">
      {(ids) => <NumberInput {...ids} value={10} onChange={() => undefined} />}
    </Field>,
  );
  const input = byLabel<HTMLInputElement>('input');
  expect(byLabel<HTMLLabelElement>('label').htmlFor).toBe(input.id);
  expect(input.getAttribute('aria-invalid')).toBe('true');
  const words = (input.getAttribute('aria-describedby') ?? '').split(' ').map((id) => document.getElementById(id)?.textContent);
  expect(words).toEqual(['Too low.', 'When it ends.']);
});

test('a number field hands on numbers, and what is no number as null, without losing what was typed', () => {
  const heard: (number | null)[] = [];
  function Box() {
    const [value, setValue] = useState<number | null>(100);
    return (
      <NumberInput
        value={value}
        onChange={(number) => {
          heard.push(number);
          if (number !== null) setValue(number);
        }}
      />
    );
  }
  show(<Box />);
  const input = byLabel<HTMLInputElement>('input');
  for (const text of ['12', '-7', '1x', '', '99999999']) {
    input.value = text;
    act(() => void input.dispatchEvent(new Event('input', { bubbles: true })));
    expect(input.value).toBe(text);
  }
  expect(heard).toEqual([12, -7, null, null, null]);
});

test('a switch says what it is and what it is now', () => {
  const turned = vi.fn();
  show(<Switch label="Large figures" checked={false} onChange={turned} help="Bigger ranks." />);
  const box = byLabel<HTMLInputElement>('input[role=switch]');
  act(() => box.click());
  expect(turned).toHaveBeenCalledWith(true);
});

test('a sheet opens as a modal dialog named by its title, and Escape closes it unless it must be answered', () => {
  const closed = vi.fn();
  const modal = vi.spyOn(HTMLDialogElement.prototype, 'showModal');
  show(
    <Sheet title="Scores" open onClose={closed}>
      rows
    </Sheet>,
  );
  const dialog = byLabel<HTMLDialogElement>('dialog');
  expect(modal).toHaveBeenCalledOnce();
  expect(document.getElementById(dialog.getAttribute('aria-labelledby') ?? '')?.textContent).toBe('Scores');
  act(() => void dialog.dispatchEvent(new Event('cancel', { cancelable: true })));
  expect(closed).toHaveBeenCalledOnce();
  show(
    <Sheet title="Scores" open mustAnswer onClose={closed}>
      rows
    </Sheet>,
  );
  act(() => void dialog.dispatchEvent(new Event('cancel', { cancelable: true })));
  expect(closed).toHaveBeenCalledOnce();
  expect(dialog.querySelector('button')).toBe(null);
  show(
    <Sheet title="Scores" open={false} onClose={closed}>
      rows
    </Sheet>,
  );
  expect(dialog.open).toBe(false);
  modal.mockRestore();
});

test('a chip that can go says so', () => {
  const gone = vi.fn();
  show(
    <Chip onRemove={gone} removeLabel="Back to Standard: Players">
      Players 3
    </Chip>,
  );
  byLabel<HTMLButtonElement>('button').click();
  expect(gone).toHaveBeenCalledOnce();
  show(<Chip>Standard</Chip>);
  expect(root.querySelector('button')).toBe(null);
});

test('toasts are said politely and go by themselves', () => {
  vi.useFakeTimers();
  show(<Toasts />);
  act(() => toast('Saved.'));
  act(() => toast('Saved.'));
  expect(byLabel('[role=status]').textContent).toBe('Saved.');
  act(() => void vi.advanceTimersByTime(6000));
  expect(byLabel('[role=status]').textContent).toBe('');
  vi.useRealTimers();
});
