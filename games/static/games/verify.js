// Checks every roll of a finished game in the reader's browser, and marks it in the replay.
(() => {
  "use strict";
  const line = document.getElementById("r-proof");
  const root = document.getElementById("replay");
  if (!line || !root) return;
  const { fairDice } = window;
  const checked = new Map(); // whether a roll is right, by its seq

  const say = (name, step = "") => {
    line.textContent = line.dataset[name].replace("%s", step);
    line.classList.toggle("bad", ["wrong", "secret", "seats"].includes(name));
  };

  async function check(data) {
    const honest = (await fairDice.commitment(data.secret)) === data.commitment;
    const dice = await fairDice.dice(data.secret);
    const name = `${data.scheme}|${data.code}|${data.salts.join(",")}`;
    for (const { seq, player, turn, roll, count, faces, in_order: inOrder } of data.rolls) {
      const made = await dice.roll(`${name}|${player}|${turn}|${roll}`, count);
      checked.set(seq, honest && fairDice.same(fairDice.asTold(made.faces, inOrder), faces));
    }
    const drawn = await dice.shuffle(`${name}|seats`, data.players.length);
    const seated = drawn.order.every((place, player) => data.players[place] === player);
    const wrong = [...checked].find(([, right]) => !right);
    if (!honest) say("secret");
    else if (!seated) say("seats");
    else if (wrong) say("wrong", wrong[0]);
    else say("right", checked.size);
  }

  // --- Ticks ------------------------------------------------------------------

  function mark(right) {
    const tick = document.createElement("span");
    tick.className = right ? "proof tick" : "proof tick wrong";
    tick.textContent = right ? "✓" : "✗";
    tick.setAttribute("role", "img");
    tick.setAttribute("aria-label", right ? line.dataset.tick : line.dataset.cross);
    return tick;
  }

  function markLog() {
    for (const link of root.querySelectorAll("#r-log a[data-seq]")) {
      const right = checked.get(Number(link.dataset.seq));
      if (right !== undefined && !link.nextElementSibling?.classList.contains("proof")) link.after(mark(right));
    }
  }

  function markStep() {
    const dice = root.querySelector("#r-step .dice[data-roll]");
    const seq = Number(dice?.dataset.roll);
    if (!checked.has(seq) || dice.nextElementSibling?.classList.contains("proof")) return;
    const right = checked.get(seq);
    const note = document.createElement("p");
    note.className = "proof";
    const text = right ? line.dataset.step : line.dataset.wrong.replace("%s", seq);
    const sign = mark(right);
    sign.removeAttribute("role");
    sign.removeAttribute("aria-label");
    sign.setAttribute("aria-hidden", "true");
    note.append(sign, ` ${text}`);
    dice.after(note);
  }

  function markAll() {
    markLog();
    markStep();
  }

  async function run() {
    if (!fairDice.possible) return say("insecure");
    say("waiting");
    const answer = await fetch(line.dataset.dice);
    if (!answer.ok) throw new Error(`dice: ${answer.status}`);
    await check(await answer.json());
    markAll();
    // A step that is drawn anew has lost its tick.
    new MutationObserver(markAll).observe(root, { childList: true, subtree: true });
  }
  run().catch(() => say("failed"));
})();
