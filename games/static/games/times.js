// Moments as the visitor's own clock shows them. Pages are sent with them in UTC.

const MOMENT = "time[data-moment]";

const { lang } = document.documentElement;
const isOfPage = (language) => language.split("-")[0] === lang.split("-")[0];
// Where the page is in English, somebody from London reads it as in London.
const locale = navigator.languages.find(isOfPage) ?? lang;
const writer = (dateStyle, timeStyle) =>
  new Intl.DateTimeFormat(locale, { dateStyle, timeStyle, hourCycle: "h23" });
const WRITERS = { date: writer("medium", "short"), time: writer(undefined, "short") };
const exact = writer("full", "long");

function show(time) {
  const moment = new Date(time.dateTime);
  const usual = WRITERS[time.dataset.moment]; // how long ago something was stays as it is
  if (usual) time.textContent = usual.format(moment);
  time.title = exact.format(moment);
}

function showIn(node) {
  if (node.matches(MOMENT)) show(node);
  else node.querySelectorAll(MOMENT).forEach(show);
}

export function showLocalTimes() {
  showIn(document.body);
  // Whatever puts something into the page later: answers, pushes, steps of a replay.
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes) {
      for (const node of addedNodes) if (node instanceof Element) showIn(node);
    }
  }).observe(document.body, { childList: true, subtree: true });
}
