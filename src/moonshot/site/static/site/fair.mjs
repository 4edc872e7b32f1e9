// The form of the page about fair deals: takes a record, asks verify.mjs, says what came out.
import { verdicts } from './verify.mjs';

const form = document.getElementById('check');
const said = document.getElementById('check-said');
const list = document.getElementById('check-deals');
const file = document.getElementById('check-file');
const link = document.getElementById('check-link');

function say(text) {
  said.textContent = text;
  list.replaceChildren();
}

async function check(text) {
  let record;
  try {
    record = JSON.parse(text);
    if (record.format !== 'moonshot-record') throw new Error('another format');
  } catch {
    say('That is not the record of a match.');
    return;
  }
  if (!globalThis.crypto?.subtle) {
    say('This browser computes hashes only on pages that come over HTTPS.');
    return;
  }
  const answers = await verdicts(record);
  const good = answers.filter((one) => one.promise && one.cards).length;
  say(
    answers.length === 0
      ? 'No hand of this record is finished, so none can be checked yet.'
      : good === answers.length
        ? `All ${answers.length} hands are what was promised.`
        : `${answers.length - good} of ${answers.length} hands are NOT what was promised.`,
  );
  for (const one of answers) {
    const line = document.createElement('li');
    const words = [one.promise ? 'the secret is the promised one' : 'the secret is NOT the promised one'];
    words.push(one.cards ? 'the cards follow from it' : 'the cards do NOT follow from it');
    line.textContent = `Hand ${one.deal}: ${words.join(', ')}.`;
    line.className = one.promise && one.cards ? 'good' : 'bad';
    list.append(line);
  }
}

form.hidden = false;
form.addEventListener('submit', (event) => event.preventDefault());
file.addEventListener('change', async () => {
  const [chosen] = file.files;
  if (chosen) await check(await chosen.text());
});
link.addEventListener('change', async () => {
  const day = /daily\/(\d{4}-\d\d-\d\d)/.exec(link.value);
  const found = day ?? /matches\/([\w-]+)/.exec(link.value) ?? /^\s*([\w-]+)\s*$/.exec(link.value);
  if (!found) {
    say('Write the address of the page of a match.');
    return;
  }
  try {
    const answer = await fetch(`/${day ? 'daily' : 'matches'}/${found[1]}/record`);
    if (!answer.ok) throw new Error('not there');
    await check(await answer.text());
  } catch {
    say('There is no such match, or it is not for you to see.');
  }
});
const asked = new URLSearchParams(location.search);
const match = asked.get('match');
const day = asked.get('daily');
if (match || day) {
  link.value = `${location.origin}/${day ? `daily/${day}` : `matches/${match}`}`;
  link.dispatchEvent(new Event('change'));
}
