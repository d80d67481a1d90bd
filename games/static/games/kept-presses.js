// Without a network a device that all play on keeps what was pressed, over a reload, too, and
// sends it when there is one again. Each press answers one decision, and the server takes an
// answer to a decision once, so that nothing counts twice even if its answer was lost. Where
// several have to decide on the same, the device goes round among them meanwhile.

import { clearPad, takeBack } from "./dice-pad.js";
import { byId } from "./dom.js";
import { show, versionOf } from "./live.js";
import { forBrowser } from "./storage.js";

const AGAIN = 3000; // ms
const PATIENCE = 10_000; // ms until a request without an answer counts as lost
const LATER = [403, 429]; // signed out elsewhere, or too often
const TAKEN_BEFORE = 409;
const NO_SERVER = 502; // what stands before the server says so from here on

let name; // of what is stored
let presses = [];
let isLocked = false;
let sending = false;
let timer = null;

function keepAll(those) {
  presses = those;
  if (presses.length) forBrowser.setJson(name, presses);
  else forBrowser.remove(name);
}

function lock() {
  for (const id of ["t-controls", "t-pieces"]) byId(id).inert = isLocked;
}

function dress() {
  byId("kept").hidden = !presses.length;
  clearInterval(timer);
  if (presses.length) timer = setInterval(send, AGAIN);
  lock();
}

// Shows the table to the player who decides after those whose presses are kept; without one nobody
// can press.
function passOn() {
  const isDecision = presses.every(({ verb }) => verb === "post");
  const view = isDecision && document.querySelectorAll("#t-holders template")[presses.length];
  isLocked = Boolean(presses.length && !view);
  if (view) htmx.swap(document.body, view.innerHTML, { swapStyle: "none" });
  dress();
}

function keep({ verb, path, formData }) {
  const fields = [...formData].filter(([field]) => field !== "csrfmiddlewaretoken");
  keepAll([...presses, { verb, path, fields }]);
  passOn();
  byId("t-say").textContent = byId("kept").firstElementChild.textContent;
  byId("t-notice").textContent = ""; // it will reach the table
  if (isLocked) byId("kept").focus();
}

function forgetLast() {
  keepAll(presses.slice(0, -1));
  passOn();
  clearPad();
}

function request({ verb, path, fields }) {
  const { "X-CSRFToken": token } = JSON.parse(document.body.getAttribute("hx-headers"));
  const headers = { "HX-Request": "true", "X-CSRFToken": token };
  const signal = AbortSignal.timeout(PATIENCE);
  const body = new URLSearchParams(fields);
  return verb === "get"
    ? fetch(`${path}?${body}`, { headers, signal })
    : fetch(path, { method: "POST", headers, signal, body });
}

// Sends the first press that is kept, and then the others.
async function send() {
  const [press] = presses;
  if (!press || sending) return;
  sending = true;
  const answer = await request(press).catch(() => null);
  const html = answer && (await answer.text().catch(() => null));
  sending = false;
  if (html === null || answer.status >= NO_SERVER || LATER.includes(answer.status)) return;
  if (presses[0] === press) keepAll(presses.slice(1)); // unless it was taken back meanwhile
  if (versionOf(html) === null) return location.reload(); // the page itself says what is wrong
  show(html);
  // It had been taken the first time, and only the answer was lost.
  if (answer.status === TAKEN_BEFORE) byId("t-notice").textContent = "";
  passOn();
  send();
}

function noticeFailure({ detail }) {
  const { elt, requestConfig, xhr } = detail;
  if (elt.closest("#t-controls") && (!xhr.status || xhr.status >= NO_SERVER)) keep(requestConfig);
  else clearPad();
}

function pressed(event) {
  if (event.target.closest("#a-forget")) forgetLast();
  if (event.target.closest("#a-take-back")) {
    keepAll([]); // the answers to the roll with it
    if (!takeBack()) return;
    event.preventDefault();
    passOn();
  }
}

export function startKeptPresses() {
  name = `kept presses ${location.pathname}`;
  presses = forBrowser.getJson(name) ?? [];
  document.addEventListener("htmx:configRequest", ({ detail }) => {
    detail.timeout = PATIENCE;
  });
  for (const failure of ["sendError", "timeout", "responseError"])
    document.addEventListener(`htmx:${failure}`, noticeFailure);
  document.addEventListener("htmx:oobAfterSwap", lock);
  document.addEventListener("click", pressed);
  addEventListener("online", send);
  isLocked = presses.length > 0;
  dress();
  send();
}
