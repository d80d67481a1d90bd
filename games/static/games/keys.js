// Which shortcut a press of a key means, on every keyboard layout.

const UNKNOWN = ["Process", "Unidentified"]; // an input method keeps for itself what is typed
const PLACED = {
  Space: " ",
  Minus: "-",
  Equal: "+",
  Slash: "?",
  NumpadAdd: "+",
  NumpadSubtract: "-",
};

const isDigit = (text) => /^\p{Nd}$/u.test(text);

// Digits of all scripts stand in a row from 0 to 9.
function digitOf(text) {
  const point = text.codePointAt(0);
  let value = 0;
  while (isDigit(String.fromCodePoint(point - value - 1))) value += 1;
  return String(value % 10);
}

function printedOn({ key }) {
  if (isDigit(key)) return digitOf(key);
  const isFullWidth = /^[\uff01-\uff5e\u3000]$/.test(key);
  const text = isFullWidth ? key.normalize("NFKC") : key;
  return text.length === 1 ? text.toLowerCase() : text;
}

// What the place has on it that a keyboard for English gives the key.
function placeOf({ code }) {
  const [, digit] = /^(?:Digit|Numpad)(\d)$/.exec(code) ?? [];
  const [, letter] = /^Key([A-Z])$/.exec(code) ?? [];
  return digit ?? letter?.toLowerCase() ?? PLACED[code] ?? code;
}

// Returns what a press may mean, the likelier first; nothing with Ctrl, Alt or Meta. What is
// printed on a key counts. Its place does, too, if digits are typed with Shift, and on keyboards
// without Latin letters.
export function keysOf(event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return [];
  const printed = printedOn(event);
  const place = placeOf(event);
  if (UNKNOWN.includes(printed)) return [place];
  if (isDigit(printed) || event.getModifierState("AltGraph")) return [printed];
  // Without NumLock a numeric pad types End, not 1.
  if (/^\w{2,}$/.test(printed) && printed !== "Dead") return [printed];
  const isOther = !/[\p{ASCII}\p{Script=Latin}]/u.test(printed);
  return isOther || isDigit(place) ? [printed, place] : [printed];
}
