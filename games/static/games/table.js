// The table: pieces move when a push arrives, focus stays where it was, keys play.
(() => {
  "use strict";
  const byId = (id) => document.getElementById(id);

  const dice = () => document.querySelector("#t-controls .dice");
  const rollShown = () => Number(dice()?.dataset.roll || 0);

  // --- Swaps: one pass before the first region changes, one after the last --

  let before = null;
  const shown = new Map(); // what each region was last swapped to

  function remember() {
    if (before) return;
    const focused = document.activeElement;
    before = {
      places: motion.placesOf(byId("t-pieces")),
      roll: rollShown(),
      focus: focused && focused.id && byId("t-controls").contains(focused) ? focused.id : acted,
      bot: byId("bot")?.value,
    };
    queueMicrotask(after);
  }

  function after() {
    const { places, roll, focus, bot } = before;
    before = null;
    if (bot && byId("bot")) byId("bot").value = bot;
    motion.glide(byId("t-pieces"), places);
    if (rollShown() > roll) motion.tumble(dice());
    if (focus) restoreFocus(focus);
    announce();
    dress();
  }

  document.addEventListener("htmx:oobBeforeSwap", (event) => {
    const { target, fragment } = event.detail;
    if (!target.id.startsWith("t-")) return;
    const html = fragment.firstElementChild?.outerHTML;
    if (html && shown.get(target.id) === html) {
      event.detail.shouldSwap = false; // an answer and its push often say the same
      return;
    }
    remember();
    shown.set(target.id, html);
  });

  // --- Focus ----------------------------------------------------------------

  let acted = null; // the button of the action under way: disabling it takes its focus

  document.addEventListener("htmx:beforeRequest", (event) => {
    const focused = document.activeElement;
    if (event.target.closest("#t-controls") && focused?.closest("#t-controls")) acted = focused.id;
  });
  document.addEventListener("focusin", (event) => {
    if (!event.target.closest("#t-controls")) acted = null;
  });

  const usable = (element) => element && !element.disabled && element.checkVisibility();

  function nextControl() {
    return [byId("o1"), byId("a-roll"), byId("a-stop"), byId("a-rematch")].find(
      (element) => element?.matches("a, button") && usable(element),
    );
  }

  function restoreFocus(id) {
    const focused = document.activeElement;
    if (focused && focused !== document.body && focused.id !== "t-controls") return;
    const same = byId(id);
    const control = usable(same) && id !== "t-controls" ? same : nextControl();
    (control || byId("t-controls")).focus({ preventScroll: true });
    acted = control ? null : "t-controls";
  }

  // --- Words ----------------------------------------------------------------

  function announce() {
    const status = byId("t-status");
    document.title = status.dataset.title;
    const say = byId("t-say");
    // A region that exists already is what screen readers listen to.
    if (say.textContent !== status.textContent) say.textContent = status.textContent;
  }

  function dress() {
    const invite = byId("invite");
    if (!invite) return;
    invite.value = new URL(invite.value, location).href;
    byId("a-copy").hidden = !navigator.clipboard;
  }

  async function copy(button) {
    await navigator.clipboard.writeText(byId("invite").value);
    const label = button.textContent;
    button.textContent = button.dataset.copied;
    setTimeout(() => (button.textContent = label), 2000);
  }

  document.addEventListener("click", (event) => {
    const button = event.target.closest("#a-copy");
    if (button) copy(button);
    if (event.target.id === "invite") event.target.select();
  });

  function failed() {
    const notice = byId("t-notice");
    notice.textContent = byId("t-say").dataset.failed;
    shown.delete("t-notice");
  }
  document.addEventListener("htmx:sendError", failed);
  document.addEventListener("htmx:responseError", failed);
  document.addEventListener("refused", failed);

  // --- Keys -----------------------------------------------------------------

  const KEYS = { r: "a-roll", s: "a-stop" };
  const keysOn = byId("keys-on"); // whoever types by voice turns them off
  if (keysOn) {
    keysOn.checked = localStorage.getItem("keys") !== "off";
    keysOn.addEventListener("change", () => localStorage.setItem("keys", keysOn.checked ? "on" : "off"));
  }
  const STEPS = { ArrowUp: -1, ArrowLeft: -1, ArrowDown: 1, ArrowRight: 1 };

  function step(event) {
    const controls = byId("t-controls");
    const buttons = [...controls.querySelectorAll("button.way, .main-buttons button")].filter(usable);
    const at = buttons.indexOf(document.activeElement);
    if (!buttons.length || (at < 0 && document.activeElement !== controls)) return;
    event.preventDefault();
    const to = at < 0 ? 0 : (at + STEPS[event.key] + buttons.length) % buttons.length;
    buttons[to].focus();
  }

  const atTable = (element) => element === document.body || element.closest(".table, main:focus");

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
    if (event.target.closest("input:not([type=checkbox]), select, textarea, [contenteditable]")) return;
    if (event.key in STEPS) return step(event);
    if (!keysOn?.checked || !atTable(event.target)) return;
    const button = byId(KEYS[event.key.toLowerCase()] || `o${event.key}`);
    if (button?.matches("button") && usable(button)) {
      button.focus();
      button.click();
    }
  });

  dress();
})();
