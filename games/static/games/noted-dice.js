// What this browser noted before the first roll of a game: the fingerprint that the site showed, and
// the letters that it sent. Pages compare what they show with it, so a site that swaps either is
// found out.
window.noted = (() => {
  "use strict";
  const NAME = "noted-dice";
  const MOST = 200; // games; the oldest are forgotten

  function notes() {
    try {
      const read = JSON.parse(window.kept.get(NAME));
      return Array.isArray(read) ? read.filter((note) => note?.code) : [];
    } catch {
      return [];
    }
  }

  const find = (code) => notes().find((note) => note.code === code);

  function write(note) {
    const others = notes().filter(({ code }) => code !== note.code);
    window.kept.set(NAME, JSON.stringify([...others, note].slice(-MOST)));
  }

  // --- What was sent ----------------------------------------------------------

  const here = () => document.getElementById("noted")?.dataset;

  // The letters that this browser sent for the game on this page, if it did.
  const salt = () => find(here()?.code)?.salt;

  // Notes letters just before they are sent, and forgets with undefined what was refused.
  function sends(letters) {
    if (!here()) return;
    const { code, commitment } = here();
    write({ code, commitment, ...find(code), salt: letters });
  }

  // --- Compare ----------------------------------------------------------------

  // The letters that the site says it took, by player: of all seats, and of the viewer's own.
  function taken() {
    const { players, salts } = here();
    const found = new Map();
    if (players) players.split(",").forEach((player, i) => found.set(player, salts.split(",")[i]));
    const own = document.getElementById("t-own-salt")?.dataset;
    if (own?.player) found.set(own.player, own.salt);
    return found;
  }

  function alarm(sentence, before, now) {
    agree("");
    const [start, middle, end] = sentence.split("%s");
    const code = (text) => Object.assign(document.createElement("code"), { textContent: text || here().nothing });
    document.getElementById("noted").replaceChildren(start, code(before), middle, code(now), end);
  }

  function agree(sentence) {
    const line = document.getElementById("noted-agrees");
    if (line) line.textContent = sentence;
  }

  // An alarm stays, whatever is pushed to the page afterwards.
  function compare() {
    if (!here() || document.getElementById("noted").textContent) return;
    const { code, commitment, first } = here();
    if (first !== undefined && !find(code)) write({ code, commitment });
    const note = find(code);
    if (!note) return;
    const own = document.getElementById("t-own-salt")?.dataset.player;
    // Which player one is comes with the start, and never changes.
    if (own && note.salt !== undefined && note.player === undefined) write(Object.assign(note, { player: own }));
    const letters = taken().get(note.player);
    const known = note.salt !== undefined && letters !== undefined;
    if (note.commitment !== commitment) alarm(here().otherCommitment, note.commitment, commitment);
    else if (known && note.salt !== letters) alarm(here().otherSalt, note.salt, letters);
    else agree(known ? here().bothAgree : here().agrees);
  }

  document.addEventListener("DOMContentLoaded", compare);
  document.addEventListener("htmx:oobAfterSwap", compare);
  return { salt, sends };
})();
