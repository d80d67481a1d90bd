// What every page has: the menus of its header, the look at noted dice, local times.

import { byId } from "./dom.js";
import { compareNotes } from "./noted-dice.js";
import { forBrowser } from "./storage.js";
import { showLocalTimes } from "./times.js";

const root = document.documentElement;

function startTheme() {
  const button = document.querySelector(".theme");
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const isDark = () => (root.dataset.theme ?? (dark.matches ? "dark" : "light")) === "dark";
  const mark = () => button.setAttribute("aria-pressed", String(isDark()));
  mark();
  button.addEventListener("click", () => {
    root.dataset.theme = isDark() ? "light" : "dark";
    forBrowser.set("theme", root.dataset.theme);
    mark();
  });
}

function startMenus() {
  const burger = document.querySelector(".burger");
  burger.addEventListener("click", () => {
    burger.setAttribute("aria-expanded", String(burger.getAttribute("aria-expanded") !== "true"));
  });

  const closeMenus = (except) => {
    for (const menu of document.querySelectorAll("details.menu[open]")) {
      if (!menu.contains(except)) menu.open = false;
    }
  };
  document.addEventListener("click", (event) => closeMenus(event.target));
  document.addEventListener("focusin", (event) => closeMenus(event.target));
  document.addEventListener("keydown", (event) => {
    const menu = event.key === "Escape" && document.querySelector("details.menu[open]");
    if (menu) {
      menu.open = false;
      menu.querySelector("summary").focus();
    }
  });
}

// Quietly: without it the site is the same, but for what it says when there is no connection.
function startWorker() {
  if (!isSecureContext || !("serviceWorker" in navigator)) return;
  const { worker } = document.body.dataset;
  navigator.serviceWorker.register(worker, { updateViaCache: "none" }).catch(() => {});
}

// Only if the site does not know that of the user.
function startTimeZone() {
  if (document.body.dataset.timeZone) import("./time-zone.js");
}

// Only if notices are, or were, shown on this device, and on the page that decides it.
function startPush() {
  const isNeeded = document.body.dataset.push || forBrowser.get("push") || byId("push");
  if (isNeeded) import("../notices/push.js");
}

// What comes while nobody sees the page that waits for it has not been seen.
function tellSight() {
  document.addEventListener("htmx:configRequest", ({ target, detail }) => {
    if (target.matches("[data-tells-sight]")) detail.parameters.sight = document.visibilityState;
  });
}

startTheme();
startMenus();
// A form that was sent back: what is wrong with a field is said with the field.
document.querySelector("[aria-invalid=true]")?.focus();
compareNotes();
showLocalTimes();
startTimeZone();
tellSight();
startPush();
addEventListener("load", startWorker); // what the page itself needs comes first
