// Without a network a device that all play on keeps what was pressed, over a reload, too, and
// sends it when there is one again. Each press answers one decision, and the server takes an
// answer to a decision once, so that nothing counts twice even if its answer was lost.

import { byId } from "./dom.js";
import { show, versionOf } from "./live.js";
import { forBrowser } from "./storage.js";

const AGAIN = 3000; // ms
const NO_SERVER = 502; // what stands before the server says so from here on
const TOO_OFTEN = 429;

let name; // of what is stored
let sending = false;
let timer = null;

const kept = () => forBrowser.getJson(name);

function dress() {
  const waits = Boolean(kept());
  for (const id of ["t-controls", "t-pieces"]) byId(id).inert = waits;
  byId("kept").hidden = !waits;
  clearInterval(timer);
  if (waits) timer = setInterval(send, AGAIN);
}

function keep({ verb, path, formData }) {
  const fields = [...formData].filter(([field]) => field !== "csrfmiddlewaretoken");
  forBrowser.setJson(name, { verb, path, fields });
  dress();
  byId("t-say").textContent = byId("kept").firstElementChild.textContent;
  byId("a-forget").focus();
}

function forget() {
  forBrowser.remove(name);
  dress();
}

function request({ verb, path, fields }) {
  const { "X-CSRFToken": token } = JSON.parse(document.body.getAttribute("hx-headers"));
  const headers = { "HX-Request": "true", "X-CSRFToken": token };
  const body = new URLSearchParams(fields);
  return verb === "get"
    ? fetch(`${path}?${body}`, { headers })
    : fetch(path, { method: "POST", headers, body });
}

async function send() {
  const press = kept();
  if (!press || sending) return;
  sending = true;
  const answer = await request(press).catch(() => null);
  sending = false;
  if (!answer || answer.status >= NO_SERVER || answer.status === TOO_OFTEN) return;
  const html = await answer.text();
  forget();
  if (versionOf(html) === null) return location.reload(); // signed out: the page says so
  show(html);
  const notice = byId("t-notice");
  // It had been taken the first time, and only the answer was lost.
  if (notice.dataset.refusal === "stale") notice.textContent = "";
}

function noticeFailure({ detail }) {
  const { elt, requestConfig, xhr } = detail;
  if (!elt.closest("#t-controls") || (xhr.status && xhr.status < NO_SERVER)) return;
  keep(requestConfig);
}

export function startKeptPresses() {
  name = `kept press ${location.pathname}`;
  document.addEventListener("htmx:sendError", noticeFailure);
  document.addEventListener("htmx:responseError", noticeFailure);
  document.addEventListener("htmx:oobAfterSwap", ({ target }) => {
    if (["t-controls", "t-pieces"].includes(target.id)) dress();
  });
  document.addEventListener("click", ({ target }) => {
    if (target.closest("#a-forget")) forget();
  });
  addEventListener("online", send);
  dress();
  send();
}
