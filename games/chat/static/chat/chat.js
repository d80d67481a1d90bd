// The chat of a table: lines come one at a time, so that a screen reader hears each one once.
// A push or an answer names the line before its own; if that one is missing here, the page
// asks for all of them again.

import { byId, elementsOf } from "../games/dom.js";
import { forBrowser } from "../games/storage.js";

export function startChat() {
  const panel = byId("chat");
  if (!panel) return;
  const log = byId("c-log");
  const live = Boolean(byId("c-composer")); // a replay only shows what was said
  const HEADERS = { "HX-Request": "true" };
  const NEAR = 40; // pixels from the end: who reads there wants to stay there

  const list = () => byId("c-lines");
  const numberOf = (line) => Number(line.id.slice("line-".length));
  const atEnd = () => log.scrollHeight - log.scrollTop - log.clientHeight < NEAR;
  const toEnd = () => (log.scrollTop = log.scrollHeight);

  // --- Open or not: as it was left, else where there is room and somebody to talk to ---------

  const roomy = matchMedia("(width > 51.25em)").matches && !("alone" in panel.dataset);
  const left = forBrowser.get("chat");
  if (live && (left ? left === "open" : roomy)) panel.open = true;
  if (location.hash === "#c-log") panel.open = true;
  if (panel.open) toEnd();

  // New lines are counted until the panel is open and in sight; meanwhile a mark leads there.
  let unread = 0;
  let inSight = false;
  function count(more) {
    unread = panel.open && inSight ? 0 : unread + more;
    const text = unread ? panel.dataset.unread.replace("%(n)s", unread) : "";
    byId("c-unread").textContent = panel.open ? "" : text; // an open log is heard itself
    byId("c-pill").textContent = text && `${panel.querySelector("h2").textContent}: ${text}`;
    byId("c-pill").hidden = !unread || inSight;
  }

  // The newest line is read in that mark for a moment. It lies in the header, and so on no clock.
  const TOLD = 4000; // ms
  let telling = null;
  function tell(line) {
    const said = line.querySelector(".said");
    const pill = byId("c-pill");
    if (pill.hidden || !said) return;
    const name = document.createElement("b");
    name.textContent = line.querySelector(".by").textContent;
    const shape = line.querySelector(".piece")?.cloneNode(true) ?? "";
    pill.replaceChildren(shape, name, ` ${said.textContent}`);
    clearTimeout(telling);
    telling = setTimeout(() => count(0), TOLD);
  }
  if (live) {
    new IntersectionObserver((entries) => {
      inSight = entries.at(-1).isIntersecting;
      count(0);
    }).observe(panel.querySelector("summary"));
    byId("c-pill").addEventListener("click", () => (panel.open = true));
    panel.querySelector("summary").addEventListener("click", () => {
      forBrowser.set("chat", panel.open ? "closed" : "open");
    });
    panel.addEventListener("toggle", () => count(0));
  }
  panel.addEventListener("toggle", toEnd);

  // --- Lines ---------------------------------------------------------------------------------

  // Takes in lines that are new and puts others in the place of theirs.
  function merge(lines) {
    const follow = atEnd();
    let added = 0;
    for (const line of lines) {
      const old = byId(line.id);
      const last = list().lastElementChild;
      if (old) {
        if (old.outerHTML !== line.outerHTML) old.replaceWith(line);
      } else if (!last || numberOf(line) > numberOf(last)) {
        list().append(line);
        added += 1;
      }
    }
    if (follow) toEnd();
    if (added && live) {
      count(added);
      tell(lines.at(-1));
    }
  }

  // Takes in the last page as a whole: what is not in it goes, what came back finds its place.
  function replace(fresh) {
    const kept = new Set([...fresh.children].map((line) => line.id));
    for (const line of [...list().children]) {
      if (!kept.has(line.id)) line.remove();
    }
    for (const line of fresh.children) {
      if (byId(line.id)) continue;
      const next = [...list().children].find((other) => numberOf(other) > numberOf(line));
      if (next) next.before(line.cloneNode(true));
    }
    merge([...fresh.children]);
  }

  const PATIENCE = 10_000; // ms for an answer
  let isAsking = false;
  let mayHaveMissed = false; // something since the question that is under way
  async function askAgain() {
    if (!live) return location.reload();
    mayHaveMissed = isAsking;
    if (isAsking) return;
    isAsking = true;
    const signal = AbortSignal.timeout(PATIENCE);
    const answer = await fetch(panel.dataset.chat, { headers: HEADERS, signal }).catch(() => null);
    const html = answer?.ok ? await answer.text().catch(() => null) : null;
    isAsking = false;
    if (html !== null) htmx.swap(document.body, html, { swapStyle: "none" });
    if (mayHaveMissed) askAgain();
  }

  function take(fresh) {
    if (!fresh) return;
    if ("again" in fresh.dataset) askAgain();
    else if (!("before" in fresh.dataset)) replace(fresh);
    else {
      const before = Number(fresh.dataset.before);
      const newest = list().lastElementChild ? numberOf(list().lastElementChild) : 0;
      if (newest < before) askAgain();
      else merge([...fresh.children]);
    }
  }

  // --- What one writes stays when the form is drawn anew ----------------------------------------

  let sent = null; // what is on its way
  let writing = false; // whether the form, whose button is disabled meanwhile, had the focus

  document.addEventListener("htmx:beforeRequest", (event) => {
    if (!event.target.matches(".write")) return;
    sent = byId("c-text").value;
    writing = true;
  });
  document.addEventListener("htmx:oobBeforeSwap", (event) => {
    const { target, fragment } = event.detail;
    if (target.id === "c-lines") {
      event.detail.shouldSwap = false;
      take(fragment.firstElementChild);
    } else if (target.id === "c-composer") {
      const written = byId("c-text")?.value ?? "";
      const field = fragment.querySelector("#c-text");
      if (field && !field.value && written !== sent) field.value = written;
      sent = null;
    }
  });
  document.addEventListener("htmx:oobAfterSwap", (event) => {
    if (event.detail.target.id !== "c-composer" || !writing) return;
    writing = false;
    const { activeElement: focused } = document;
    if (focused === document.body || !focused) byId("c-text")?.focus({ preventScroll: true });
  });

  // --- Around a line ----------------------------------------------------------------------------

  async function showDeeds(link) {
    const line = link.closest("li");
    const shown = line.querySelector(".line-actions");
    shown?.remove();
    link.setAttribute("aria-expanded", String(!shown));
    if (shown) return;
    const answer = await fetch(link.href, { headers: HEADERS }).catch(() => null);
    // Broken off, perhaps because a link was followed: that must not be overruled.
    if (!answer) return link.setAttribute("aria-expanded", "false");
    if (!answer.ok || answer.redirected) return location.assign(link.href);
    line.insertAdjacentHTML("beforeend", await answer.text());
    htmx.process(line);
    line.querySelector(".line-actions").scrollIntoView({ block: "nearest" });
  }

  async function showOlder(link) {
    const answer = await fetch(link.href, { headers: HEADERS }).catch(() => null);
    if (!answer?.ok) return;
    const [next, older] = elementsOf(await answer.text());
    const height = log.scrollHeight;
    const first = older.firstElementChild;
    byId("c-older").replaceWith(next);
    list().prepend(...older.children);
    log.scrollTop += log.scrollHeight - height;
    const focus = next.querySelector("a") || first?.querySelector("a");
    focus?.focus({ preventScroll: true });
  }

  panel.addEventListener("click", (event) => {
    const link = event.target.closest(".more, #c-older a");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    if (link.matches(".more")) showDeeds(link);
    else showOlder(link);
  });

  document.addEventListener("htmx:afterRequest", (event) => {
    const done = event.target.dataset?.done;
    if (!done || !event.detail.successful || !panel.contains(event.target)) return;
    event.target.closest(".line-actions")?.remove();
    const news = byId("c-news");
    if (news) news.textContent = done;
    askAgain();
  });

  // --- Whatever may have been missed ------------------------------------------------------------

  // Who may talk, and what is heard, changes when a game starts and when it ends.
  const phase = () =>
    ["waiting", "end"].find((name) => document.querySelector(`#t-controls .${name}`)) || "";
  let before = phase();
  document.addEventListener("htmx:oobAfterSwap", (event) => {
    if (event.detail.target.id !== "t-controls" || phase() === before) return;
    before = phase();
    if (live) askAgain();
  });

  if (!live) return;
  for (const sign of ["wake", "reconnect"]) document.addEventListener(sign, askAgain);
}
