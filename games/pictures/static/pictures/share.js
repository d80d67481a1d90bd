// Keeps what is shared at the step that is shown: the replay walks on without loading its page.

import { byId } from "../games/dom.js";

export function followSteps() {
  const share = byId("share");
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
