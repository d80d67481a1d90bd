// Verifies a whole game from its record. This is verify_record.py in JavaScript, with the same names
// in the same order, so that one can be read beside the other. What each claim says and in which
// order events are verified stands there. Here is what holds for every game. What holds for one is in
// its own script, which is loaded when a record is of that kind. Of the page it knows nothing but
// where those scripts are.

import { byId } from "./dom.js";
import { NotJson, parse } from "./strict-json.js";

const CLAIMS = ["record", "commitment", "salts", "seats", "set-up", "dice", "moves", "outcome"];
export const [PROVEN, WRONG, NOT_CHECKED] = ["proven", "WRONG", "not checked"];

const AT_ONCE = 30; // milliseconds for which the page may have to wait

// Something is not as it must be. event: its number in the log, 0 if it is no event.
export class Wrong extends Error {
  constructor(claim, reason, event = 0) {
    super(reason);
    this.claim = claim;
    this.event = event;
  }
}

// What became of one claim.
export const finding = (state, reason, event = 0) => ({ state, reason, event });

// Returns what became of all claims.
//   claims: the finding of each, by its name.
//   wrong: the claim that is wrong and the number of the event, 0 if it is none; or null.
//   butForSalts: whether every claim is proven but the salts, which were not compared with the list.
//   warnings: the name of each, and what it is about.
//   sums: what the secret and the salts make before the first turn, beside the record.
//   rolls: the same of each roll, by the number of its event.
//   ownDice: whether the players rolled dice of their own.
function verdict(found, warnings, sums, rolls, ownDice) {
  const rest = finding(NOT_CHECKED, "the check ended at what is wrong");
  const claims = Object.fromEntries(CLAIMS.map((claim) => [claim, found[claim] ?? rest]));
  const claim = CLAIMS.find((one) => claims[one].state === WRONG);
  const proven = CLAIMS.every((one) => claims[one].state === PROVEN);
  const butForSalts = CLAIMS.every(
    (one) => claims[one].state === (one === "salts" ? NOT_CHECKED : PROVEN),
  );
  const wrong = claim ? { claim, event: claims[claim].event } : null;
  return { claims, proven, butForSalts, wrong, warnings, sums, rolls, ownDice };
}

// Browsers make hashes only on pages that they call secure.
export const isPossible = () => Boolean(crypto.subtle);

// Verifies the bytes or the text of a record.
//   listed: promises the hash of the salts that the public list has for a commitment: null if it
//   has none, undefined if there is no list.
export async function verify(content, listed = async () => undefined) {
  const found = {};
  const [sums, rolls] = [new Map(), new Map()];
  let warnings = [];
  let ownDice = false;
  try {
    const record = await read(content);
    found.record = finding(PROVEN, `${record.kind}, ${record.events.length} events`);
    warnings = [...warningsOf(record)];
    ownDice = "own_dice" in record;
    await verifyGame(record, listed, found, sums, rolls);
  } catch (wrong) {
    if (!(wrong instanceof Wrong)) throw wrong;
    found[wrong.claim] = finding(WRONG, wrong.message, wrong.event);
  }
  return verdict(found, warnings, sums, rolls, ownDice);
}

// Verifies everything but the text, and notes what is found.
async function verifyGame(record, listed, found, sums, rolls) {
  const noDice = whyNoDice(record);
  let dice = null;
  if (noDice) {
    found.commitment = found.seats = finding(NOT_CHECKED, noDice);
  } else {
    await checkCommitment(record.dice, sums);
    found.commitment = finding(PROVEN, "it is that of the secret");
    dice = await Dice.of(record.dice, sums, rolls);
  }
  found.salts = SCHEMES.includes(record.dice?.scheme)
    ? await saltsOf(record.dice, listed, sums)
    : finding(NOT_CHECKED, noDice);
  if (dice) {
    await checkSeats(record, dice);
    found.seats = finding(PROVEN, "they were drawn like that");
  }
  const game = new GAMES[record.kind](record, dice);
  found["set-up"] = await game.setUp(record.events, noDice);
  const pause = pauses();
  for (const event of record.events) {
    await game.play(event);
    await pause();
  }
  found.dice = noDice
    ? finding(NOT_CHECKED, noDice)
    : finding(PROVEN, `all ${game.rolls} rolls are as the secret and the salts make them`);
  found.moves = finding(PROVEN, `the rules allow all ${record.events.length} events`);
  found.outcome = outcomeOf(record, game);
}

