// Does the sums of the page "Verify this game" in the reader's browser.
(() => {
  "use strict";
  const root = document.getElementById("sums");
  const summary = document.getElementById("v-summary");
  if (!root || !summary) return;
  const { fairDice } = window;
  const wrong = [];

  function verdict(row, right, made) {
    row.querySelector("[data-made]").textContent = made;
    const cell = row.querySelector("[data-verdict]");
    cell.textContent = right ? `✓ ${root.dataset.right}` : `✗ ${root.dataset.wrong}`;
    cell.classList.toggle("bad", !right);
    if (!right) wrong.push(row.dataset.name);
  }

  const numbers = (text) => text.split(" ").map(Number);

  async function check() {
    const { secret } = root.dataset;
    const found = await fairDice.commitment(secret);
    verdict(root.querySelector("[data-commitment]"), found === root.dataset.commitment, found);
    const dice = await fairDice.dice(secret);
    for (const row of root.querySelectorAll("[data-order]")) {
      const logged = numbers(row.dataset.order);
      const made = await dice.shuffle(row.dataset.message, logged.length);
      verdict(row, fairDice.same(made.order, logged), made.order.join(" "));
    }
    for (const row of root.querySelectorAll("[data-faces]")) {
      const logged = numbers(row.dataset.faces);
      const made = await dice.roll(row.dataset.message, Number(row.dataset.count));
      const told = fairDice.asTold(made.faces, Number(row.dataset.inOrder));
      row.querySelector("[data-bytes]").textContent = made.bytes;
      verdict(row, fairDice.same(told, logged), made.faces.join(" "));
    }
    const cut = root.querySelector("[data-cut]");
    if (cut) wrong.push(cut.dataset.cut);
    const text = wrong.length ? summary.dataset.wrong.replace("%s", wrong[0]) : summary.dataset.right;
    summary.textContent = text;
    summary.classList.toggle("bad", wrong.length > 0);
  }

  if (!fairDice.possible) summary.textContent = summary.dataset.insecure;
  else check().catch(() => { summary.textContent = summary.dataset.failed; });
})();
