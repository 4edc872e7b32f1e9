// The page of a daily deal: copies the result, and tells times by the clock of whoever reads.
const button = document.getElementById('daily-copy');
const words = document.getElementById('daily-share');
const said = document.getElementById('daily-said');

async function copy() {
  try {
    await navigator.clipboard.writeText(words.value);
    said.textContent = 'Copied.';
  } catch {
    words.focus();
    words.select();
    said.textContent = 'It is marked: copy it with your keyboard or by a long press.';
  }
}

if (button) {
  button.hidden = false;
  button.addEventListener('click', copy);
}

const now = new Date();
for (const one of document.querySelectorAll('time.daily-local')) {
  const at = new Date(one.dateTime);
  const sameDay = at.toDateString() === now.toDateString();
  const form = sameDay ? { timeStyle: 'short' } : { weekday: 'long', hour: '2-digit', minute: '2-digit' };
  one.title = one.textContent;
  one.textContent = new Intl.DateTimeFormat('en-GB', form).format(at);
}
