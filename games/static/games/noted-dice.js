// What this browser noted before the first roll of a game: the fingerprint that the site showed, and
// the letters that it sent, with what became of them. Pages compare what they show with it, so a site
// that swaps either is found out.

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

// Returns the fates of the letters that were sent for a game: "sent" while nobody knows whether the
// site took them, "taken" or "refused". An older script noted one `salt`, without its fate.
const fatesIn = (note) => ({ ...(note?.salt && { [note.salt]: "sent" }), ...note?.salts });

const withFates = (note, salts) => ({ ...note, salt: undefined, salts });

// Without a seat, or in a new one, nothing is taken.
const untaken = (fates) =>
  Object.fromEntries(
    Object.entries(fates).map(([key, fate]) => [key, fate === "taken" ? "sent" : fate]),
  );

// The letters to send once more for the game on this page, if there are any.
export const lettersToSend = () =>
  Object.entries(fatesIn(find(here()?.code))).findLast(([, fate]) => fate !== "refused")?.[0];

// Letters are "sent" just before that. Sent twice, they may be taken first and then refused.
export function noteFate(letters, fate) {
  if (!here()) return;
  const { code, commitment } = here();
  const note = { code, commitment, ...find(code) };
  const fates = fatesIn(note);
  if (fate === "refused" && fates[letters] === "taken") return;
  write(withFates(note, { ...fates, [letters]: fate }));
}

export function noteNewSeat(code) {
  const note = find(code);
  if (note) write(withFates(note, untaken(fatesIn(note))));
}

// --- Compare ----------------------------------------------------------------

const shownOwn = () => byId("t-own-salt")?.dataset;

// The letters that the site says it took, by player: of all seats, and of the viewer's own.
function taken() {
  const { players, salts } = here();
  const found = new Map();
  const seated = players ? players.split(",") : [];
  for (const [i, player] of seated.entries()) found.set(player, salts.split(",")[i]);
  const own = shownOwn();
  if (own?.player) found.set(own.player, own.salt);
  return found;
}

// Returns a note with what the page says of the viewer's own letters. Until the game starts they
// are lost with the seat; then they are fixed, and so is which player one is.
function learn(note) {
  const own = shownOwn();
  let fates = fatesIn(note);
  if (!own || !Object.keys(fates).length) return note;
  if (own.salt === undefined) fates = here().players ? fates : untaken(fates);
  else if (Object.hasOwn(fates, own.salt)) fates = { ...fates, [own.salt]: "taken" };
  return withFates({ ...note, player: note.player ?? own.player }, fates);
}

function alarm(sentence, before, now) {
  const code = (text) =>
    Object.assign(document.createElement("code"), {
      textContent: text || here().nothing,
      translate: false,
    });
  const values = { "%(before)s": before, "%(now)s": now };
  const parts = sentence.split(/(%\((?:before|now)\)s)/);
  return parts.map((part) => (part in values ? code(values[part]) : part));
}

// Returns what to say of the fingerprint and the letters that a game has now: as an alarm, of
// letters that came late, and of what is the same.
function findings(note) {
  const { commitment, otherCommitment, otherSalt, agrees, bothAgree, late } = here();
  if (note.commitment !== commitment) return [alarm(otherCommitment, note.commitment, commitment)];
  const fates = fatesIn(note);
  const sent = Object.keys(fates);
  const letters = taken().get(note.player);
  if (!sent.length || letters === undefined) return [[], "", agrees];
  if (sent.includes(letters)) return [[], "", bothAgree];
  const lost = sent.findLast((one) => fates[one] === "taken");
  // What was sent may have come too late, or never. That explains no letters of somebody else's.
  if (letters === "" && lost === undefined) return [[], late, agrees];
  return [alarm(otherSalt, lost ?? sent.at(-1), letters)];
}

function say(id, parts) {
  const line = byId(id);
  const said = document.createElement("p");
  said.append(...parts);
  // What is the same is left alone, because an alarm that is written anew is read out anew.
  if (line && line.textContent !== said.textContent) line.replaceChildren(...said.childNodes);
}

// Each look counts for itself, so that one that finds all well takes an alarm back.
function compare() {
  if (!here()) return;
  const { code, commitment, first } = here();
  const noted = find(code);
  if (!noted && first === undefined) return;
  const note = learn(noted ?? { code, commitment });
  if (JSON.stringify(note) !== JSON.stringify(noted)) write(note);
  const [alarmed, late = "", agrees = ""] = findings(note);
  say("noted", alarmed);
  say("noted-late", [late]);
  say("noted-agrees", [agrees]);
}

// Compares what the page shows with what was noted, when it is whole and after each push.
export function compareNotes() {
  document.addEventListener("DOMContentLoaded", compare);
  document.addEventListener("htmx:oobAfterSwap", compare);
}
