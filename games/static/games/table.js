// The table: pieces move when a push arrives, focus stays where it was, keys play.

import { startChat } from "../chat/chat.js";
import { startClocks } from "./clocks.js";
import { controls, PLAY, startControls, usable } from "./controls.js";
import { startSharing } from "./copy.js";
import { startDialogs } from "./dialogs.js";
import { byId } from "./dom.js";
import { stayLive } from "./live.js";
import { rememberLooks } from "./looks.js";
import { glide, placesOf, tumble } from "./motion.js";
import { rememberPicks, restorePicks } from "./picks.js";
import { startPresence } from "./presence.js";
import { startSenses } from "./senses-form.js";
import { forTab } from "./storage.js";
import { hearTable, startTableSounds } from "./table-sounds.js";
import { startTips } from "./tips.js";
import { countGame } from "./waiting.js";

stayLive();
startControls();
startTips();
startDialogs();
startSenses();
startTableSounds();
startClocks();
startPresence();

const dice = () => document.querySelector("#t-controls .dice");
const hasEnded = () => document.querySelector("#t-controls .end") !== null;
const rollShown = () => Number(dice()?.dataset.roll || 0);

// --- Swaps: one pass before the first region changes, one after the last --

let before = null;
const shown = new Map(); // what each region was last swapped to
// The page came with a refusal, and the first push, which says the rest again, knows no such.
let refused = Boolean(byId("t-notice").textContent);

// What is chosen of the ways to answer a decision, whose token it has; it is not sent yet.
function chosen() {
  const form = byId("play");
  return { token: form?.elements.token?.value, id: form?.querySelector(".way :checked")?.id };
}

function remember() {
  if (before) return;
  const focused = document.activeElement;
  before = {
    places: placesOf(byId("t-pieces")),
    roll: rollShown(),
    ended: hasEnded(),
    focus: focused?.id && focused.closest(PLAY) ? focused.id : acted,
    bot: byId("bot")?.value,
    picked: rememberPicks(),
    chosen: chosen(),
    folds: document.querySelectorAll("#t-controls details[open] > summary[id]"),
  };
  queueMicrotask(after);
}

function after() {
  const { places, roll, ended, focus, bot, picked, chosen: was, folds } = before;
  before = null;
  if (was.id && was.token === chosen().token) byId(was.id).checked = true;
  if (bot && byId("bot")) byId("bot").value = bot;
  restorePicks(picked);
  for (const { id } of folds) byId(id)?.parentElement.setAttribute("open", "");
  glide(byId("t-pieces"), places);
  if (hasEnded() && !ended) {
    celebrate();
    // On phones the result is far above what was pressed.
    const result = byId("t-resign")?.open && document.querySelector(".end h2");
    if (result) result.scrollIntoView({ block: "nearest" });
  }
  const isNewRoll = rollShown() > roll;
  const isTyped = Boolean(byId("play")?.elements.dice); // one's own dice lie on the table already
  const landing = isNewRoll && !isTyped ? tumble(dice()) : 0;
  if (isNewRoll) awaitDice(landing);
  hearTable(landing);
  if (focus) restoreFocus(focus);
  announce();
  dress();
}

// Most visits of a table see no end: the script of this moment comes only then.
async function celebrate() {
  const { dropPaper } = await import("./celebrate.js");
  dropPaper(document.querySelector(".board"), document.querySelectorAll(".end h2 .piece"));
}

// What the dice decide is seen when they lie still; who listens hears it at once.
let landing = null;

function awaitDice(time) {
  const { classList } = document.querySelector(".live-table");
  clearTimeout(landing);
  classList.toggle("rolling", time > 0);
  landing = setTimeout(() => classList.remove("rolling"), time);
}

document.addEventListener("htmx:oobBeforeSwap", (event) => {
  const { target, fragment } = event.detail;
  if (!target.id.startsWith("t-")) return;
  if (target.id === "t-notice" && refused) {
    refused = false;
    event.detail.shouldSwap = false;
    return;
  }
  const html = fragment.firstElementChild?.outerHTML;
  if (html && shown.get(target.id) === html) {
    event.detail.shouldSwap = false; // an answer and its push often say the same
    return;
  }
  remember();
  for (const id of shown.keys()) {
    const other = byId(id); // a list and one of its lines, swapped alone, change each other
    if (other?.contains(target) || target.contains(other)) shown.delete(id);
  }
  shown.set(target.id, html);
});

// --- Focus ----------------------------------------------------------------

let acted = null; // the button of the action under way: disabling it takes its focus

document.addEventListener("htmx:beforeRequest", (event) => {
  refused = false;
  const focused = document.activeElement;
  const plays = event.target.closest("#t-controls") && focused?.closest(PLAY);
  if (plays || focused?.closest("#t-resign")) acted = focused.id;
});
document.addEventListener("focusin", (event) => {
  if (!event.target.closest(PLAY)) acted = null;
});