// Returns what lets the page answer its reader now and then; in a script nobody needs that.
function pauses() {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < AT_ONCE) return;
    await new Promise((done) => {
      setTimeout(done);
    });
    since = performance.now();
  };
}

// Returns whether the game ended as the record says.
function outcomeOf(record, game) {
  const [told, { result }, last] = [record.outcome, game, record.events.length];
  if (!told && !result) return finding(NOT_CHECKED, "the game is not over");
  if (!result) throw new Wrong("outcome", "the log ends before the game does", last);
  const text = ({ termination, winners }) => `${termination}, won by ${shown(winners)}`;
  if (!told || text(told) !== text(result)) {
    const other = told ? text(told) : "not over";
    throw new Wrong("outcome", `the game is ${text(result)}, not ${other}`, last);
  }
  return finding(PROVEN, text(result));
}

// Yields what is right by the sums, and still good to know.
function* warningsOf(record) {
  if (!("dice" in record)) return;
  const { seats, code } = record.dice;
  for (const [place, seat] of seats.entries()) {
    if (seat.salt && record.players[seat.player].bot !== null)
      yield { name: "bot-salt", place, code };
  }
  if (!seats.some((seat) => seat.salt))
    yield { name: "no-salts", daily: code.startsWith("daily-") };
}

export const shown = (value) => JSON.stringify(value);
export const same = (one, other) => shown(one) === shown(other);
export const sorted = (values) => [...values].sort((a, b) => a - b);
export const range = (count) => [...Array(count).keys()];

// --- The text of a record -----------------------------------------------------------------

export const MAX_BYTES = 256 * 1024;
const RULES_VERSION = 1;

// Each of these says whether a value of a record is one that there is.
export const isWhole = (value) => typeof value === "number"; // the reader takes no others
export const isFlag = (value) => typeof value === "boolean";
const isText = (value) => typeof value === "string";
// Without control characters and halves of characters.
const isName = (value) => isText(value) && !/[\p{Cc}\p{Cs}]/u.test(value);
const isList = Array.isArray;
export const oneOf = (values) => (value) => values.includes(value);
const matches = (pattern) => (value) => isText(value) && pattern.test(value);
const orNull = (fits) => (value) => value === null || fits(value);
export const listOf =
  (fits, least = 0, most = Infinity) =>
  (value) =>
    isList(value) && least <= value.length && value.length <= most && value.every(fits);
export const ascending = (fits) => (value) => fits(value) && same(value, sorted(value));
export const different = (fits) => (value) => fits(value) && new Set(value).size === value.length;

export const isFace = oneOf([1, 2, 3, 4, 5, 6]);

// Returns the keys of each type of event, and what fits them.
function shapesOf(kind, players) {
  const own = { seq: isWhole, player: oneOf(range(players)), type: isText };
  const nobody = { seq: isWhole, type: isText };
  const winners = ascending(different(listOf(oneOf(range(players)))));
  const common = { resigned: own, timed_out: own, ruled: { ...nobody, winners } };
  // "also" is there only when several ran out of time: see checkEventsShape.
  return { ...common, ...GAMES[kind].eventShapes(own, nobody) };
}

// Returns the record that the bytes or the text are.
async function read(content) {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  if (bytes.byteLength > MAX_BYTES)
    throw new Wrong("record", `it is longer than ${MAX_BYTES / 1024} kB`);
  let record;
  try {
    record = parse(textOf(content).replace(/^\ufeff/, ""));
  } catch (error) {
    if (!(error instanceof NotJson)) throw error;
    throw new Wrong("record", `it is no JSON: ${error.message}`);
  }
  await checkRecord(record);
  return record;
}

function textOf(content) {
  if (typeof content === "string") return content;
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(content);
  } catch {
    throw new Wrong("record", "it is no text in UTF-8");
  }
}

