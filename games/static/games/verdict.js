// The verdict on a record, for people. Its words are on the page.

import { byId } from "./dom.js";
import { isPossible, PROVEN, verify, WRONG } from "./verify.js";

export const words = () => byId("verdict-words").dataset;

export async function fetchRecord(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`record: ${answer.status}`);
  return answer.arrayBuffer();
}

// Promises the hash of salts that the public list has for a commitment: null if it has none,
// undefined if it could not be asked.
export async function listedSalts(commitment) {
  const answer = await fetch(`${words().list}?commitment=${commitment}`).catch(() => null);
  if (!answer?.ok) return undefined;
  const { entries } = await answer.json();
  return entries.find(({ kind }) => kind === "salts")?.salts ?? null;
}

// Returns the verdict in a sentence or two. right: what to say of a game that is proven.
export function sentenceOf(right, { proven, butForSalts, wrong, warnings, ownDice }) {
  if (wrong) {
    const told = byId("verdict-words").getAttribute(`data-wrong-${wrong.claim}`);
    if (!wrong.event) return told;
    return words().atStep.replace("%(told)s", told).replace("%(step)s", wrong.event);
  }
  if (!proven && !butForSalts) return ownDice ? words().ownDice : words().notAll;
  const told = proven ? right : words().butForSalts;
  return warnings.length ? words().warned.replace("%(told)s", told) : told;
}

// That dice of the players' own are not proven is no cause for alarm, nor are salts that the list
// does not have: those of older games.
export const isAlarm = ({ wrong, proven, butForSalts, ownDice }) =>
  Boolean(wrong) || !(proven || butForSalts || ownDice);

function english(reason) {
  const quoted = document.createElement("q");
  quoted.lang = "en";
  quoted.textContent = reason;
  return quoted;
}

function stepOf(block, event) {
  const name = block.dataset.at.replace("%(step)s", event);
  if (!block.dataset.steps) return name;
  const link = document.createElement("a");
  link.href = `${block.dataset.steps}${event}/`;
  link.textContent = name;
  return link;
}

function showClaim(block, name, { state, reason, event }) {
  const claim = block.querySelector(`[data-claim="${name}"]`);
  const [sign, word] = { [PROVEN]: ["✓", "proven"], [WRONG]: ["✗", "wrong"] }[state] ?? [
    "–",
    "unchecked",
  ];
  claim.className = word;
  claim.querySelector("[data-said]").textContent = `${sign} ${block.dataset[word]}`;
  const why = claim.querySelector("[data-why]");
  why.replaceChildren();
  if (event) why.append(stepOf(block, event), ": ");
  if (state !== PROVEN) why.append(english(reason));
}

function warning(block, { name, place, daily }) {
  const line = document.createElement("li");
  const told = block.getAttribute(`data-warning-${daily ? "daily" : name}`);
  line.textContent = told.replace("%(seat)s", place + 1);
  return line;
}

// Shows a verdict in a block of _verdict.html.
function show(block, result) {
  const summary = block.querySelector("[data-summary]");
  summary.textContent = sentenceOf(block.dataset.right, result);
  summary.classList.toggle("bad", isAlarm(result));
  const warnings = block.querySelector(".warnings");
  warnings.replaceChildren(...result.warnings.map((one) => warning(block, one)));
  warnings.hidden = result.warnings.length === 0;
  for (const [name, finding] of Object.entries(result.claims)) showClaim(block, name, finding);
}

// Says why there is no verdict, and takes away that of another record.
function say(block, name) {
  const summary = block.querySelector("[data-summary]");
  summary.textContent = words()[name];
  summary.classList.remove("bad");
  block.querySelector(".warnings").hidden = true;
  for (const said of block.querySelectorAll("[data-said], [data-why]")) said.replaceChildren();
}

let asked = 0;

// Verifies a record and shows the verdict. Returns null when nothing could be verified, or when
// another record was asked about meanwhile. read: promises the bytes of the record.
export async function showVerdict(block, read) {
  if (!isPossible()) {
    say(block, "insecure");
    return null;
  }
  asked += 1;
  const mine = asked;
  say(block, "waiting");
  const result = await read()
    .then((content) => verify(content, listedSalts))
    .catch(() => null);
  if (mine !== asked) return null;
  if (result) show(block, result);
  else say(block, "failed");
  return result;
}
