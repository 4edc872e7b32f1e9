/* Runs before the first paint. It puts on the theme this browser chose, and says so when the browser is too old
   for the client; hence the oldest JavaScript there is. */
(function () {
  try {
    var look = JSON.parse(localStorage.getItem('moonshot.look'));
    var theme = look && look.v === 1 && look.data.theme;
    if (theme === 'light' || theme === 'dark') document.documentElement.setAttribute('data-theme', theme);
  } catch (error) {
    /* Nothing stored, or storing is forbidden: the theme of the system it is. */
  }

  var able =
    'noModule' in document.createElement('script') &&
    typeof Object.hasOwn === 'function' &&
    typeof Element.prototype.animate === 'function' &&
    typeof window.WebSocket === 'function' &&
    !!window.CSS &&
    CSS.supports('color', 'light-dark(black, white)');
  if (able) return;
  document.addEventListener('DOMContentLoaded', function () {
    var note = document.getElementById('too-old');
    if (note) note.removeAttribute('hidden');
  });
})();
