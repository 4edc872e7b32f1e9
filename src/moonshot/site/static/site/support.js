/* Says so when a browser is too old for the client. Written in the oldest JavaScript there is. */
(function () {
  var able =
    'noModule' in document.createElement('script') &&
    typeof Object.hasOwn === 'function' &&
    typeof Element.prototype.animate === 'function' &&
    typeof window.WebSocket === 'function' &&
    !!window.CSS && CSS.supports('color', 'light-dark(black, white)');
  if (able) return;
  function show() {
    var note = document.getElementById('too-old');
    if (note) note.removeAttribute('hidden');
  }
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', show);
  else show();
})();
