// Keeps the chat monitor up to date, except while somebody acts on a line or reads older ones.

const EVERY = 5000;
const box = document.querySelector(".mod-live");
const wish = box.querySelector("input");

function isBusy(lines) {
  return (
    document.hidden ||
    !wish.checked ||
    lines.contains(document.activeElement) ||
    lines.querySelector("details[open]") !== null
  );
}

async function refresh() {
  const lines = document.getElementById("mod-lines");
  if (isBusy(lines)) return;
  let page;
  try {
    const answer = await fetch(location.href, { headers: { "X-Requested-With": "fetch" } });
    if (answer.redirected) {
      location.reload(); // the second step has to be shown again
      return;
    }
    if (!answer.ok) return;
    page = new DOMParser().parseFromString(await answer.text(), "text/html");
  } catch {
    return; // the next one may come through
  }
  const fresh = page.getElementById("mod-lines");
  if (fresh && !isBusy(lines)) lines.replaceWith(document.adoptNode(fresh));
}

if (document.querySelector("#mod-lines[data-live]")) {
  box.hidden = false;
  setInterval(refresh, EVERY);
}
