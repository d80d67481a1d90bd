// Sharing a game. Without scripts, or where the browser lets us do neither, a link leads to the
// part of the replay's page that has all that can be shared.

import { byId, elementsOf } from "../games/dom.js";

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
