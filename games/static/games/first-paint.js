// Runs before the first paint, so that the chosen colours never flash, and readers who guess never
// see how the game goes on. Modules run too late for that, so this is a script of its own.

(() => {
  const root = document.documentElement;
  root.classList.add("js");
  try {
    const theme = localStorage.getItem("theme");
    if (theme === "dark" || theme === "light") root.dataset.theme = theme;
    // A page that shows more than was guessed so far has nothing left to guess: see guess.js.
    const [, base, seq] = location.pathname.match(/^(.*\/)(\d+)\/$/) ?? [];
    const guesses = JSON.parse(sessionStorage.getItem(`guess-${base}`));
    root.classList.toggle("guessing", Number(seq) <= guesses?.reached);
  } catch {
    // storage may be switched off, or hold nonsense
  }
})();
