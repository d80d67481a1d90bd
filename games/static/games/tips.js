// Short explanations of what is pointed at, reached by keyboard or tapped: `data-tip` says what.

const DELAY = 350; // ms until a pointer means it

let bubble;
let explained = null;
let timer;

function hide() {
  clearTimeout(timer);
  explained = null;
  bubble.hidePopover();
}

function show() {
  bubble.textContent = explained.dataset.tip;
  bubble.showPopover();
  const place = explained.getBoundingClientRect();
  const { width, height } = bubble.getBoundingClientRect();
  const left = place.x + (place.width - width) / 2;
  const above = place.top - height - 8;
  bubble.style.left = `${Math.max(8, Math.min(left, innerWidth - width - 8))}px`;
  bubble.style.top = `${above > 8 ? above : place.bottom + 8}px`;
}

function explain(element, delay) {
  if (element === explained) return;
  hide();
  if (!element) return;
  explained = element;
  timer = setTimeout(() => explained?.isConnected && show(), delay);
}

const tipped = (event) => event.target.closest?.("[data-tip]");

export function startTips() {
  bubble = document.createElement("div");
  if (!bubble.showPopover) return; // an old browser: the rules say the same
  bubble.id = "tip";
  bubble.popover = "manual";
  bubble.role = "tooltip";
  document.body.append(bubble);
  document.addEventListener("pointerover", (event) => {
    if (event.pointerType === "mouse" && event.target !== bubble) explain(tipped(event), DELAY);
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
  addEventListener("scroll", hide, true);
}
