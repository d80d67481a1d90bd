// Shows on every page how many games wait for the reader: in the header, the title, the icon of the
// tab and that of the installed site. Pages that are not live have a socket for this alone.

import { byId } from "./dom.js";
import { stayLive } from "./live.js";

const NUMBER = /^\(\d+\) /;
const MOST_ON_ICON = 10; // stands for all from there

const icon = document.querySelector("link[rel=icon]");

const games = () => new Set(byId("turns")?.dataset.games.split(" ").filter(Boolean));

function showInTitle(count) {
  const title = document.title.replace(NUMBER, "");
  const wanted = count ? `(${count}) ${title}` : title;
  if (document.title !== wanted) document.title = wanted;
}

function show() {
  const count = games().size;
  showInTitle(count);
  const wanted = icon.dataset.waiting.replace("-0.", `-${Math.min(count, MOST_ON_ICON)}.`);
  if (icon.getAttribute("href") !== wanted) icon.href = wanted;
  const badged = count ? navigator.setAppBadge?.(count) : navigator.clearAppBadge?.();
  badged?.catch(() => {}); // only the installed site has a badge
}

// What a table's own page knows before the server tells it.
export function countGame(code, waits) {
  const badge = byId("turns");
  if (!badge) return;
  const now = games();
  if (waits) now.add(code);
  else now.delete(code);
  badge.dataset.games = [...now].join(" ");
  badge.lastElementChild.textContent = now.size;
  badge.hidden = now.size === 0;
  show();
}

function noteChange({ target }) {
  if (target.id !== "waiting") return;
  show();
  document.body.dispatchEvent(new Event("waiting")); // for the page of notices
}

if (byId("waiting")) {
  if (byId("socket")) stayLive();
  show();
  document.addEventListener("htmx:oobAfterSwap", noteChange);
  // Pages write their titles anew.
  const title = document.querySelector("title");
  new MutationObserver(() => showInTitle(games().size)).observe(title, { childList: true });
}
