// Sharing a game. Without scripts, or where the browser lets us do neither, a link leads to the
// part of the replay's page that has all that can be shared.

import { byId } from "../games/dom.js";

const TOLD = 2000; // ms for which it is said that the link was copied

// Links with `data-share` share the page they lead to, or copy its address.
export function startSharing(say) {
  async function copy(link, address) {
    await navigator.clipboard.writeText(address);
    const { copied } = link.dataset;
    const label = link.textContent;
    if (label === copied) return; // it still says so of the press before
    link.textContent = copied;
    say.textContent = copied;
    setTimeout(() => (link.textContent = label), TOLD);
  }

  async function share(link) {
    const url = new URL(link.pathname, location).href;
    try {
      if (navigator.share) await navigator.share({ title: link.dataset.share, url });
      else await copy(link, url);
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
  const STEP = /(replay\/|seq=|to=)\d+/;

  function follow() {
    const at = /\/replay\/(\d+)\//.exec(location.pathname);
    if (!at) return;
    for (const part of share.querySelectorAll("[data-step]")) {
      if (part.href) part.href = part.getAttribute("href").replace(STEP, `$1${at[1]}`);
      else part.value = part.value.replace(STEP, `$1${at[1]}`);
    }
  }

  for (const event of ["toggle", "pointerenter", "focusin"]) share.addEventListener(event, follow);
  share.querySelector("textarea")?.addEventListener("click", (event) => event.target.select());
}
