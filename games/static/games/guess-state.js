// Runs before the first paint. Who guesses and loads the page again, or chooses a side, goes on
// guessing, and never sees how the game goes on. That lasts as long as the tab.
window.guessKept = (() => {
  "use strict";
  const [, base, seq] = location.pathname.match(/^(.*\/)(\d+)\/$/) ?? [];
  const key = `guess-${base}`;

  // state: the furthest step shown and what was said, or null.
  function keep(state) {
    try {
      if (state) sessionStorage.setItem(key, JSON.stringify(state));
      else sessionStorage.removeItem(key);
    } catch {
      // storage may be switched off
    }
  }

  function kept() {
    try {
      return JSON.parse(sessionStorage.getItem(key));
    } catch {
      return null;
    }
  }

  let state = kept();
  if (state && Number(seq) > state.reached) {
    keep(null); // this page shows more than was guessed so far
    state = null;
  }
  document.documentElement.classList.toggle("guessing", Boolean(state));
  return { state, keep };
})();
