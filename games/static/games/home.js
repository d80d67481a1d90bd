// Pages with regions that change while somebody looks: they are asked for again and again, but
// not while that is paused, nor while nobody sees the page.

const again = document.getElementById("again");
let paused = false;

function showPause() {
  const button = document.getElementById("pause");
  if (!button) return;
  button.hidden = false;
  button.setAttribute("aria-pressed", paused);
}

document.addEventListener("click", (event) => {
  if (!event.target.closest("#pause")) return;
  paused = !paused;
  showPause();
});
document.addEventListener("htmx:beforeRequest", (event) => {
  if (event.target.id === "again" && (paused || document.hidden)) event.preventDefault();
});
document.addEventListener("htmx:oobAfterSwap", ({ target }) => {
  showPause();
  // What waits for the reader has changed, and the page says more of it than the header.
  if (target.id === "waiting") window.htmx.trigger("#again", "again");
});
document.addEventListener("visibilitychange", () => {
  if (!document.hidden) window.htmx.trigger("#again", "again");
});
if (again) showPause();
