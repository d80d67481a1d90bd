// Short explanations of what is pointed at, reached by keyboard or tapped: `data-tip` says what.
// Where it says nothing, it is the element's own text, if that is cut off. What has only a picture
// is explained by what it is called.

const DELAY = 350; // ms until a pointer means it

let bubble;
let explained = null;
let timer;

function hide() {
  clearTimeout(timer);
  explained?.removeAttribute("aria-describedby");
  explained = null;
  bubble.hidePopover();
}

function place() {
  const target = explained.getBoundingClientRect();
  const { width, height } = bubble.getBoundingClientRect();
  const left = target.x + (target.width - width) / 2;
  const above = target.top - height - 8;
  bubble.style.left = `${Math.max(8, Math.min(left, innerWidth - width - 8))}px`;
  bubble.style.top = `${above > 8 ? above : target.bottom + 8}px`;
}

function tipOf(element) {
  const isCutOff = element.scrollHeight > element.clientHeight + 1;
  return element.dataset.tip || element.ariaLabel || (isCutOff && element.textContent);
}

function show() {
  const tip = explained?.isConnected && tipOf(explained);
  if (!tip) return;
  bubble.textContent = tip;
  bubble.showPopover();
  // What it is called is said anyway.
  if (tip !== explained.ariaLabel) explained.setAttribute("aria-describedby", bubble.id);
  place();
}

function explain(element, delay) {
  if (element === explained) return;
  hide();
  explained = element;
  if (element) timer = setTimeout(show, delay);
}

const tipped = (event) => event.target.closest?.("[data-tip], .on") ?? null;

export function startTips() {
  bubble = document.createElement("div");
  if (!bubble.showPopover) return; // an old browser: the rules say the same
  bubble.id = "tip";
  bubble.popover = "manual";
  bubble.role = "tooltip";
  document.querySelector("main").append(bubble); // in a landmark; it is drawn above all anyway
  let pointed = "";
  document.addEventListener("pointerover", (event) => {
    const place = `${event.screenX} ${event.screenY}`;
    // A pointer that lies still has not come: something has moved under it.
    if (event.pointerType !== "mouse" || place === pointed) return;
    pointed = place;
    if (event.target !== bubble) explain(tipped(event), DELAY);
  });
  document.addEventListener("focusin", (event) => {
    if (event.target.matches(":focus-visible")) explain(tipped(event), 0);
  });
  document.addEventListener("focusout", hide);
  document.addEventListener("click", (event) => {
    // What acts when it is tapped says what it does by acting.
    const element = tipped(event);
    explain(element?.matches("button, input") ? null : element, 0);
  });
  document.addEventListener("keydown", ({ key }) => key === "Escape" && hide());
  document.addEventListener("htmx:oobAfterSwap", () => explained?.isConnected || hide());
  addEventListener("scroll", () => bubble.matches(":popover-open") && place(), true);
}
