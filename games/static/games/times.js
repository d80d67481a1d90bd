// Moments as the visitor's own clock shows them. Pages are sent with them in UTC.

import { whenNeeded } from "./formats.js";

const MOMENT = "time[data-moment]";

const { lang } = document.documentElement;
const isOfPage = (language) => language.split("-")[0] === lang.split("-")[0];
// Where the page is in English, somebody from London reads it as in London.
const locale = navigator.languages.find(isOfPage) ?? lang;

const writer = (dateStyle, timeStyle) =>
  whenNeeded(() => new Intl.DateTimeFormat(locale, { dateStyle, timeStyle, hourCycle: "h23" }));
const justNow = whenNeeded(() => new Intl.RelativeTimeFormat(locale, { numeric: "auto" }));
const relative = whenNeeded(() => new Intl.RelativeTimeFormat(locale));
const MINUTE = 60;
const UNITS = [
  ["year", 525600 * MINUTE],
  ["month", 43200 * MINUTE],
  ["week", 10080 * MINUTE],
  ["day", 1440 * MINUTE],
  ["hour", 60 * MINUTE],
  ["minute", MINUTE],
];
const WRITERS = {
  date: writer("medium", "short"),
  time: writer(undefined, "short"),
  ago: { format: howLongAgo },
  left: { format: howLongUntil },
};
const exact = writer("full", "long");

function howLongAgo(moment) {
  const seconds = (Date.now() - moment) / 1000;
  const found = UNITS.find(([, length]) => length <= seconds);
  if (!found) return justNow.format(0, "second");
  const [unit, length] = found;
  return relative.format(-Math.floor(seconds / length), unit);
}

// Of hours that remain the minutes count as well: 100 of them are no single hour.
function howLongUntil(moment) {
  const seconds = Math.max(0, (moment - Date.now()) / 1000);
  const found = UNITS.find(([, length]) => 2 * length <= seconds);
  const [unit, length] = found ?? ["minute", MINUTE];
  return relative.format(Math.floor(seconds / length), unit);
}

// What pages tell only from one moment to another, such as that a day ends soon.
function showInItsTime(part) {
  const { from, until } = part.dataset;
  const now = Date.now();
  part.hidden = now < Date.parse(from) || now >= Date.parse(until);
}

function show(time) {
  const moment = new Date(time.dateTime);
  time.textContent = WRITERS[time.dataset.moment].format(moment);
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
  const again = () => {
    document.querySelectorAll("time:is([data-moment=ago], [data-moment=left])").forEach(show);
    document.querySelectorAll("[data-from][data-until]").forEach(showInItsTime);
  };
  again();
  setInterval(again, MINUTE * 1000);
}
