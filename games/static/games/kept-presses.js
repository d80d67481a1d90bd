// Without a network a device that all play on keeps what was pressed, over a reload, too, and
// sends it when there is one again. Each press answers one decision, and the server takes an
// answer to a decision once, so that nothing counts twice even if its answer was lost. Where
// several have to decide on the same, the device goes round among them meanwhile.

import { byId } from "./dom.js";
import { show, versionOf } from "./live.js";
import { forBrowser } from "./storage.js";

const AGAIN = 3000; // ms
const NO_SERVER = 502; // what stands before the server says so from here on
const TOO_OFTEN = 429;

const TAKEN_BEFORE = 409;

let name; // of what is stored
let isLocked = false;
let sending = false;
let timer = null;

const kept = () => forBrowser.getJson(name) ?? [];

function keepAll(presses) {
  if (presses.length) forBrowser.setJson(name, presses);
  else forBrowser.remove(name);
}

function lock() {
  for (const id of ["t-controls", "t-pieces"]) byId(id).inert = isLocked;
}

// Shows the table to who decides after those whose presses are kept; without one nobody can press.
function passOn() {
  const presses = kept();
  const isDecision = presses.every(({ verb }) => verb === "post");
  const view = isDecision && document.querySelectorAll("#t-holders template")[presses.length];
  isLocked = Boolean(presses.length && !view);
  if (view) htmx.swap(document.body, view.innerHTML, { swapStyle: "none" });
  dress();
}

function dress() {
  const presses = kept();
  byId("kept").hidden = !presses.length;
  clearInterval(timer);
  if (presses.length) timer = setInterval(send, AGAIN);
  lock();
}

function keep({ verb, path, formData }) {
  const fields = [...formData].filter(([field]) => field !== "csrfmiddlewaretoken");
  keepAll([...kept(), { verb, path, fields }]);
  passOn();
  byId("t-say").textContent = byId("kept").firstElementChild.textContent;
  byId("t-notice").textContent = ""; // it will reach the table
  if (isLocked) byId("a-forget").focus();
}

function forgetLast() {
  keepAll(kept().slice(0, -1));
  passOn();
}

function request({ verb, path, fields }) {
  const { "X-CSRFToken": token } = JSON.parse(document.body.getAttribute("hx-headers"));
  const headers = { "HX-Request": "true", "X-CSRFToken": token };
  const body = new URLSearchParams(fields);
  return verb === "get"
    ? fetch(`${path}?${body}`, { headers })
    : fetch(path, { method: "POST", headers, body });
}

// Sends the first press that is kept, and the others after it.
async function send() {
  const [press] = kept();
  if (!press || sending) return;
  sending = true;
  const answer = await request(press).catch(() => null);
  const html = answer && (await answer.text().catch(() => null));
  sending = false;
  if (html === null || answer.status >= NO_SERVER || answer.status === TOO_OFTEN) return;
  keepAll(kept().slice(1));
  if (kept().length) return send();
  isLocked = false;
  dress();
  if (versionOf(html) === null) return location.reload(); // signed out: the page says so
  show(html);
  // It had been taken the first time, and only the answer was lost.
  if (answer.status === TAKEN_BEFORE) byId("t-notice").textContent = "";
}

function noticeFailure({ detail }) {
  const { elt, requestConfig, xhr } = detail;
  if (!elt.closest("#t-controls") || (xhr.status && xhr.status < NO_SERVER)) return;
  keep(requestConfig);
}

export function startKeptPresses() {
  name = `kept presses ${location.pathname}`;
  document.addEventListener("htmx:sendError", noticeFailure);
  document.addEventListener("htmx:responseError", noticeFailure);
  document.addEventListener("htmx:oobAfterSwap", lock);
  document.addEventListener("click", ({ target }) => {
    if (target.closest("#a-forget")) forgetLast();
  });
  addEventListener("online", send);
  isLocked = kept().length > 0;
  dress();
  send();
}
