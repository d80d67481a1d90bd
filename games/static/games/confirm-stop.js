// Asks players who want that before their turn or their round ends: the button is pressed twice.

const WAIT = 5000; // ms until the first press is forgotten

let armed = null; // the button that was pressed once, with its label
let forgetting = null;

function disarm() {
  clearTimeout(forgetting);
  if (armed) armed.button.replaceChildren(...armed.label);
  armed = null;
}

function arm(button, question, say) {
  armed = { button, label: [...button.childNodes] };
  button.textContent = question;
  say.textContent = question;
  forgetting = setTimeout(disarm, WAIT);
}

// Say where the question is said to people who hear the page.
export function startConfirming(table, say) {
  if (!table.dataset.confirm) return;
  document.addEventListener(
    "click",
    (event) => {
      const button = event.target.closest("[data-ends]");
      const isSure = button && armed?.button === button;
      disarm();
      if (!button || isSure) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      arm(button, table.dataset.confirm, say);
    },
    true,
  );
}