// Checks that exactly the keys and values are there that a record has.
async function checkRecord(record) {
  const anything = () => true;
  const keys = ["format", "kind", "rules_version", "variant", "players", "events", "outcome"];
  if (isObject(record)) keys.push(...["dice", "own_dice", "time"].filter((key) => key in record));
  checkObject(record, Object.fromEntries(keys.map((key) => [key, anything])), "the record");
  const { kind } = record;
  const header = {
    kind: oneOf(Object.keys(scripts())),
    format: oneOf([`${shown(kind).replaceAll('"', "")}-record/1`]),
    rules_version: oneOf([RULES_VERSION]),
    players: isList,
    events: isList,
  };
  const told = Object.fromEntries(Object.keys(header).map((key) => [key, record[key]]));
  checkObject(told, header, "the record");
  await load(kind);
  const players = record.players.length;
  if (!GAMES[kind].sizes.includes(players))
    throw new Wrong("record", `${kind} is not played by ${players}`);
  checkObject(record.variant, GAMES[kind].variantShape(players), "variant");
  for (const player of record.players)
    checkObject(player, { name: isName, bot: orNull(isName) }, "a player");
  if ("own_dice" in record) {
    checkObject({ own_dice: record.own_dice }, { own_dice: oneOf([true]) }, "the record");
    if ("dice" in record)
      throw new Wrong("record", "dice the players rolled themselves can't have a proof");
  }
  if ("dice" in record) checkDiceShape(record.dice, players);
  if ("time" in record) checkTime(record.time, players, record.events.length);
  checkEventsShape(record.events, shapesOf(kind, players));
  if (record.outcome !== null) {
    checkObject(record.outcome, { winners: listOf(isWhole), termination: isText }, "outcome");
  }
}

function checkEventsShape(events, shapes) {
  for (const [index, event] of events.entries()) {
    const number = index + 1;
    if (!isObject(event) || !oneOf(Object.keys(shapes))(event.type)) {
      throw new Wrong("record", "there is no such type of event", number);
    }
    const severalOut = event.type === "timed_out" && "also" in event;
    const also = severalOut ? { also: ascending(different(listOf(isWhole, 1))) } : {};
    checkObject(event, { ...shapes[event.type], ...also }, event.type, number);
    if (severalOut && event.also[0] <= event.player) {
      throw new Wrong("record", "the first of those out of time names the others", number);
    }
    if (event.seq !== number) {
      throw new Wrong("record", `its number is ${event.seq}: the log has a gap`, number);
    }
  }
}

function checkDiceShape(told, players) {
  const hexadecimal = matches(/^[0-9a-f]{64}$/);
  const shape = {
    scheme: isName,
    code: matches(/^[0-9A-Za-z_-]{1,64}$/),
    commitment: hexadecimal,
    secret: orNull(hexadecimal),
    seats: isList,
  };
  checkObject(told, shape, "dice");
  const seat = { salt: matches(/^[0-9A-Za-z_-]{0,64}$/), player: isWhole };
  for (const one of told.seats) checkObject(one, seat, "a seat");
  if (!same(sorted(told.seats.map((one) => one.player)), range(players))) {
    throw new Wrong("record", `the seats are not those of ${players} players`);
  }
}

// Checks what is told of time. It has a form, but nothing else proves or refutes it.
function checkTime(told, players, events) {
  const used = listOf(orNull(isWhole), events, events);
  checkObject(told, { control: () => true, used, notes: isList }, "time");
  checkObject(told.control, controlShape(told.control), "control");
  let last = 0;
  for (const note of told.notes) {
    checkObject(note, noteShape(note, players), "a note");
    if (note.after < last || note.after > events)
      throw new Wrong("record", `a note is out of order: after ${note.after}`);
    last = note.after;
  }
}

function controlShape(control) {
  const within = (least, most) => (value) => isWhole(value) && least <= value && value <= most;
  if (control?.type === "live")
    return { type: isText, bank: within(0, 3600), per_decision: within(5, 300) };
  return { type: oneOf(["turn-by-turn"]), days: oneOf([1, 2, 3, 7]), weekends_off: isFlag };
}

function noteShape(note, players) {
  const player = oneOf(range(players));
  if (note?.type === "never-moved") return { after: isWhole, type: isText, player };
  if (!["given-back", "gone"].includes(note?.type)) {
    const type = oneOf(["stood-in", "taken-over"]);
    return { after: isWhole, type, player, bot: matches(/^[0-9A-Za-z_-]{1,30}$/) };
  }
  const shape = { after: isWhole, type: isText, seconds: isWhole };
  return "player" in note || note.type === "gone" ? { ...shape, player } : shape;
}

const isObject = (value) => typeof value === "object" && value !== null && !isList(value);

