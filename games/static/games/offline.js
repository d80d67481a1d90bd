// The page without a connection stands at the address of the page that was wanted, so it only has
// to load it again. Some devices do not notice that they are online again: it also looks by itself.

const AGAIN = 10_000; // ms

async function look() {
  if (document.hidden) return;
  const { clock } = document.body.dataset;
  const answer = await fetch(clock, { cache: "no-store" }).catch(() => null);
  if (answer && answer.status < 500) location.reload();
}

addEventListener("online", () => location.reload());
document.addEventListener("visibilitychange", look);
setInterval(look, AGAIN);
