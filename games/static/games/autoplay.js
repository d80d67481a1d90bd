// Plays a replay by itself: at an even pace, or as long as the players took.

import { byId } from "./dom.js";
import { forBrowser } from "./storage.js";

const EVEN = 1200; // ms for a step
const LONGEST = 4000; // nobody waits longer for a player who thought
const SHORTEST = 400; // and nothing goes by unseen

// Returns how long a step stays, in ms. waits: how long each part of the next one took to decide.
export function patience(pace, speed, waits) {
  if (pace !== "real") return EVEN / speed;
  const whole = waits.reduce((sum, wait) => sum + wait, 0);
  return Math.min(Math.max(whole, SHORTEST), LONGEST) / speed;
}

export function createAutoplay(replay, navigation) {
  const button = byId("r-play");
  const begin = byId("r-begin"); // over the board of the start, where nothing has begun
  const play = button.textContent;
  const settings = { speed: byId("r-speed"), pace: byId("r-pace"), moments: byId("r-moments") };
  let playing = false;
  let timer = null;

  // The present step stays until the next was decided, parts and all.
  function waitFor(next) {
    const waits = [];
    for (let seq = replay.shown + 1; seq <= next; seq += 1)
      waits.push(replay.frames.get(seq)?.at ?? 0);
    return patience(settings.pace.value, Number(settings.speed.value), waits);
  }

  function plan() {
    clearTimeout(timer);
    timer = null;
    const next = navigation.destination("forward");
    if (!playing) return;
    if (next === null) pause();
    else if (next <= replay.limit) timer = setTimeout(() => replay.go(next), waitFor(next));
    // else it is for the reader to guess, and goes on after that
  }

  function show() {
    button.textContent = playing ? button.dataset.pause : play;
    button.classList.toggle("primary", playing);
    showBegin();
  }

  function showBegin() {
    const focused = begin === document.activeElement;
    begin.hidden = playing || replay.wanted > 0 || replay.version === 0;
    if (begin.hidden && focused) button.focus({ preventScroll: true });
  }

  function playFromStart(event) {
    if (event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    byId("r-say").textContent = begin.dataset.begun;
    start();
  }

  function start() {
    playing = true;
    show();
    if (replay.wanted === replay.version) replay.go(0);
    else plan();
  }

  function pause() {
    playing = false;
    clearTimeout(timer);
    show();
  }

  const toggle = () => (playing ? pause() : start());

  replay.on("shown", () => {
    const frame = replay.frames.get(replay.shown);
    if (playing && settings.moments.checked && frame.moment) pause();
    plan();
  });
  replay.on("steer", () => {
    showBegin();
    if (playing && !timer) plan();
  });
  replay.on("walk", pause);
  replay.on("guess", plan);

  function change(name) {
    const value = name === "moments" ? settings.moments.checked : settings[name].value;
    forBrowser.set(`replay-${name}`, value);
    plan();
  }

  function faster(by) {
    const { options, selectedIndex } = settings.speed;
    settings.speed.selectedIndex = Math.min(Math.max(selectedIndex + by, 0), options.length - 1);
    change("speed");
  }

  function restore() {
    const kept = (name) => forBrowser.get(`replay-${name}`);
    for (const name of ["speed", "pace"]) {
      if ([...settings[name].options].some((option) => option.value === kept(name)))
        settings[name].value = kept(name);
    }
    settings.moments.checked = kept("moments") === "true";
  }

  for (const name of Object.keys(settings))
    settings[name].addEventListener("change", () => change(name));
  button.addEventListener("click", toggle);
  begin.addEventListener("click", playFromStart);
  restore();
  return { toggle, faster };
}
