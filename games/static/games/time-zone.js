// The browser's time zone, told once to a site that does not know that of the user.

async function tellTimeZone() {
  const address = document.body.dataset.timeZone;
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (!zone) return;
  const headers = JSON.parse(document.body.getAttribute("hx-headers"));
  const body = new URLSearchParams({ time_zone: zone });
  const answer = await fetch(address, { method: "POST", headers, body }).catch(() => null);
  const select = document.querySelector("select[name=time_zone]");
  if (!answer?.ok) return;
  if (select?.value === "") select.value = zone;
  for (const name of document.querySelectorAll("[data-zone]")) name.textContent = zone;
}

tellTimeZone();
