// Keys of a replay, the dialog that lists them, and the link to a step.

import { copyText } from "./copy.js";
import { byId } from "./dom.js";
import { keysOf } from "./keys.js";
import { forBrowser } from "./storage.js";

export function startKeys(replay, navigation, guessing, autoplay) {
  const help = byId("r-keys");
  const copy = byId("r-copy");
  const letters = byId("r-letters"); // people who type by voice turn them off
  const WALK = {
    ArrowLeft: "back",
    ArrowRight: "forward",
    Home: "first",
    End: "last",
    PageUp: "turn_back",
    PageDown: "turn_forward",
  };
  const LETTERS = {
    "?": showHelp,
    "+": () => autoplay.faster(1),
    "-": () => autoplay.faster(-1),
    c: copyLink,
    g: () => byId("r-guessing").click(),
    l: () => document.querySelector(".theme").click(),
    r: () => guessing.answer("roll"),
    s: () => guessing.answer("hold"),
  };

  function showHelp() {
    if (!help.open) help.showModal();
  }

  function copyLink() {
    copyText(copy, new URL(replay.addressOf(replay.wanted), location).href, byId("r-say"));
  }

  function walk(event, where) {
    navigation.walk(navigation.destination(where), event.repeat);
    return true;
  }

  function playOrPause(event) {
    if (event.target.closest("button, summary")) return false; // that is pressed
    if (!event.repeat) autoplay.toggle();
    return true;
  }

  function press(event, keys) {
    const does = keys.map((key) => LETTERS[key]).find(Boolean);
    if (!does || event.repeat || !letters.checked) return false;
    does();
    return true;
  }

  function act(event, keys) {
    const [key] = keys;
    if (key in WALK) return walk(event, WALK[key]);
    return key === " " ? playOrPause(event) : press(event, keys);
  }

  document.addEventListener("keydown", (event) => {
    if (document.querySelector("dialog[open]")) return;
    if (event.target.closest("input:not([type=checkbox]), select, textarea, [contenteditable]"))
      return;
    const keys = keysOf(event);
    if (!keys.length) return;
    const isSpace = keys[0] === " ";
    if (event.shiftKey && (keys[0] in WALK || isSpace)) return;
    if (isSpace && event.target.closest("input")) return; // which it checks
    if (act(event, keys)) event.preventDefault();
  });

  byId("r-help").addEventListener("click", showHelp);
  copy.addEventListener("click", copyLink);
  copy.hidden = !navigator.clipboard;
  letters.checked = forBrowser.get("keys") !== "off";
  letters.addEventListener("change", () => forBrowser.set("keys", letters.checked ? "on" : "off"));
}
