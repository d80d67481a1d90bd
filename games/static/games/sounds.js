// Plays the sounds of a game and lets a phone vibrate, if that is wanted. Nothing is fetched
// before. Browsers let a page sound only once somebody has pressed something on it.

import { byId } from "./dom.js";
import { canVibrate, senses } from "./senses.js";

const NAMES = ["dice", "place", "bust", "score", "turn", "over"];
const VIBRATIONS = { bust: [120], turn: [60, 60, 60], over: [60, 80, 60, 80, 240] }; // ms
const APART = 350; // ms from one sound to the next
const CLOSEST = 120; // ms between two of different moments, so that they are not one noise
const LATE = 300; // ms after which a sound that is still to be fetched tells nothing any more

let context = null;
let volume = null;
const buffers = new Map(); // promises, by name
let coming = []; // timers
let last = 0; // when a sound has begun

const isPressed = () => navigator.userActivation?.hasBeenActive ?? true;

// Decoding needs no press, so that all is there by then.
async function fetchSound(name) {
  const answer = await fetch(byId("senses").dataset[name]);
  return new OfflineAudioContext(1, 1, 44100).decodeAudioData(await answer.arrayBuffer());
}

function fetchSounds() {
  for (const name of NAMES) {
    if (buffers.has(name)) continue;
    const buffer = fetchSound(name).catch(() => {
      buffers.delete(name); // tried again when somebody presses something
      return null;
    });
    buffers.set(name, buffer);
  }
}

// Phones take the sound away when they ring, and give it back after a press.
function open() {
  if (!senses.sound) return;
  fetchSounds();
  if (!isPressed()) return;
  if (!context) {
    context = new AudioContext();
    volume = context.createGain();
    volume.connect(context.destination);
  }
  if (context.state !== "running") context.resume().catch(() => {});
}

async function sound(name) {
  if (!senses.sound || !context) return;
  const asked = performance.now();
  const buffer = await buffers.get(name);
  if (!buffer || performance.now() - asked > LATE) return;
  volume.gain.value = senses.volume ** 2; // as loud as it seems
  const source = context.createBufferSource();
  source.buffer = buffer;
  source.connect(volume);
  source.start();
}

function begin(name) {
  last = performance.now();
  if (senses.vibration && name in VIBRATIONS && canVibrate() && isPressed())
    navigator.vibrate(VIBRATIONS[name]);
  sound(name);
}

// Returns after how many milliseconds each sound begins. What dice decide is heard when they lie
// still, which takes the time of `landing`.
export function plan(names, landing) {
  let next = 0;
  return names.map((name) => {
    const at = name === "dice" ? next : Math.max(next, landing);
    next = at + APART;
    return at;
  });
}

function hush() {
  for (const timer of coming) clearTimeout(timer);
}

// Lets one hear what has just happened, in place of what is still to be heard of before.
export function hear(names, landing = 0) {
  if (!names.length) return;
  hush();
  const wait = Math.max(0, last + CLOSEST - performance.now());
  const begins = plan(names, landing);
  coming = names.map((name, index) => setTimeout(begin, wait + begins[index], name));
}

export function startSounds() {
  for (const press of ["pointerdown", "pointerup", "keydown", "click"])
    addEventListener(press, open, true);
  open();
}

// For users who have just asked for sound: the press that did came before the choice. However long
// it takes to fetch what they asked for, they hear it, and nothing that happened before.
export async function tryOut(names) {
  hush();
  open();
  await Promise.all(names.map((name) => buffers.get(name)));
  hear(names);
}
