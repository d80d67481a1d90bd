// Judges a record that a reader has kept. The file goes nowhere: only this page reads it.
(() => {
  "use strict";
  const { judge, verdict } = window;
  const root = document.getElementById("own-record");
  if (!root) return;
  const field = root.querySelector("input");
  const block = root.querySelector(".verdict");

  field.addEventListener("change", () => {
    const [file] = field.files;
    block.hidden = !file;
    if (file) verdict.of(block, () => file.slice(0, judge.MAX_BYTES + 1).arrayBuffer());
  });
  root.hidden = false;
})();
