// What this browser noted before the first roll of a game: the fingerprint that the site showed, and
// the letters that it sent. Pages compare what they show with it, so a site that swaps either is
// found out.

import { byId } from "./dom.js";
import { forBrowser } from "./storage.js";

const NAME = "noted-dice";
const MOST = 200; // games; the oldest are forgotten

function notes() {
  const read = forBrowser.getJson(NAME);
  return Array.isArray(read) ? read.filter((note) => note?.code) : [];
}

const find = (code) => notes().find((note) => note.code === code);

// Returns the notes with a new one, or another of the same game in the place of the one before.
export function withNote(all, note) {
  return [...all.filter(({ code }) => code !== note.code), note].slice(-MOST);
}

const write = (note) => forBrowser.setJson(NAME, withNote(notes(), note));

// --- What was sent ----------------------------------------------------------

const here = () => byId("noted")?.dataset;

// The letters that this browser sent for the game on this page, if it did.
export const notedSalt = () => find(here()?.code)?.salt;

// Notes letters just before they are sent, and forgets with undefined what was refused.
export function noteSalt(letters) {
  if (!here()) return;
  const { code, commitment } = here();
  write({ code, commitment, ...find(code), salt: letters });
}

// --- Compare ----------------------------------------------------------------

// The letters that the site says it took, by player: of all seats, and of the viewer's own.
function taken() {
  const { players, salts } = here();
  const found = new Map();
  const seated = players ? players.split(",") : [];
  for (const [i, player] of seated.entries()) found.set(player, salts.split(",")[i]);
  const own = byId("t-own-salt")?.dataset;
  if (own?.player) found.set(own.player, own.salt);
  return found;
}

function alarm(sentence, before, now) {
  agree("");
  const code = (text) =>
    Object.assign(document.createElement("code"), { textContent: text || here().nothing });
  const values = { "%(before)s": before, "%(now)s": now };
  const parts = sentence.split(/(%\((?:before|now)\)s)/);
  byId("noted").replaceChildren(
    ...parts.map((part) => (part in values ? code(values[part]) : part)),
  );
}

function agree(sentence) {
  const line = byId("noted-agrees");
  if (line && line.textContent !== sentence) line.textContent = sentence;
}

// An alarm stays, whatever is pushed to the page afterwards.
function compare() {
  if (!here() || byId("noted").textContent) return;
  const { code, commitment, first } = here();
  if (first !== undefined && !find(code)) write({ code, commitment });
  const note = find(code);
  if (!note) return;
  const own = byId("t-own-salt")?.dataset.player;
  // Which player one is comes with the start, and never changes.
  if (own && note.salt !== undefined && note.player === undefined)
    write(Object.assign(note, { player: own }));
  const letters = taken().get(note.player);
  const known = note.salt !== undefined && letters !== undefined;
  if (note.commitment !== commitment) alarm(here().otherCommitment, note.commitment, commitment);
  else if (known && note.salt !== letters) alarm(here().otherSalt, note.salt, letters);
  else agree(known ? here().bothAgree : here().agrees);
}

// Compares what the page shows with what was noted, when it is whole and after each push.
export function compareNotes() {
  document.addEventListener("DOMContentLoaded", compare);
  document.addEventListener("htmx:oobAfterSwap", compare);
}
