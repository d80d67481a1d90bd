// What is picked on the board before a button sends it: a push of somebody else's move leaves it.

const boxes = () => [...document.querySelectorAll("#t-pieces input.cell")];
const token = () => document.querySelector("#play [name=token]")?.value;

export const rememberPicks = () => ({
  token: token(),
  picked: new Map(boxes().map((box) => [box.id, box.checked])),
});

export function restorePicks({ token: before, picked }) {
  if (before === token()) {
    for (const box of boxes()) box.checked = picked.get(box.id) ?? box.checked;
  }
  document.dispatchEvent(new Event("picks"));
}
