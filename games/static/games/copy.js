// Copying texts and sharing links, and saying whether it worked.

import { byId } from "./dom.js";

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

// Links with `data-share` share the page they lead to, or copy its address. Without scripts, or if
// the browser does neither, they lead to the part of the replay that has all that can be shared.
export function startSharing(say) {
  async function share(link) {
    const url = new URL(link.pathname, location).href;
    try {
      if (navigator.share) await navigator.share({ title: link.dataset.share, url });
      else if (!(await copyText(link, url, say))) location.assign(link.href);
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

// A button with `data-copy` copies the text of a field.
function showButtons() {
  for (const button of document.querySelectorAll("[data-copy]"))
    button.hidden = !navigator.clipboard;
}

document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-copy]");
  if (!button) return;
  const field = byId(button.dataset.copy);
  if (!(await copyText(button, field.value, byId(button.dataset.say)))) field.select();
});

showButtons();
document.addEventListener("htmx:oobAfterSwap", showButtons); // what is pushed comes with it hidden
