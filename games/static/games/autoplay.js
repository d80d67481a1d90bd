// Plays a replay by itself: at an even pace, or as long as the players took.
window.replay.player = (() => {
  "use strict";
  const { replay } = window;
  const EVEN = 1200; // ms for a step
  const LONGEST = 4000; // nobody waits longer for a player who thought
  const SHORTEST = 400; // and nothing goes by unseen

  const byId = (id) => document.getElementById(id);
  const button = byId("r-play");
  const play = button.textContent;
  const settings = { speed: byId("r-speed"), pace: byId("r-pace"), moments: byId("r-moments") };
  let playing = false;
  let timer = null;

  // How long the present step stays: until the next was decided, parts and all.
  function patience(next) {
    let wait = EVEN;
    if (settings.pace.value === "real") {
      wait = 0;
      for (let seq = replay.shown + 1; seq <= next; seq += 1) wait += replay.frames.get(seq)?.at ?? 0;
      wait = Math.min(Math.max(wait, SHORTEST), LONGEST);
    }
    return wait / Number(settings.speed.value);
  }

  function plan() {
    clearTimeout(timer);
    timer = null;
    const next = replay.steps.destination("forward");
    if (!playing) return;
    if (next === null) pause();
    else if (next <= replay.limit) timer = setTimeout(() => replay.go(next), patience(next));
    // else it is for the reader to guess, and goes on after that
  }

  function show() {
    button.textContent = playing ? button.dataset.pause : play;
    button.classList.toggle("primary", playing);
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
  replay.on("steer", () => playing && !timer && plan());
  replay.on("walk", pause);

  function change(name) {
    try {
      localStorage.setItem(`replay-${name}`, name === "moments" ? settings.moments.checked : settings[name].value);
    } catch {
      // the choice then lasts for this page only
    }
    plan();
  }

  function faster(by) {
    const { options, selectedIndex } = settings.speed;
    settings.speed.selectedIndex = Math.min(Math.max(selectedIndex + by, 0), options.length - 1);
    change("speed");
  }

  function restore() {
    const kept = (name) => localStorage.getItem(`replay-${name}`);
    for (const name of ["speed", "pace"]) {
      if ([...settings[name].options].some((option) => option.value === kept(name))) settings[name].value = kept(name);
    }
    settings.moments.checked = kept("moments") === "true";
  }

  for (const name of Object.keys(settings)) settings[name].addEventListener("change", () => change(name));
  button.addEventListener("click", toggle);
  try {
    restore();
  } catch {
    // storage may be switched off
  }
  return { toggle, faster, plan };
})();
