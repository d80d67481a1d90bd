// Notices sockets that only look open, as phones have them once they have slept: htmx's socket
// extension waits for a close that does not come. So every socket is asked now and then, and one
// that stays silent is replaced. The server, too, closes one from which it has heard no beat for
// long: hidden pages go on beating, though browsers let them do so only once a minute.

const EVERY = 15_000; // ms between two beats
const PATIENCE = 5_000; // ms for an answer
const MOST_PATIENCE = 40_000; // where others stayed silent, too: a busy server must not be stormed
const TO_OPEN = 4; // times as long may the first message take: it is the present state
const GIVEN_UP = 90_000; // ms without a beat after which the server has closed the socket
const AGAIN = 2_000; // ms from one beat to the next at least: the server answers no flood
const BEAT = "?";
const ANSWER = "!";

const lives = new Map(); // by the element that has the socket
let newest = null;
let patience = PATIENCE;

// Returns the socket, which the extension is about to call its own.
export function watched(socket) {
  newest = socket;
  return socket;
}

function begin({ target }) {
  const now = Date.now();
  const wrapper = lives.get(target)?.wrapper;
  lives.set(target, { socket: newest, wrapper, heard: now, awaited: now, beat: 0 });
}

function noteWrapper({ target, detail }) {
  lives.get(target).wrapper = detail.socketWrapper;
}

// The server notifies only players who cannot see their table that it is their turn.
export const sight = () => (document.visibilityState === "hidden" ? "hidden" : "shown");

function tellSight() {
  for (const { socket } of lives.values())
    if (socket.readyState === WebSocket.OPEN) socket.send(sight());
}

// Notes that a socket has brought something; returns whether that is no more than its answer.
export function isAnswer({ target, detail }) {
  const life = lives.get(target);
  life.heard = Date.now();
  life.awaited = null;
  if (detail.message !== ANSWER) return false;
  patience = PATIENCE;
  return true;
}

function ask(life) {
  const now = Date.now();
  if (now - life.beat < AGAIN) return;
  life.socket.send(BEAT);
  life.beat = now;
  life.awaited = now;
}

function replace({ socket, wrapper }) {
  if (wrapper) {
    // Its end may come minutes later, and would have the extension open one more.
    socket.onopen = null;
    socket.onclose = null;
    socket.onerror = null;
  }
  socket.close();
  wrapper?.reconnect(); // one that was never open the extension tries again itself
}

// Asks sockets whose time has come, and replaces silent ones; returns whether there were any.
export function beat() {
  let wasSilent = false;
  for (const [element, life] of lives) {
    const { socket, awaited } = life;
    const waited = Date.now() - awaited;
    const isKnownToBeClosed = socket.readyState > WebSocket.OPEN;
    if (!element.isConnected) lives.delete(element);
    if (!element.isConnected || isKnownToBeClosed) continue;
    if (awaited === null) {
      if (Date.now() - life.beat >= EVERY) ask(life);
    } else if (waited > patience * (life.beat ? 1 : TO_OPEN)) {
      patience = Math.min(2 * patience, MOST_PATIENCE);
      wasSilent = true;
      replace(life);
    }
  }
  return wasSilent;
}

// The page has slept. isAsking: whether it asks for the present state, which otherwise only
// another socket brings.
export function wakeSockets(isAsking) {
  for (const [element, life] of lives) {
    if (!element.isConnected || !life.wrapper) continue;
    const { readyState } = life.socket;
    const silence = Date.now() - life.heard;
    const isGone = readyState > WebSocket.OPEN || silence > GIVEN_UP;
    if (isGone || (!isAsking && silence > AGAIN)) replace(life);
    else if (readyState === WebSocket.OPEN) ask(life);
  }
}

// Opens another socket, unless that was done since this one closed.
export function reopen(element) {
  const life = lives.get(element);
  if (life.socket.readyState === WebSocket.CLOSED) life.wrapper.reconnect();
}

export function watchSockets() {
  document.addEventListener("htmx:wsConnecting", begin);
  document.addEventListener("htmx:wsOpen", noteWrapper);
  document.addEventListener("visibilitychange", tellSight);
}
