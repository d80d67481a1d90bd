// What one hears, feels and sees move on this device, as chosen there. Until something is chosen
// nothing sounds or vibrates, and pieces move at their usual speed. A system that asks for calm
// comes before what is chosen here.

import { forBrowser } from "./storage.js";

const NAME = "senses";
const MOST = { volume: 1, speed: 2 };
const calm = matchMedia("(prefers-reduced-motion: reduce)");

const usual = () => ({ sound: false, volume: 0.6, vibration: false, speed: 1 });

// Returns the choices that are kept, the usual ones if they make no sense.
export function read(kept) {
  const choices = usual();
  for (const [name, value] of Object.entries(choices)) {
    const told = kept?.[name];
    if (typeof told === typeof value && !(told < 0 || told > MOST[name])) choices[name] = told;
  }
  return choices;
}

export const senses = read(forBrowser.getJson(NAME));

export function choose(name, value) {
  senses[name] = value;
  forBrowser.setJson(NAME, senses);
  mark();
}

export const isCalm = () => calm.matches;

// Returns how fast everything moves: 0 if nothing does.
export const speed = () => (calm.matches ? 0 : senses.speed);

// A browser on a desktop knows the word, too, but has nothing that could vibrate.
export const canVibrate = () =>
  Boolean(navigator.vibrate) && matchMedia("(any-pointer: coarse)").matches;

// For styles.
function mark() {
  const root = document.documentElement;
  root.classList.toggle("still", senses.speed === 0);
  root.classList.toggle("sounding", senses.sound);
  const slow = senses.speed ? 1 / senses.speed : 1;
  // To set it has the whole page styled anew, for nothing where it is as usual.
  if (slow === 1) root.style.removeProperty("--slow");
  else root.style.setProperty("--slow", slow);
}

// Another tab of the same device.
addEventListener("storage", ({ key }) => {
  if (key !== NAME) return;
  Object.assign(senses, read(forBrowser.getJson(NAME)));
  mark();
});

mark();
