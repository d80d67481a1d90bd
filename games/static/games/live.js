// Keeps a page up to date: which pushes count, when to ask again, and how to reconnect.
// A push, an answer and a poll all hold the same regions; #t-status says their version.

import { byId } from "./dom.js";

const POLL = 20; // seconds between two questions while the socket works
const POLL_CUT_OFF = 3; // and while it does not
const MOST_RECONNECT = 4000;

// The extension's own waits grow to minutes: too long for somebody whose turn it is.
const reconnectDelay = (tries) => Math.random() * Math.min(1000 * 2 ** tries, MOST_RECONNECT);

function shownVersion() {
  const status = byId("t-status");
  return status ? Number(status.dataset.version) : -1;
}

// Returns the version of a table that its regions are of, or null for other regions.
export function versionOf(html) {
  const found = /data-version="(\d+)"/.exec(html);
  return found ? Number(found[1]) : null;
}

function isOld(html) {
  const version = versionOf(html);
  return version !== null && version < shownVersion();
}

// A swap between press and release takes the button away, and the click with it: the newest
// of what comes meanwhile waits. A tap becomes a click only a moment after its release.
const PRESSABLE = "#t-controls, #t-pieces";
const CLICKED = 50; // ms
let pressed = false;
let waiting = null;
let releasing = null;

function show(html) {
  if (pressed) waiting = html;
  else if (!isOld(html)) htmx.swap(document.body, html, { swapStyle: "none" });
}

function press(event) {
  if (!event.isPrimary || event.button !== 0) return;
  clearTimeout(releasing);
  pressed = Boolean(event.target.closest?.(PRESSABLE));
}

function release() {
  pressed = false;
  const html = waiting;
  waiting = null;
  if (html) show(html);
}

function releaseSoon() {
  clearTimeout(releasing);
  releasing = setTimeout(release, CLICKED);
}

let told = 0; // how often the regions came without being asked for here

async function askAgain() {
  const table = document.querySelector("[data-sync]");
  if (!table) return;
  const before = told;
  const address = `${table.dataset.sync}?have=${shownVersion()}`;
  // No answer is no news: it is asked again soon.
  const answer = await fetch(address, { headers: { "HX-Request": "true" } }).catch(() => null);
  if (answer?.status !== 200) return;
  const html = await answer.text();
  // Versions alone do not tell what is newer before a game and after it.
  if (told === before || versionOf(html) > shownVersion()) show(html);
}

// A pushed form has no token of its own; htmx sends the page's, a form sent without htmx
// needs it here.
function addToken(event) {
  const form = event.target;
  if (event.defaultPrevented || form.method !== "post" || form.elements.csrfmiddlewaretoken) return;
  const token = document.createElement("input");
  token.type = "hidden";
  token.name = "csrfmiddlewaretoken";
  token.value = JSON.parse(document.body.getAttribute("hx-headers"))["X-CSRFToken"];
  form.append(token);
}

// A swap takes the focus away with the element that had it.
let focused = "";
function rememberFocus() {
  focused = document.activeElement?.id || focused;
  requestAnimationFrame(() => {
    if (document.activeElement === document.body) byId(focused)?.focus({ preventScroll: true });
    focused = "";
  });
}

// htmx's socket extension reconnects after most losses, but a phone wakes with a socket that
// only looks open, and some closes it takes for final.
const sockets = new Map();

function wake() {
  if (document.visibilityState === "hidden") return;
  for (const [element, socket] of sockets) {
    if (element.isConnected) socket.reconnect();
  }
  askAgain();
}

function hearClose(event) {
  document.documentElement.dataset.live = "no";
  // Signed out, or suspended: the page says so itself.
  if ([4401, 4403].includes(event.detail.event.code)) location.reload();
}

function hearPush(event) {
  // The first message is the present state: only then does the page show it.
  document.documentElement.dataset.live = "yes";
  const html = event.detail.message;
  if (versionOf(html) === null) return;
  told += 1;
  if (pressed) waiting = html;
  if (pressed || isOld(html)) event.preventDefault();
}

function takeAnswer(event) {
  const { serverResponse: html, requestConfig, xhr } = event.detail;
  if (xhr.status >= 400 && versionOf(html) === null && !html.includes("data-answer")) {
    // Not an answer of the page's own: it was refused before it came that far.
    event.detail.shouldSwap = false;
    if (xhr.status === 403)
      location.reload(); // another tab signed in or out
    else htmx.trigger(document.body, "refused");
    return;
  }
  if (!html) return;
  told += 1;
  if (versionOf(waiting) <= versionOf(html)) waiting = null;
  if (isOld(html)) {
    event.detail.shouldSwap = false;
  } else if (event.detail.shouldSwap && !requestConfig.elt.isConnected) {
    // The push of the same move came first and took the form away; htmx would look for the
    // regions beside that form, so swap them without it.
    event.detail.shouldSwap = false;
    htmx.swap(document.body, html, { swapStyle: "none" });
  }
}

let quiet = 0; // seconds since the last question

function poll() {
  quiet += 1;
  const patience = document.documentElement.dataset.live === "no" ? POLL_CUT_OFF : POLL;
  if (quiet < patience || document.visibilityState === "hidden") return;
  quiet = 0;
  askAgain();
}

export function stayLive() {
  htmx.config.wsReconnectDelay = reconnectDelay;
  addEventListener("pointerdown", press, true);
  for (const end of ["pointerup", "pointercancel", "blur"]) addEventListener(end, releaseSoon);
  document.addEventListener("submit", addToken);
  document.addEventListener("htmx:oobBeforeSwap", rememberFocus);
  document.addEventListener("htmx:beforeSwap", rememberFocus);
  document.addEventListener("htmx:wsOpen", ({ target, detail }) => {
    sockets.set(target, detail.socketWrapper);
  });
  document.addEventListener("htmx:wsClose", hearClose);
  document.addEventListener("htmx:wsBeforeMessage", hearPush);
  document.addEventListener("htmx:beforeSwap", takeAnswer);
  document.addEventListener("visibilitychange", wake);
  addEventListener("online", wake);
  setInterval(poll, 1000);
}
