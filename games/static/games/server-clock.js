// What time it is by the server's clock. The device's own may be an hour wrong: it is never asked.
// performance.now() only grows, whatever somebody does to that clock.

const SAMPLES = 3; // at most
const CLOSE = 60; // ms: an answer that took no longer is right to half of that
const PATIENCE = 10_000; // ms for an answer
const EVERY = 3 * 60 * 1000; // ms; the pace of two clocks differs a little

let offset = 0;
let address = "";
let isAsking = false;

// Returns the present moment in milliseconds since 1970.
export const serverNow = () => performance.now() + offset;

// Returns what a question and its answer tell: the server said its moment somewhere in between.
export function sampleOf(sent, received, moment) {
  return { trip: received - sent, offset: moment - (sent + received) / 2 };
}

export const shortest = (samples) => samples.toSorted((a, b) => a.trip - b.trip)[0];

async function ask() {
  const sent = performance.now();
  const signal = AbortSignal.timeout(PATIENCE);
  const answer = await fetch(address, { cache: "no-store", signal }).catch(() => null);
  const received = performance.now();
  const moment = answer?.ok ? await answer.text().catch(() => null) : null;
  return moment === null ? null : sampleOf(sent, received, Number(moment));
}

function take(sample) {
  ({ offset } = sample);
}

async function compare() {
  if (isAsking || document.visibilityState === "hidden") return;
  isAsking = true;
  const samples = [];
  for (let asked = 0; asked < SAMPLES; asked += 1) {
    const sample = await ask();
    if (!sample) break;
    // While a device sleeps this clock may stand still: what was known is wrong then.
    if (Math.abs(sample.offset - offset) > sample.trip / 2) take(sample);
    samples.push(sample);
    if (sample.trip <= CLOSE) break;
  }
  isAsking = false;
  if (samples.length) take(shortest(samples));
}

// moment: when the server made this page.  clock: the address that tells the present moment.
export function keepServerTime(moment, clock) {
  address = clock;
  const [page] = performance.getEntriesByType("navigation");
  if (page) take(sampleOf(page.requestStart, page.responseStart, moment));
  else take(sampleOf(0, performance.now(), moment)); // a rough guess until the first answer
  compare();
  // As socket.js says it.
  for (const sign of ["wake", "reconnect"]) document.addEventListener(sign, compare);
  setInterval(compare, EVERY);
}
