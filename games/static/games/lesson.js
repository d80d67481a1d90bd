// A lesson: the controls of a table, whose answers are pages of their own.

import { startControls } from "./controls.js";
import { tumble } from "./motion.js";
import { startTips } from "./tips.js";

startControls();
startTips();

// What can be chosen has the focus, and the page stays at its top, where the question is.
document.querySelector("#t-controls[tabindex]")?.focus({ preventScroll: true });

// A second tap on what was chosen belongs to the page before.
const SECOND_TAP = 400; // ms
const shown = performance.now();
document.querySelector(".lesson-ways")?.addEventListener("click", (event) => {
  if (event.detail && event.timeStamp - shown < SECOND_TAP) event.preventDefault();
});

const rolled = document.querySelector(".lesson .just-rolled .dice");
if (rolled) tumble(rolled);
