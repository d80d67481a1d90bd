// What is heard at a table: its last event, and that it is one's turn.

import { byId } from "./dom.js";
import { hear } from "./sounds.js";

const FEW = 3; // events at once; of more, nobody can say what a single one sounded like

function look() {
  const { version, turn, heard = "" } = byId("t-status").dataset;
  return { version: Number(version), turn, heard: heard.split(" ").filter(Boolean) };
}

let seen = null;

export function startTableSounds() {
  seen = look(); // how the page came is not heard
}

// Returns what to hear between two looks. away: whether the page is out of sight.
export function heardBetween(before, now, away) {
  const steps = now.version - before.version;
  const isHere = steps <= FEW && !away;
  const names = steps > 0 ? now.heard.filter((name) => isHere || name === "over") : [];
  return now.turn === "me" && before.turn !== "me" ? [...names, "turn"] : names;
}

// landing: after how many milliseconds the dice lie still.
export function hearTable(landing) {
  const now = look();
  const away = document.visibilityState === "hidden";
  hear(heardBetween(seen, now, away), landing);
  seen = now;
}
