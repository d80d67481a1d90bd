// Puts a chosen template into its text at once; without this a button does it. It takes the place
// of another template, and comes below what somebody wrote.

for (const part of document.querySelectorAll(".mod-template")) {
  const choice = part.querySelector("select");
  const form = part.closest("form");
  part.querySelector("button").hidden = true;
  choice.addEventListener("change", () => {
    const text = choice.selectedOptions[0].dataset.text;
    if (text === undefined) return;
    const field = form.elements[part.dataset.for];
    const written = field.value.trim();
    if (!written.includes(text)) {
      const own = written && ![...choice.options].some((each) => each.dataset.text === written);
      field.value = own ? `${written}\n\n${text}` : text;
    }
    field.dispatchEvent(new Event("input", { bubbles: true }));
    field.focus();
  });
}

// What belongs to one verdict is shown and sent with that verdict only; without this a sentence says so.
for (const part of document.querySelectorAll("[data-verdict]")) {
  const follow = () => {
    const chosen = part.closest("form").elements.verdict.value;
    part.hidden = part.disabled = chosen !== part.dataset.verdict;
  };
  part.closest("form").addEventListener("change", follow);
  follow();
}
