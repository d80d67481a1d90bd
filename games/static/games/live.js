// Keeps a page up to date: which pushes count, and when to ask again.
// #t-status says which version of the game a page shows. A poll brings all regions, and so does
// a push or an answer, unless it begins with the two versions between which its regions lead.

import { byId } from "./dom.js";
import { keepSocket, RESTARTING, sight } from "./socket.js";
import { forTab } from "./storage.js";

const POLL = 20; // seconds between two questions while the socket works
const POLL_CUT_OFF = 3; // and while it does not
const PATIENCE = 10_000; // ms for an answer: what a sleeping device had asked may never have one

const page = document.documentElement.dataset;

function shownVersion() {
  const status = byId("t-status");
  return status ? Number(status.dataset.version) : -1;
}

// Returns the version that the server need not send again. A table is at the same one before its
// game begins and after that, so a waiting table has none.
function knownVersion() {
  return document.querySelector("#t-controls .waiting") ? -1 : shownVersion();
}

// What the server is to know of a page: what it shows already need not be sent.
const question = () => `have=${knownVersion()}&sight=${sight()}`;

const BETWEEN = /^<!--(\d+) to (\d+)-->/;

// Returns the version of a table that its regions are of, or null for other regions.
export function versionOf(html) {
  const found = BETWEEN.exec(html)?.[2] ?? /data-version="(\d+)"/.exec(html)?.[1];
  return found === undefined ? null : Number(found);
}

function isOld(html) {
  const version = versionOf(html);
  return version !== null && version < shownVersion();
}

// Regions of another version are missing if a page is not at the version before.
function hasGap(html) {
  const found = BETWEEN.exec(html);
  return found !== null && Number(found[1]) !== shownVersion() && !isShown(html);
}

const isShown = (html) => versionOf(html) === shownVersion();

// A swap between press and release takes the button away, and the click with it: what comes
// meanwhile waits. A tap becomes a click only a moment after its release.
const PRESSABLE = "#t-controls, #t-pieces";
const CLICKED = 50; // ms
let pressed = false;
let waiting = [];
let releasing = null;

const swap = (html) => htmx.swap(document.body, html, { swapStyle: "none" });

export function show(html) {
  if (pressed) waiting.push(html);
  else if (hasGap(html)) askAgain();
  else if (!isOld(html)) swap(html);
}

function press(event) {
  if (!event.isPrimary || event.button !== 0) return;
  clearTimeout(releasing);
  pressed = Boolean(event.target.closest?.(PRESSABLE));
}

function release() {
  pressed = false;
  for (const html of waiting.splice(0)) show(html);
}

function releaseSoon() {
  clearTimeout(releasing);
  releasing = setTimeout(release, CLICKED);
}

let told = 0; // how often the regions came without being asked for here
let asked = 0; // how often they were asked for
let answered = 0; // which question the newest answer is to

// Whether the server is there at all: without a socket a page can still ask and act.
function setReach(isReached) {
  if ((page.reach !== "no") === isReached) return;
  page.reach = isReached ? "yes" : "no";
  document.dispatchEvent(new CustomEvent("reach", { detail: isReached }));
}

