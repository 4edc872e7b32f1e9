// While a review is being made: asks for its page again now and then, and tells how far it has come.
const status = document.getElementById('review-status');
const progress = document.getElementById('review-progress');
const EVERY_MS = 3000;

async function look() {
  try {
    const answer = await fetch(location.href, { cache: 'no-store' });
    const found = /data-state="(\w+)" data-done="(\d+)" data-due="(\d+)"/.exec(await answer.text());
    if (!answer.ok || !found || found[1] === 'done' || found[1] === 'failed') {
      location.reload();
      return;
    }
    const [, , done, due] = found;
    if (Number(due) > 0) {
      status.textContent = `${done} of ${due} choices are weighed.`;
      progress.max = Number(due);
      progress.value = Number(done);
      progress.hidden = false;
    }
  } catch {
    // The network is away for a moment; the next look may find it.
  }
  setTimeout(look, EVERY_MS);
}

if (status) setTimeout(look, EVERY_MS);
