// What is pressed to copy the text of a field.

for (const button of document.querySelectorAll("[data-copy]")) {
  button.hidden = !navigator.clipboard; // there is none on pages without https
  const { copy, copied, failed } = button.dataset;
  const label = button.textContent;
  button.addEventListener("click", async () => {
    const text = document.getElementById(copy).value;
    const done = await navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    );
    button.textContent = done ? copied : failed;
    setTimeout(() => (button.textContent = label), 2000);
  });
}
