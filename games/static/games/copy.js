// What is pressed to copy the text of a field.

for (const button of document.querySelectorAll("[data-copy]")) {
  button.hidden = !navigator.clipboard; // there is none on pages without https
  const label = button.textContent;
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(document.getElementById(button.dataset.copy).value);
    button.textContent = button.dataset.copied;
    setTimeout(() => (button.textContent = label), 2000);
  });
}