async function askAgain() {
  const table = document.querySelector("[data-sync]");
  if (!table) return;
  const before = told;
  asked += 1;
  const number = asked;
  const address = `${table.dataset.sync}?${question()}`;
  const signal = AbortSignal.timeout(PATIENCE);
  const headers = { "HX-Request": "true" };
  // No answer is no news: it is asked again soon.
  const answer = await fetch(address, { headers, signal }).catch(() => null);
  const html = answer?.status === 200 ? await answer.text().catch(() => null) : null;
  // What was asked before the page slept may be answered after what it asked when it woke.
  if (number < answered) return;
  if (answer) answered = number;
  setReach(answer !== null && answer.status < 500);
  if (html === null) return;
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

// The page of a player who has lost their seat without leaving it comes again, and says why.
const SIGNED_OUT = "signed out";

function reload() {
  forTab.set(SIGNED_OUT, "perhaps");
  location.reload();
}

function sayIfSignedOut() {
  const notice = byId("signed-out"); // only visitors have it
  if (notice && forTab.get(SIGNED_OUT)) notice.hidden = false;
  forTab.remove(SIGNED_OUT);
}

function noticeExpiry({ target }) {
  const isWatching = target.id === "t-status" && "watching" in target.dataset;
  if (isWatching && target.dataset.turn === "other" && byId("t-resign")) reload();
}

// A form that ends the session closes the page's socket before it is answered.
const LEAVING = 10_000; // ms; what is only downloaded leaves no page
let leaving = false;

function noteLeaving() {
  leaving = true;
  setTimeout(() => (leaving = false), LEAVING);
}

function noteLoss() {
  page.live = "no";
  quiet = POLL_CUT_OFF; // the next question tells whether the server is there
}

function hearEnd({ detail: code }) {
  // The page is not cut off: it will be back before anybody misses anything.
  if (code === RESTARTING) return;
  noteLoss();
  // Signed out, or suspended: a live page says so itself. Others stay as they are: somebody may be
  // writing there, or on their way to the page that follows a sign-out.
  if ([4401, 4403].includes(code) && !byId("socket") && !leaving) reload();
}

// What brings news to the server's sockets is gone; it closes them when it is back.
const CUT_OFF = "cut off";

function hearPush({ detail: html }) {
  setReach(true);
  // The first message is the present state: only then does the page show it.
  page.live = html === CUT_OFF ? "no" : "yes";
  if (html === CUT_OFF) return;
  if (versionOf(html) === null) return swap(html);
  told += 1;
  show(html);
}

function takeAnswer(event) {
  const { serverResponse: html, requestConfig, xhr } = event.detail;
  if (xhr.status >= 400 && versionOf(html) === null && !html.includes("data-answer")) {
    // Not an answer of the page's own: it was refused before it came that far.
    event.detail.shouldSwap = false;
    if (xhr.status === 403)
      reload(); // another tab signed in or out
    else htmx.trigger(document.body, "refused", { xhr });
    return;
  }
  if (!html) return;
  // Pushes have brought this version since the request. Shown again, it would take away what came
  // after them, such as a hint.
  if (xhr.status < 400 && isShown(html) && requestConfig.parameters.have < versionOf(html)) {
    event.detail.shouldSwap = false;
    return;
  }
  told += 1;
  waiting = waiting.filter((kept) => versionOf(kept) > versionOf(html));
  if (isOld(html)) {
    event.detail.shouldSwap = false;
  } else if (hasGap(html)) {
    event.detail.shouldSwap = false;
    askAgain();
  } else if (event.detail.shouldSwap && !requestConfig.elt.isConnected) {
    // A push has taken the form away meanwhile. htmx would look for the regions beside that form,
    // so swap them without it.
    event.detail.shouldSwap = false;
    swap(html);
  }
}

const SECOND = 1_000; // ms
let quiet = 0; // seconds since the last question

function poll() {
  quiet += 1;
  const patience = page.live === "no" || page.reach === "no" ? POLL_CUT_OFF : POLL;
  if (quiet < patience || document.visibilityState === "hidden") return;
  pollNow();
}

function pollNow() {
  quiet = 0;
  askAgain();
}

export function stayLive() {
  keepSocket(question);
  document.addEventListener("htmx:configRequest", ({ detail }) => {
    if (detail.verb === "post" && byId("t-status")) detail.parameters.have = shownVersion();
  });
  addEventListener("pointerdown", press, true);
  for (const end of ["pointerup", "pointercancel", "blur"]) addEventListener(end, releaseSoon);
  document.addEventListener("submit", addToken);
  document.addEventListener("htmx:oobAfterSwap", noticeExpiry);
  document.addEventListener("push", hearPush);
  document.addEventListener("disconnect", hearEnd);
  document.addEventListener("wake", pollNow);
  // Pages that only hear what waits for their reader take their answers as they are.
  if (!byId("socket")) document.addEventListener("htmx:beforeSwap", takeAnswer);
  addEventListener("beforeunload", noteLeaving);
  addEventListener("offline", () => setReach(false));
  setInterval(poll, SECOND);
  sayIfSignedOut();
}
