// Verifies the record of a game on its page "Verify this game", and fills in the sums.

import { byId } from "./dom.js";
import { fetchRecord, showVerdict } from "./verdict.js";

const block = document.querySelector(".verdict[data-record]");
const sums = byId("sums");

function put(row, name, value) {
  const cell = row.querySelector(`[data-${name}]`);
  if (cell && value !== undefined) cell.textContent = value;
}

function fill(row, sum) {
  put(row, "logged", sum.logged);
  put(row, "bytes", sum.bytes);
  put(row, "made", sum.made);
  if (sum.right === undefined) return; // an order, which is verified by what it makes
  const cell = row.querySelector("[data-verdict]");
  cell.textContent = sum.right ? `✓ ${sums.dataset.right}` : `✗ ${sums.dataset.wrong}`;
  cell.classList.toggle("bad", !sum.right);
}

async function run() {
  const result = await showVerdict(block, () => fetchRecord(block.dataset.record));
  // A game with dice of the players' own has no sums.
  for (const row of sums?.querySelectorAll("[data-sum], [data-roll]") ?? []) {
    const { sum: name, roll } = row.dataset;
    const sum = name ? result?.sums.get(name) : result?.rolls.get(Number(roll));
    if (sum) fill(row, sum);
  }
}
run();