const nextControl = () => controls()[0];

function restoreFocus(id) {
  const focused = document.activeElement;
  if (focused && focused !== document.body && focused.id !== "t-controls") return;
  const same = byId(id);
  const control = usable(same) && id !== "t-controls" ? same : nextControl();
  (control || byId("t-controls")).focus({ preventScroll: true });
  acted = control ? null : "t-controls";
}

// --- Words ----------------------------------------------------------------

let heard = { news: "", prompt: "" };

// The header counts the games that wait for the reader; this one comes and goes.
let waitsForMe = byId("t-status").dataset.turn === "me";

function countTurn(status) {
  const now = status.dataset.turn === "me";
  if (now === waitsForMe) return;
  waitsForMe = now;
  countGame(location.pathname.split("/")[2], now);
}

function announce() {
  const status = byId("t-status");
  document.title = status.dataset.title;
  countTurn(status);
  const say = byId("t-say");
  const news = status.querySelector(".news").textContent;
  const prompt = status.querySelector("b").textContent;
  if (news + prompt === heard.news + heard.prompt) return;
  // What was said already is not said again if more is told of the same.
  const fresh = news.startsWith(heard.news) ? news.slice(heard.news.length) : news;
  // A region that exists already is what screen readers listen to.
  say.textContent = `${fresh} ${prompt}`.trim();
  heard = { news, prompt };
}

// A push of the log is the same for everyone, so it has the reader's name.
function sayYou() {
  const mine = document.querySelector("#t-seats .me");
  if (!mine) return;
  const { childNodes: you } = mine.querySelector(".name").cloneNode(true);
  for (const name of document.querySelectorAll(`#t-log .p${mine.id.at(-1)} + b`))
    name.replaceChildren(...[...you].map((node) => node.cloneNode(true)));
}

function dress() {
  sayYou();
  const bot = byId("bot");
  if (bot) bot.value = forTab.get("bot") || bot.value;
  if (bot && !bot.value) bot.selectedIndex = 0;
  const invite = byId("invite");
  if (!invite) return;
  invite.value = new URL(invite.value, location).href;
  byId("a-share").hidden = !navigator.share;
  byId("a-copy").classList.toggle("primary", !navigator.share);
}

function share() {
  // The visitor may change their mind, which is no error.
  navigator.share({ title: document.title, url: byId("invite").value }).catch(() => {});
}

// Without scripts the link loads the table again, which closes it, too.
function closeResign(event) {
  event.preventDefault();
  const resign = byId("t-resign");
  resign.open = false;
  resign.querySelector("summary").focus();
}

// Adding a bot loads the page again; the next one is mostly of the same kind.
document.addEventListener("change", (event) => {
  if (event.target.id === "bot") forTab.set("bot", event.target.value);
});

document.addEventListener("click", (event) => {
  if (event.target.id === "a-play-on") closeResign(event);
  if (event.target.closest("#a-share")) share();
  if (event.target.id === "invite") event.target.select();
});

// Why orders were refused stands in the table's notice, too, which is under the dialog.
document.addEventListener("htmx:afterRequest", ({ detail }) => {
  if (!detail.elt.matches(".orders-form")) return;
  const isTaken = detail.xhr.status < 400;
  byId("orders-refused").textContent = isTaken ? "" : byId("t-notice").textContent;
  if (isTaken) byId("orders").close();
});

function failed(event) {
  const notice = byId("t-notice");
  const answer = event.detail?.xhr;
  // Where something is gone the server says so in a bare sentence, elsewhere with a whole page.
  const isSaid = answer?.getResponseHeader("Content-Type")?.startsWith("text/plain");
  notice.textContent = isSaid ? answer.responseText : byId("t-say").dataset.failed;
  shown.delete("t-notice");
}
document.addEventListener("htmx:sendError", failed);
document.addEventListener("htmx:responseError", failed);
document.addEventListener("refused", failed);
document.addEventListener("reach", ({ detail: isReached }) => {
  const say = byId("t-say");
  say.textContent = isReached ? say.dataset.found : say.dataset.lost;
});

dress();
rememberLooks();
startChat();
startSharing(byId("t-say"));

// Few tables need these.
if (document.querySelector(".before-start")) {
  const { startLessonOffer } = await import("./lesson-offer.js");
  startLessonOffer(() => (nextControl() ?? byId("t-controls")).focus());
}
const table = document.querySelector(".live-table");
if (table.dataset.confirm) {
  const { startConfirming } = await import("./confirm-stop.js");
  startConfirming(table, byId("t-say"));
}
