// Reads JSON as strictly as docs/records.md asks. JSON.parse will not do: of a key that is there
// twice it keeps the last, and it takes 1.0 for 1.

const DEEPEST = 16;
const LONGEST_NUMBER = 9;
const SPACE = /[ \t\n\r]*/y;
const NUMBER = /-?(?:0|[1-9][0-9]*)[.eE]?/y;
// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON has none of them in strings
const PLAIN = /[^"\\\u0000-\u001f]*/y;
const ESCAPE = /\\(?:u([0-9a-fA-F]{4})|(["\\/bfnrt]))/y;
const ESCAPED = { b: "\b", f: "\f", n: "\n", r: "\r", t: "\t" };
const WORDS = { t: ["true", true], f: ["false", false], n: ["null", null] };

export class NotJson extends Error {}

// Returns the value of a text. Objects have no prototype, so that no key is special.
export function parse(text) {
  let at = 0;

  function fail(reason) {
    throw new NotJson(`${reason}, at character ${at + 1}`);
  }

  function take(pattern) {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (found) at += found[0].length;
    return found;
  }

  function skip(character) {
    if (text[at] !== character) return false;
    at += 1;
    take(SPACE);
    return true;
  }

  function expect(character) {
    if (!skip(character)) fail(`${character} is missing`);
  }

  function value(depth) {
    if (depth > DEEPEST) fail(`arrays and objects nested more than ${DEEPEST} deep`);
    const first = text[at];
    if (first === "{") return object(depth);
    if (first === "[") return array(depth);
    if (first === '"') return string();
    return first in WORDS ? word(...WORDS[first]) : number();
  }

  function object(depth) {
    const read = Object.create(null);
    expect("{");
    if (skip("}")) return read;
    do {
      if (text[at] !== '"') fail("a key is missing");
      const key = string();
      if (key in read) fail(`duplicate key: ${key}`);
      expect(":");
      read[key] = value(depth + 1);
    } while (skip(","));
    expect("}");
    return read;
  }

  function array(depth) {
    const read = [];
    expect("[");
    if (skip("]")) return read;
    do read.push(value(depth + 1));
    while (skip(","));
    expect("]");
    return read;
  }

  function string() {
    let read = "";
    at += 1;
    for (;;) {
      read += take(PLAIN)[0];
      if (skip('"')) return read;
      const escaped = take(ESCAPE);
      if (!escaped) fail("a string does not end, or has an unknown character");
      const [, code, letter] = escaped;
      read += code ? String.fromCharCode(parseInt(code, 16)) : (ESCAPED[letter] ?? letter);
    }
  }

  function number() {
    const found = take(NUMBER);
    if (!found) fail("a value is missing");
    const [digits] = found;
    if (!/^[0-9]*$/.test(digits)) fail("records have whole numbers from 0 only");
    if (digits.length > LONGEST_NUMBER) fail(`a number of more than ${LONGEST_NUMBER} digits`);
    take(SPACE);
    return Number(digits);
  }

  function word(spelled, meant) {
    if (!text.startsWith(spelled, at)) fail("a value is missing");
    at += spelled.length;
    take(SPACE);
    return meant;
  }

  take(SPACE);
  const read = value(1);
  if (at < text.length) fail("more than one value");
  return read;
}
