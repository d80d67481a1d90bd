// Notices on this device: the card that begins and ends them, telling the server by which
// subscription, and closing what is no news any more. Only the service worker shows them.

import { byId } from "../games/dom.js";
import { forBrowser } from "../games/storage.js";

const TOLD = "push";
const UNUSABLE = 422; // the answer about a push service that the site sends nothing to
const TOLD_EVERY = 7 * 24 * 3600 * 1000; // ms

const isSupported =
  isSecureContext &&
  "serviceWorker" in navigator &&
  "PushManager" in window &&
  "Notification" in window;

const registration = async () => isSupported && navigator.serviceWorker.getRegistration();
const current = async () => (await registration())?.pushManager.getSubscription();

function post(address, fields) {
  const headers = JSON.parse(document.body.getAttribute("hx-headers"));
  return fetch(address, { method: "POST", headers, body: new URLSearchParams(fields) });
}

async function subscribe(key) {
  const { worker } = document.body.dataset;
  await navigator.serviceWorker.register(worker, { updateViaCache: "none" }); // or say why not
  const { pushManager } = await navigator.serviceWorker.ready;
  // One that another user or another key of the site has left here is not gone on with.
  await (await pushManager.getSubscription())?.unsubscribe();
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
}

// What is told, by the name of what went wrong, if trying again will not help.
const FOR_GOOD = {
  AbortError: "no-service", // browsers that have no push service, or reach none
  NotSupportedError: "no-service",
  DataError: "unusable",
};

async function tell(address, subscription) {
  const { endpoint, keys } = subscription.toJSON();
  const answer = await post(address, { endpoint, ...keys });
  if (answer.status === UNUSABLE) throw new DOMException("not to be used", "DataError");
  if (answer.status !== 204) throw Error(`not taken: ${answer.status}`);
  forBrowser.setJson(TOLD, { endpoint, at: Date.now() });
}

function isOf(key, { options }) {
  const bytes = new Uint8Array(options?.applicationServerKey ?? []);
  const text = btoa(String.fromCharCode(...bytes));
  return !text || text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "") === key;
}

// Subscriptions change by themselves, and the server forgets them unless it hears of them.
async function keepTold(key, address) {
  let subscription = await current();
  if (isSupported && Notification.permission === "granted")
    if (!subscription || !isOf(key, subscription)) subscription = await subscribe(key);
  const told = forBrowser.getJson(TOLD);
  const isKnown = told?.endpoint === subscription?.endpoint && Date.now() - told?.at < TOLD_EVERY;
  if (subscription && !isKnown) await tell(address, subscription);
}

// Nobody sees here what another user was told.
async function forget() {
  forBrowser.remove(TOLD);
  await tellWorker({ open: [], app_badge: 0 });
  await (await current())?.unsubscribe();
}

// Closes the notices that are shown on this device and are not among these, by their tags.
export const closeWithdrawn = (openTags) => tellWorker({ open: openTags });

async function tellWorker(message) {
  (await registration())?.active?.postMessage(message);
}

function watchBell() {
  let seen = null;
  function look() {
    const open = byId("bell")?.dataset.open ?? null;
    if (open === null || open === seen) return;
    seen = open;
    closeWithdrawn(open.split(" ").filter(Boolean));
  }
  // Not by what the page came with, which may be older than what was just shown.
  document.addEventListener("htmx:oobAfterSwap", look);
}

function startCard(card) {
  const { key, subscribe: toSubscribe, unsubscribe: toUnsubscribe } = card.dataset;
  const [begin, end] = card.querySelectorAll("button");

  function show(state) {
    for (const part of card.querySelectorAll("[data-state]"))
      part.hidden = !part.dataset.state.split(" ").includes(state);
  }

  async function look() {
    if (!isSupported) show(navigator.standalone === false ? "home-screen" : "unsupported");
    else if (Notification.permission === "denied") show("denied");
    else show("on" in card.dataset && (await current()) ? "on" : "off");
  }

  async function turnOn() {
    if ((await Notification.requestPermission()) !== "granted") return;
    await tell(toSubscribe, await subscribe(key));
    card.dataset.on = "";
  }

  async function turnOff() {
    const answer = await post(toUnsubscribe, {});
    if (answer.status !== 204) throw Error(`not taken: ${answer.status}`);
    delete card.dataset.on;
    await forget();
  }

  async function press(button, act) {
    button.disabled = true;
    try {
      await act();
      await look();
    } catch ({ name }) {
      show(FOR_GOOD[name] ?? "failed");
    }
    button.disabled = false;
    if (button.hidden) card.querySelector("button:not([hidden])")?.focus();
  }

  begin.addEventListener("click", () => press(begin, turnOn));
  end.addEventListener("click", () => press(end, turnOff));
  look();
}

const { push, subscribe: toSubscribe } = document.body.dataset;
// A page that came without a connection does not know who is signed in.
const knowsUser = document.body.hasAttribute("hx-headers");
// What fails is tried again by the next page.
if (push) keepTold(push, toSubscribe).catch(() => {});
else if (knowsUser && forBrowser.get(TOLD)) forget().catch(() => {});
watchBell();
if (byId("push")?.dataset.key) startCard(byId("push"));
