// Picking several things on the board before one button confirms them: a form without scripts
// does the same, less comfortably. The confirming button says how many in data-pick.

const confirm = () => document.querySelector("[data-pick]");
const boxes = () => [...document.querySelectorAll("#t-pieces input.cell")];
const token = () => document.querySelector("#play [name=token]")?.value;

function show() {
  const button = confirm();
  if (!button) return;
  const picked = boxes().filter((box) => box.checked).length;
  const wanted = Number(button.dataset.pick);
  button.disabled = picked !== wanted;
  button.querySelector("output").textContent = `${picked}/${wanted}`;
  // One more than there may be is not offered: first one has to be taken back.
  for (const box of boxes()) box.disabled = !box.checked && picked >= wanted;
}

// A push of somebody else's move takes no pick away.
export function rememberPicks() {
  return {
    token: token(),
    ids: boxes()
      .filter((box) => box.checked)
      .map((box) => box.id),
  };
}

export function restorePicks(picked) {
  if (picked.token === token()) {
    for (const box of boxes()) box.checked = picked.ids.includes(box.id) || box.checked;
  }
  show();
}

export function startPicks() {
  document.addEventListener("change", (event) => {
    if (event.target.matches("#t-pieces input.cell")) show();
  });
  document.addEventListener("reset", () => setTimeout(show));
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !event.target.matches("#t-pieces input.cell")) return;
    event.preventDefault(); // Enter would send the form
    if (!event.repeat) event.target.click();
  });
  show();
}
