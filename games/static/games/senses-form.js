// The form for what one hears, feels and sees move: over a board, and among the preferences.

import { byId } from "./dom.js";
import { canVibrate, choose, isCalm, senses } from "./senses.js";
import { startSounds, tryOut } from "./sounds.js";

// The names stand below the slider; who hears it hears the one that is chosen.
function showSpeed(slider) {
  const chosen = [...slider.list.options].find(({ value }) => value === slider.value);
  slider.setAttribute("aria-valuetext", chosen.textContent);
}

function showVolume(slider) {
  slider.setAttribute("aria-valuetext", `${slider.value} %`);
}

export function startSenses() {
  const form = byId("senses");
  const sound = byId("s-sound");
  const volume = byId("s-volume");
  const sample = byId("s-try");
  const vibration = byId("s-vibration");
  const speed = byId("s-speed");

  function show() {
    sound.checked = senses.sound;
    volume.value = Math.round(senses.volume * 100);
    volume.disabled = sample.disabled = !senses.sound;
    vibration.checked = senses.vibration;
    vibration.closest("label").hidden = !canVibrate();
    speed.value = senses.speed;
    speed.disabled = isCalm();
    byId("s-calm").hidden = !isCalm();
    showVolume(volume);
    showSpeed(speed);
  }

  sound.addEventListener("change", () => {
    choose("sound", sound.checked);
    show();
    tryOut(["place"]);
  });
  volume.addEventListener("input", () => {
    choose("volume", Number(volume.value) / 100);
    showVolume(volume);
  });
  volume.addEventListener("change", () => tryOut(["place"]));
  sample.addEventListener("click", () => tryOut(["dice", "score", "turn"]));
  vibration.addEventListener("change", () => {
    choose("vibration", vibration.checked);
    if (vibration.checked) tryOut(["turn"]);
  });
  speed.addEventListener("input", () => {
    choose("speed", Number(speed.value));
    showSpeed(speed);
  });
  matchMedia("(prefers-reduced-motion: reduce)").addEventListener("change", show);
  addEventListener("storage", show); // chosen in another tab
  show();
  form.hidden = false;
  startSounds();
}
