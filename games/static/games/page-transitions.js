// A transition from page to page is skipped if the visitor is faster, or does not look. That is no
// error, but browsers report one unless somebody listens. Modules run after the first of these
// events, so this is a script of its own.

(() => {
  const SKIPPED = ["AbortError", "InvalidStateError", "TimeoutError"];

  function expectSkipping(error) {
    if (!SKIPPED.includes(error.name)) throw error;
  }

  for (const event of ["pageswap", "pagereveal"]) {
    addEventListener(event, ({ viewTransition }) => {
      viewTransition?.ready.catch(expectSkipping);
      viewTransition?.finished.catch(expectSkipping);
    });
  }
})();
