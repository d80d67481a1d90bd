// Keeps the socket of a page: opens the one that an element names, and another where that is gone.
// Phones keep sockets that only look open once they have slept. So a socket is asked now and then,
// and one that stays silent is replaced. The server, too, closes one from which it has heard no
// beat for long: hidden pages go on beating, though browsers let them do so only once a minute.
//
// Other scripts hear on the document: "push" with what the socket brings, "disconnect" with the
// code of its end (null if it only fell silent), "reconnect", and "wake" when the page has slept.

import { byId } from "./dom.js";

const BEAT = "?";
const ANSWER = "!";
const BEAT_EVERY = 15_000; // ms between two beats
const BEAT_PAUSE = 2_000; // ms from one beat to the next at least: the server answers no flood
const PATIENCE = 5_000; // ms for an answer
const MOST_PATIENCE = 40_000; // where others stayed silent, too: a busy server must not be stormed
const TIMES_TO_OPEN = 4; // times as long may the first message take: it is the present state
const GIVEN_UP = 90_000; // ms without a beat after which the server has closed the socket

export const RESTARTING = 1012;
// After others, such as a refusal, only a page that wakes tries again. 4503: as an outage is over.
const COMES_BACK = [1006, 1011, RESTARTING, 1013, 4503];
const MOST_DELAY = 4; // seconds: somebody's turn may come

let describePage = null; // returns what the server is to know of it
let socket = null;
let wasOpen = false; // this one or another
let tries = 0; // in vain, since one was open
let trying = null; // the timer of the next one
let heard = 0; // when the socket last brought something
let awaited = null; // since when it should bring something
let asked = 0; // when it was last asked
let patience = PATIENCE;

const tell = (name, detail) => document.dispatchEvent(new CustomEvent(name, { detail }));

// The server notifies only players who cannot see their table that it is their turn.
export const sight = () => (document.visibilityState === "hidden" ? "hidden" : "shown");

const isOpen = () => socket?.readyState === WebSocket.OPEN;
const isGone = () => !socket || socket.readyState > WebSocket.OPEN;

function connect() {
  drop();
  socket = null;
  const place = document.querySelector("[data-socket]");
  if (!place) return;
  const site = location.origin.replace("http", "ws"); // not all browsers know sockets by a path
  socket = new WebSocket(`${site}${place.dataset.socket}&${describePage()}`);
  heard = Date.now();
  awaited = heard;
  asked = 0;
  Object.assign(socket, { onopen: noteOpen, onmessage: hear, onclose: noteEnd });
}

function drop() {
  clearTimeout(trying);
  if (!socket) return;
  // The end of one that is dead may come minutes later, and must not count then.
  Object.assign(socket, { onopen: null, onmessage: null, onclose: null });
  socket.close();
}

function noteOpen() {
  tries = 0;
  if (wasOpen) tell("reconnect");
  wasOpen = true;
}

function hear({ data }) {
  heard = Date.now();
  awaited = null;
  if (data === ANSWER) patience = PATIENCE;
  else tell("push", data);
}

function noteEnd({ code, reason }) {
  if (COMES_BACK.includes(code)) {
    trying = setTimeout(connect, delay(code === RESTARTING ? Number(reason) : 0));
    tries += 1;
  }
  tell("disconnect", code);
}

// After a restart players come before spectators: a player may be waiting for a move.
// spread: over how many seconds a server that restarts wants its pages to come back.
function delay(spread) {
  const first = Math.max(1, byId("t-resign") ? spread / 4 : spread);
  return 1000 * Math.random() * (tries ? Math.min(2 ** tries, MOST_DELAY) : first);
}

function ask() {
  const now = Date.now();
  if (now - asked < BEAT_PAUSE) return;
  socket.send(BEAT);
  asked = now;
  awaited = now;
}

// Asks a socket whose time has come, and replaces one that is silent.
function beat() {
  if (isGone()) return;
  if (awaited === null) {
    if (Date.now() - asked >= BEAT_EVERY) ask();
  } else if (Date.now() - awaited > patience * (asked ? 1 : TIMES_TO_OPEN)) {
    patience = Math.min(2 * patience, MOST_PATIENCE);
    connect();
    tell("disconnect");
  }
}

// Whatever tells that a page wakes may come together: it wakes once.
const WAKE_PAUSE = 50; // ms in which several signs count as one
let waking = null;

function wakeSoon() {
  if (waking !== null || document.visibilityState === "hidden") return;
  waking = setTimeout(wake, WAKE_PAUSE);
}

function wake() {
  waking = null;
  const silence = Date.now() - heard;
  // A page that cannot ask for the present state gets it from another socket alone.
  const enough = document.querySelector("[data-sync]") ? GIVEN_UP : BEAT_PAUSE;
  if (isGone() || silence > enough) connect();
  else if (isOpen()) ask();
  tell("wake");
}

const TICK = 1_000; // ms
const SLEPT = 5_000; // ms from one tick to the next: no event tells of every sleep
let lastTick = Date.now();

function tick() {
  const slept = Date.now() - lastTick > SLEPT;
  lastTick = Date.now();
  // Hidden pages have fewer ticks, but are awake.
  if (slept && document.visibilityState !== "hidden") wakeSoon();
  else beat();
}

export function keepSocket(description) {
  describePage = description;
  document.addEventListener("DOMContentLoaded", connect); // as htmx is ready to swap
  document.addEventListener("visibilitychange", () => isOpen() && socket.send(sight()));
  for (const sign of ["visibilitychange", "resume"]) document.addEventListener(sign, wakeSoon);
  addEventListener("pageshow", ({ persisted }) => persisted && wakeSoon());
  // A browser may keep the page, to go back to. One that is not open yet it closes more quietly.
  addEventListener("pagehide", () => isOpen() && drop());
  addEventListener("online", wakeSoon);
  setInterval(tick, TICK);
}
