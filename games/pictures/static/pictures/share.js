// Copying, and sharing a game. Without scripts, or where the browser lets us do neither, a link
// leads to the part of the replay's page that has all that can be shared.

import { byId, elementsOf } from "../games/dom.js";

const TOLD = 2000; // ms for which it is said that it worked
const TOLD_FAILED = 6000; // a whole sentence

const telling = new Map(); // by what was pressed: what it says else, and the timer until then

// pressed: has what to say as data-copied and data-failed.  say: what screen readers listen to.
export async function copyText(pressed, text, say) {
  say.textContent = ""; // or the same words would be no news
  // There is no clipboard on pages without https.
  const done = await navigator.clipboard?.writeText(text).then(
    () => true,
    () => false,
  );
  const words = done ? pressed.dataset.copied : pressed.dataset.failed;
  const { label = pressed.textContent, timer } = telling.get(pressed) ?? {};
  clearTimeout(timer);
  pressed.textContent = words;
  say.textContent = words;
  const stop = () => {
    pressed.textContent = label;
    telling.delete(pressed);
  };
  telling.set(pressed, { label, timer: setTimeout(stop, done ? TOLD : TOLD_FAILED) });
  return done;
}

// Links with `data-share` share the page they lead to, or copy its address.
export function startSharing(say) {
  async function share(link) {
    const url = new URL(link.pathname, location).href;
    try {
      if (navigator.share) await navigator.share({ title: link.dataset.share, url });
      else await copyText(link, url, say);
    } catch (error) {
      if (error.name !== "AbortError") location.assign(link.href); // else they changed their mind
    }
  }

  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[data-share]");
    if (!link || !(navigator.share || navigator.clipboard)) return;
    if (event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    share(link);
  });
}

// Keeps what is shared at the step that is shown: the replay walks on without loading its page.

export function followSteps() {
  const share = byId("share");
  if (location.hash === "#share") share.open = true;
  const snippet = share.querySelector("textarea");
  const STEP = /(replay\/|seq=|to=)\d+/;

  function follow() {
    const at = /\/replay\/(\d+)\//.exec(location.pathname);
    if (!at) return;
    for (const link of share.querySelectorAll("a[data-step]"))
      link.href = link.getAttribute("href").replace(STEP, `$1${at[1]}`);
    if (snippet) {
      const [frame] = elementsOf(snippet.value);
      frame.setAttribute("src", frame.getAttribute("src").replace(STEP, `$1${at[1]}`));
      frame.title = document.title;
      snippet.value = frame.outerHTML;
    }
  }

  for (const event of ["toggle", "pointerenter", "focusin"]) share.addEventListener(event, follow);
  snippet?.addEventListener("click", (event) => event.target.select());
}