// Checks that the value is an object with exactly these keys, and values that fit them.
function checkObject(value, shape, name, event = 0) {
  if (!isObject(value)) throw new Wrong("record", `${name} is no object`, event);
  const keys = Object.keys(shape);
  const odd = [
    ...Object.keys(value).filter((key) => !keys.includes(key)),
    ...keys.filter((key) => !(key in value)),
  ];
  if (odd.length) {
    const named = odd.map((key) => shown(key).slice(0, 40)).join(", ");
    throw new Wrong("record", `${name}: a key is missing or too much: ${named}`, event);
  }
  for (const [key, fits] of Object.entries(shape)) {
    if (!fits(value[key])) {
      throw new Wrong(
        "record",
        `${name}: ${key} cannot be ${shown(value[key]).slice(0, 60)}`,
        event,
      );
    }
  }
}

// --- What the secret and the salts make ---------------------------------------------------

const SCHEMES = ["hmac-dice/1", "hmac-dice/2"];

const fromHex = (hex) => Uint8Array.from(hex.match(/../g), (pair) => parseInt(pair, 16));
const toHex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
const utf8 = (text) => new TextEncoder().encode(text);

// Returns why the dice cannot be checked, "" when they can.
function whyNoDice(record) {
  if ("own_dice" in record) return "the players rolled dice of their own, which nothing can prove";
  if (!("dice" in record)) return "the record has no dice that could be checked";
  const { scheme, secret } = record.dice;
  if (!SCHEMES.includes(scheme))
    return `this checks ${SCHEMES.join(" and ")}, not ${scheme.slice(0, 40)}`;
  if (secret === null)
    return "the record does not have the secret, which is shown when the game is over";
  return "";
}

const sha256 = async (bytes) => toHex(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)));

// Checks what was published before the game.
async function checkCommitment(told, sums) {
  const committed =
    told.scheme === "hmac-dice/1" // since then the commitment is that of one game only
      ? fromHex(told.secret)
      : utf8(`${told.scheme}|${told.code}|${told.secret}`);
  const made = await sha256(committed);
  const right = made === told.commitment;
  sums.set("commitment", { logged: told.commitment, made, right });
  if (!right) throw new Wrong("commitment", "the secret is not the one committed to");
}

// Compares the salts with the public list, which also has them of games that go on.
async function saltsOf(told, listed, sums) {
  const salts = told.seats.map((seat) => seat.salt).join(",");
  const made = await sha256(utf8(`salts/1|${told.commitment}|${salts}`));
  const said = await listed(told.commitment);
  sums.set("salts", { logged: said ?? "", made, right: said ? said === made : undefined });
  if (said === undefined) {
    const reason = `there is no public list to compare them with; it must say ${made}`;
    return finding(NOT_CHECKED, reason);
  }
  if (said === null) {
    const reason = `the public list has none for this commitment; these would be ${made}`;
    return finding(NOT_CHECKED, reason);
  }
  if (said !== made) throw new Wrong("salts", `the public list says ${said}, not ${made}`);
  return finding(PROVEN, "they are those in the public list");
}

// The chance of one game. sums, rolls: see verdict.
class Dice {
  static async of(told, sums, rolls) {
    const algorithm = { name: "HMAC", hash: "SHA-256" };
    const secret = await crypto.subtle.importKey("raw", fromHex(told.secret), algorithm, false, [
      "sign",
    ]);
    const salts = told.seats.map((seat) => seat.salt).join(",");
    return new Dice(secret, `${told.scheme}|${told.code}|${salts}`, sums, rolls);
  }

  constructor(secret, name, sums, rolls) {
    Object.assign(this, { secret, name, sums, rolls });
    this.blocks = []; // what the present stream was read from, as hexadecimal digits
  }

  async roll(player, turn, roll, count) {
    const stream = this.stream(`${player}|${turn}|${roll}`);
    const faces = [];
    while (faces.length < count) faces.push((await below(6, stream)) + 1);
    return faces;
  }

  async order(label, count) {
    const [stream, order] = [this.stream(label), range(count)];
    for (let i = count - 1; i > 0; i -= 1) {
      const j = await below(i + 1, stream);
      [order[i], order[j]] = [order[j], order[i]];
    }
    this.sums.set(label, { made: order.join(" "), bytes: this.blocks.join(" ") });
    return order;
  }

  async *stream(label) {
    this.blocks = [];
    for (;;) {
      const message = utf8(`${this.name}|${label}|${this.blocks.length}`);
      const block = new Uint8Array(await crypto.subtle.sign("HMAC", this.secret, message));
      this.blocks.push(toHex(block));
      yield* block;
    }
  }
}

async function below(n, stream) {
  for (;;) {
    const { value } = await stream.next();
    if (value < 256 - (256 % n)) return value % n;
  }
}

// Checks who plays in which place.
async function checkSeats(record, dice) {
  const seats = record.dice.seats.map((seat) => seat.player);
  const drawn = await dice.order("seats", seats.length);
  const right = drawn.every((place, player) => seats[place] === player);
  const logged = seats.map((_, player) => seats.indexOf(player)).join(" ");
  Object.assign(dice.sums.get("seats"), { logged, right });
  if (!right) throw new Wrong("seats", `the seats were not drawn like that: ${shown(seats)}`);
}

// --- What all games have in common --------------------------------------------------------

// A game that is played through. turns: how many each player has begun.
// Each kind has its own, with sizes (how many may play), variantShape, eventShapes, move, deciding
// and goOn.
export class Game {
  constructor(record, dice) {
    this.variant = record.variant;
    this.players = record.players.length;
    this.dice = dice;
    this.rolls = 0;
    this.turnPlayer = 0;
    this.turns = Array(this.players).fill(0);
    this.left = new Set();
    this.absent = new Set(); // who ran out of time together with somebody: their events follow
    this.result = null;
    this.now = 0; // the number of the event that is verified
  }

  // Checks that the event may come now, and lets it happen.
  async play(event) {
    this.now = event.seq;
    const { player } = event;
    const next =
      event.type === "timed_out" && (!this.absent.size || player === Math.min(...this.absent));
    this.require(next || !this.absent.size, "others ran out of time at the same moment");
    if (event.type === "ruled") {
      this.end(event.winners, "ruled"); // the site may decide at any moment, and again
      return;
    }
    this.require(this.result === null, "the game was over");
    this.require(!this.left.has(player), `player ${player} has left the game`);
    if (["resigned", "timed_out"].includes(event.type)) this.leave(event);
    else await this.move(event);
  }

  // Puts a player out of the game. It goes on when all who are absent together are out.
  leave({ type, player, also = [] }) {
    const waitedFor = this.deciding();
    const together = !this.absent.size && [player, ...also].every((one) => waitedFor.has(one));
    this.require(!also.length || together, `not all of ${shown([player, ...also])} had to decide`);
    this.left.add(player);
    this.absent.delete(player);
    if (also.length) this.absent = new Set(also);
    this.takeOut(player);
    if (this.absent.size) return;
    if (this.staying().length <= 1) this.end(this.staying(), type);
    else this.goOn();
  }

  // Takes away what a player who has left has on the table.
  takeOut() {}

  // Returns whether the game was set up as it had to be, as far as that can be told.
  async setUp() {
    return finding(PROVEN, "this game begins with an empty board");
  }

  staying() {
    return range(this.players).filter((player) => !this.left.has(player));
  }

  end(winners, termination) {
    this.result = { winners, termination };
  }

  // Throws that the rules do not allow this event, unless the condition holds.
  require(condition, reason) {
    if (!condition) throw new Wrong("moves", reason, this.now);
  }

  requireTurn(event) {
    this.require(event.player === this.turnPlayer, `it is player ${this.turnPlayer}'s turn`);
  }

  // Returns the dice as the log has them, which may not keep the order of all.
  asLogged(dice) {
    return dice;
  }

  // Checks the faces of a roll.
  async checkDice(event, logged, count) {
    this.rolls += 1;
    const sum = { logged: logged.join(" "), right: false };
    this.dice?.rolls.set(this.now, sum);
    if (logged.length !== count) {
      throw new Wrong("dice", `there are ${logged.length} dice, not ${count}`, this.now);
    }
    if (!this.dice) return;
    const dice = await this.dice.roll(event.player, event.turn, event.roll ?? 1, count);
    Object.assign(sum, { made: dice.join(" "), bytes: this.dice.blocks.join(" ") });
    const made = this.asLogged(dice);
    if (!same(made, logged))
      throw new Wrong("dice", `the dice are ${shown(made)}, not ${shown(logged)}`, this.now);
    sum.right = true;
  }
}

// The games by their names in records, as far as they are loaded.
const GAMES = {};

// The addresses of the games' scripts, as the page tells them.
const scripts = () => JSON.parse(byId("verifiers").textContent);

async function load(kind) {
  GAMES[kind] ??= (await import(scripts()[kind])).GAME;
}

export const loadAll = () => Promise.all(Object.keys(scripts()).map(load));
