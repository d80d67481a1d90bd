// Judges a whole game from its record. This is verify_record.py in JavaScript, with the same names
// in the same order, so that one can be read beside the other. What each claim says and in which
// order events are judged stands there. It knows nothing of the page.

import { NotJson, parse } from "./strict-json.js";

const CLAIMS = ["record", "commitment", "salts", "seats", "set-up", "dice", "moves", "outcome"];
export const [PROVEN, WRONG, NOT_CHECKED] = ["proven", "WRONG", "not checked"];

const AT_ONCE = 30; // milliseconds for which the page may have to wait

// Something is not as it must be. event: its number in the log, 0 if it is no event.
class Wrong extends Error {
  constructor(claim, reason, event = 0) {
    super(reason);
    this.claim = claim;
    this.event = event;
  }
}

// What became of one claim.
const finding = (state, reason, event = 0) => ({ state, reason, event });

// Returns what became of all claims.
//   claims: the finding of each, by its name.
//   wrong: the claim that is wrong and the number of the event, 0 if it is none; or null.
//   butForSalts: whether every claim is proven but the salts, which were not compared with the list.
//   warnings: the name of each, and what it is about.
//   sums: what the secret and the salts make before the first turn, beside the record.
//   rolls: the same of each roll, by the number of its event.
//   ownDice: whether the players rolled dice of their own.
function verdict(found, warnings, sums, rolls, ownDice) {
  const rest = finding(NOT_CHECKED, "the judging ended at what is wrong");
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

// Judges the bytes or the text of a record.
//   listed: promises the hash of the salts that the public list has for a commitment: null if it
//   has none, undefined if there is no list.
export async function judge(content, listed = async () => undefined) {
  const found = {};
  const [sums, rolls] = [new Map(), new Map()];
  let warnings = [];
  let ownDice = false;
  try {
    const record = read(content);
    found.record = finding(PROVEN, `${record.kind}, ${record.events.length} events`);
    warnings = [...warningsOf(record)];
    ownDice = "own_dice" in record;
    await judgeGame(record, listed, found, sums, rolls);
  } catch (wrong) {
    if (!(wrong instanceof Wrong)) throw wrong;
    found[wrong.claim] = finding(WRONG, wrong.message, wrong.event);
  }
  return verdict(found, warnings, sums, rolls, ownDice);
}

// Judges everything but the text, and notes what is found.
async function judgeGame(record, listed, found, sums, rolls) {
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

const shown = (value) => JSON.stringify(value);
const same = (one, other) => shown(one) === shown(other);
const sorted = (values) => [...values].sort((a, b) => a - b);
const range = (count) => [...Array(count).keys()];

// --- The text of a record -----------------------------------------------------------------

export const MAX_BYTES = 256 * 1024;
const RULES_VERSION = 1;
// How many may play. A daily challenge of Can't Stop is played alone.
const PLAYERS = { cantstop: [1, 2, 3, 4], buttons: [2, 3, 4] };
// The numbers of columns to win, by the number of players.
const GOALS = { 1: [3, 4, 5], 2: [3, 4, 5], 3: [3, 4, 5], 4: [3] };

// Each of these says whether a value of a record is one that there is.
const isWhole = (value) => typeof value === "number"; // the reader takes no others
const isFlag = (value) => typeof value === "boolean";
const isText = (value) => typeof value === "string";
// Without control characters and halves of characters.
const isName = (value) => isText(value) && !/[\p{Cc}\p{Cs}]/u.test(value);
const isList = Array.isArray;
const oneOf = (values) => (value) => values.includes(value);
const matches = (pattern) => (value) => isText(value) && pattern.test(value);
const orNull = (fits) => (value) => value === null || fits(value);
const listOf =
  (fits, least = 0, most = Infinity) =>
  (value) =>
    isList(value) && least <= value.length && value.length <= most && value.every(fits);
const ascending = (fits) => (value) => fits(value) && same(value, sorted(value));
const different = (fits) => (value) => fits(value) && new Set(value).size === value.length;

const isFace = oneOf([1, 2, 3, 4, 5, 6]);
const isColumn = oneOf([2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
const isCell = listOf(isFace, 2, 2);

// Returns the keys of each type of event, and what fits them.
function shapesOf(kind, players) {
  const own = { seq: isWhole, player: oneOf(range(players)), type: isText };
  const nobody = { seq: isWhole, type: isText };
  const winners = ascending(different(listOf(oneOf(range(players)))));
  const common = { resigned: own, timed_out: own, ruled: { ...nobody, winners } };
  // "also" is there only when several ran out of time: see checkEventsShape.
  if (kind === "cantstop") {
    const faces = { dice: listOf(isFace, 4, 4) };
    return {
      ...common,
      rolled: { ...own, ...faces, turn: isWhole, roll: isWhole, bust: isFlag },
      split: { ...own, columns: listOf(isColumn, 1, 2) },
      stopped: own,
    };
  }
  const dealt = {
    layouts: listOf(oneOf(Object.keys(LAYOUTS))),
    cards: listOf(listOf(oneOf(CARDS))),
  };
  const faces = { white: isFace, gold: isFace, black: ascending(listOf(isFace, 0, 4)) };
  return {
    ...common,
    dealt: { ...nobody, ...dealt, starter: isWhole },
    rolled: { ...own, ...faces, round: isWhole, turn: isWhole, bust: isFlag },
    placed: { ...own, cell: isCell },
    declined: own,
    opted_out: own,
    stars_placed: { ...own, cells: listOf(isCell) },
  };
}

function variantShape(kind, players) {
  if (kind === "cantstop") {
    return {
      columns_to_win: oneOf(GOALS[players]),
      meeting: oneOf(["share", "jump", "must-roll"]),
      stop_early: isFlag,
    };
  }
  const chosen = different(listOf(oneOf(Object.keys(LAYOUTS)), players, players));
  return { layouts: (value) => value === "random" || chosen(value) };
}

// Returns the record that the bytes or the text are.
function read(content) {
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
  checkRecord(record);
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
function checkRecord(record) {
  const anything = () => true;
  const keys = ["format", "kind", "rules_version", "variant", "players", "events", "outcome"];
  if (isObject(record)) keys.push(...["dice", "own_dice", "time"].filter((key) => key in record));
  checkObject(record, Object.fromEntries(keys.map((key) => [key, anything])), "the record");
  const { kind } = record;
  const header = {
    kind: oneOf(Object.keys(PLAYERS)),
    format: oneOf([`${shown(kind).replaceAll('"', "")}-record/1`]),
    rules_version: oneOf([RULES_VERSION]),
    players: isList,
    events: isList,
  };
  const told = Object.fromEntries(Object.keys(header).map((key) => [key, record[key]]));
  checkObject(told, header, "the record");
  const players = record.players.length;
  if (!PLAYERS[kind].includes(players))
    throw new Wrong("record", `${kind} is not played by ${players}`);
  checkObject(record.variant, variantShape(kind, players), "variant");
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
class Game {
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
    this.now = 0; // the number of the event that is judged
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

  // Checks the faces of a roll. Black dice are sorted in the log.
  async checkDice(event, logged, count) {
    this.rolls += 1;
    const sum = { logged: logged.join(" "), right: false };
    this.dice?.rolls.set(this.now, sum);
    if (logged.length !== count) {
      throw new Wrong("dice", `there are ${logged.length} dice, not ${count}`, this.now);
    }
    if (!this.dice) return;
    const made = await this.dice.roll(event.player, event.turn, event.roll ?? 1, count);
    Object.assign(sum, { made: made.join(" "), bytes: this.dice.blocks.join(" ") });
    if ("black" in event) made.splice(2, count, ...sorted(made.slice(2)));
    if (!same(made, logged))
      throw new Wrong("dice", `the dice are ${shown(made)}, not ${shown(logged)}`, this.now);
    sum.right = true;
  }
}

// --- Can't Stop ---------------------------------------------------------------------------

const LENGTHS = { 2: 3, 3: 5, 4: 7, 5: 9, 6: 11, 7: 13, 8: 11, 9: 9, 10: 7, 11: 5, 12: 3 };
const COLUMNS = Object.keys(LENGTHS).map(Number);
const RUNNERS = 3;

// Can't Stop.
//   markers: of each player, the space in each column.  owners: of the columns claimed.
//   runners: of the turn, the space in each column.  roll: how many the turn has had.
//   choices: what the roll allows that is not answered yet, each as the columns advanced.
class CantStop extends Game {
  constructor(record, dice) {
    super(record, dice);
    this.jump = this.variant.meeting === "jump";
    this.mustRoll = this.variant.meeting === "must-roll";
    this.markers = range(this.players).map(() => new Map());
    this.owners = new Map();
    this.runners = new Map();
    this.roll = 0;
    this.choices = [];
    this.turns[0] = 1;
  }

  async move(event) {
    this.requireTurn(event);
    if (event.type === "rolled") {
      this.require(!this.choices.length, "the roll before it is not answered");
      const here = [event.turn, event.roll];
      const right = [this.turns[this.turnPlayer], this.roll + 1];
      this.require(same(here, right), `turn and roll are ${shown(right)}, not ${shown(here)}`);
      await this.checkDice(event, event.dice, 4);
      this.choices = this.choicesOf(event.dice);
      const bust = !this.choices.length;
      this.require(event.bust === bust, `it is ${bust ? "a" : "no"} bust`);
      this.roll += 1;
      if (bust) this.nextTurn();
    } else if (event.type === "split") {
      this.require(this.choices.length, "there is no roll to choose from");
      const fits = this.choices.some((choice) => same(choice, event.columns));
      this.require(fits, `the roll allows ${shown(this.choices)}, not ${shown(event.columns)}`);
      this.choices = [];
      for (const column of event.columns) this.runners.set(column, this.step(column));
    } else {
      this.require(this.roll && !this.choices.length, "there is nothing to stop after");
      this.checkStop();
      this.stop();
    }
  }

  // Returns every way to use the dice, as the columns advanced: none is a bust.
  choicesOf([a, b, c, d]) {
    const [choices, seen] = [[], []];
    for (const sums of [
      [a + b, c + d],
      [a + c, b + d],
      [a + d, b + c],
    ]) {
      if (seen.includes(shown(sorted(sums)))) continue; // the same two sums are one choice
      seen.push(shown(sorted(sums)));
      choices.push(...this.advances(...sums));
    }
    return choices;
  }

  // Returns the ways to advance by two sums: all that is possible must be done.
  advances(first, second) {
    const columns = [first, second].filter((column) => this.isOpen(column));
    if (!columns.length) return [];
    if (first === second) {
      // The second step is lost if the first reaches the top.
      return [this.step(first) === LENGTHS[first] ? [first] : [first, first]];
    }
    const fresh = columns.filter((column) => !this.runners.has(column));
    if (fresh.length === 2 && this.runners.size === RUNNERS - 1) {
      return [[first], [second]]; // one runner for two columns: the player chooses
    }
    return [columns];
  }

  // Returns whether a runner can move in the column, or be placed in it.
  isOpen(column) {
    if (this.owners.has(column) || this.runners.get(column) === LENGTHS[column]) return false;
    return this.runners.has(column) || this.runners.size < RUNNERS;
  }

  // Returns the space after one step, past others' markers where the table jumps.
  step(column) {
    let space = this.runners.get(column) ?? this.markers[this.turnPlayer].get(column) ?? 0;
    space += 1;
    while (this.jump && this.others(column).has(space)) space += 1;
    return space;
  }

  // Returns the spaces of the column with a marker of another player.
  others(column) {
    const markers = this.markers.filter((_, player) => player !== this.turnPlayer);
    return new Set(markers.filter((own) => own.has(column)).map((own) => own.get(column)));
  }

  // Checks that the options of the table allow to stop.
  checkStop() {
    const free = COLUMNS.some((column) => !this.owners.has(column) && !this.runners.has(column));
    const early = this.runners.size < RUNNERS && free;
    this.require(this.variant.stop_early || !early, "a runner must still be placed");
    const met = [...this.runners].some(([column, space]) => this.others(column).has(space));
    this.require(!(this.mustRoll && met), "a runner stands beside another's marker");
  }

  // Keeps what the turn has gained, and sees who has won.
  stop() {
    const player = this.turnPlayer;
    for (const [column, space] of this.runners) {
      this.markers[player].set(column, space);
      if (space !== LENGTHS[column]) continue;
      this.owners.set(column, player);
      for (const other of range(this.players)) {
        if (other !== player) this.markers[other].delete(column);
      }
    }
    const claimed = [...this.owners.values()];
    const count = (one) => claimed.filter((owner) => owner === one).length;
    if (count(player) >= this.variant.columns_to_win) {
      this.end([player], "columns");
    } else if (claimed.length === COLUMNS.length) {
      const most = Math.max(...this.staying().map(count));
      this.end(
        this.staying().filter((one) => count(one) === most),
        "exhausted",
      );
    } else {
      this.nextTurn();
    }
  }

  nextTurn() {
    [this.runners, this.choices, this.roll] = [new Map(), [], 0];
    do this.turnPlayer = (this.turnPlayer + 1) % this.players;
    while (this.left.has(this.turnPlayer));
    this.turns[this.turnPlayer] += 1;
  }

  deciding() {
    return new Set([this.turnPlayer]);
  }

  goOn() {
    if (this.left.has(this.turnPlayer)) this.nextTurn();
  }
}

// --- Buttons ------------------------------------------------------------------------------

const CARDS = ["red", "yellow", "green", "blue"];
const LETTERS = { red: "R", yellow: "Y", green: "G", blue: "B" };
// The colours of each layout, row by row.
const LAYOUTS = {
  "1A": "BGBYRG RYGBYB YGYGBR RYRBGB BRYGRY GBGRYR",
  "1B": "BRBGRY YBGBYR GYBYRG RGYGYB BRGRBY RGRYGB",
  "2A": "RBGBYR BGYGRY GYRYGB RGYGBY YBRBRG GRBRYB",
  "2B": "GRGBYB RBYRGY YRGBRG GBRGYR RYBYGB BGYRBY",
  "3A": "YRYRGB GBRGRY YGBRBR GYGYRB RBYGBG BYGBYR",
  "3B": "YBRYGR GYGBRB BRYGYR GYGRBY YGBGRB RBRYBG",
  "4A": "YRYBGR GBGYRB YRBRBG GYRYRB BGYGYR RBGBGY",
  "4B": "YRBRBG BGYBRY RYGYGB BGBGYR GYRYRB RBGRYG",
};
const [ENOUGH_OF_A_COLOUR, LINE, ENOUGH_STARS] = [3, 5, 12];

// A row and a column, both from 1, as one number: 10 times the row, plus the column.
const cellOf = ([row, column]) => 10 * row + column;
const inOrder = (hand) => CARDS.filter((card) => hand.includes(card));

// Buttons.
//   cards: of each player in this round.  buttons, stars: of each player, their cells.
//   inside: who still plays in this round.  scoring: who opted out of it.
//   taken: the black dice taken out of play in this round.
//   phase: "turn", "place" or "stars".  pending: who has to decide in the last two.
//   white, gold, columns: of the last roll; columns: those that a black die shows, gold included.
class Buttons extends Game {
  constructor(record, dice) {
    super(record, dice);
    this.layouts = [];
    this.cards = [];
    this.buttons = range(this.players).map(() => new Set());
    this.stars = range(this.players).map(() => new Set());
    this.round = 0;
    this.inside = new Set();
    this.scoring = new Set();
    this.taken = 0;
    this.phase = "turn";
    this.pending = new Set();
    this.white = 0;
    this.gold = 0;
    this.columns = [];
  }

  // Checks the deal and begins the first round.
  async setUp([dealt], noDice) {
    if (!dealt) return finding(NOT_CHECKED, "nothing is dealt yet");
    if (dealt.type !== "dealt") throw new Wrong("set-up", "the deal is missing", 1);
    this.layouts = dealt.layouts;
    this.cards = dealt.cards;
    this.checkLayouts();
    this.checkCards();
    if (this.dice) await this.checkDrawn(dealt);
    const starter = this.holderOfRed();
    if (dealt.starter !== starter) {
      throw new Wrong("set-up", `player ${starter} holds red and begins`, 1);
    }
    this.startRound();
    return noDice ? finding(NOT_CHECKED, noDice) : finding(PROVEN, "it was dealt so");
  }

  checkLayouts() {
    const [chosen, count] = [this.variant.layouts, this.players];
    if (chosen !== "random" && !same(chosen, this.layouts)) {
      throw new Wrong("set-up", `the layouts are ${shown(chosen)}, not ${shown(this.layouts)}`, 1);
    }
    if (this.layouts.length !== count || new Set(this.layouts).size !== count) {
      throw new Wrong("set-up", `these are not ${count} different layouts`, 1);
    }
  }

  checkCards() {
    const each = this.players === 2 ? 2 : 1;
    const everything = this.cards.flat();
    const fits =
      this.cards.length === this.players &&
      this.cards.every((hand) => hand.length === each && same(hand, inOrder(hand))) &&
      new Set(everything).size === everything.length &&
      everything.includes("red");
    if (!fits) throw new Wrong("set-up", `these are not the cards of ${this.players} players`, 1);
  }

  // Checks that layouts and cards are those that the secret and the salts make.
  async checkDrawn(dealt) {
    const names = Object.keys(LAYOUTS);
    let layouts = this.variant.layouts;
    if (layouts === "random") {
      layouts = (await this.dice.order("layouts", names.length))
        .slice(0, this.players)
        .map((i) => names[i]);
    }
    let cards = CARDS;
    if (this.players === 3) {
      const kept = (await this.dice.order("card left out", 3)).slice(1);
      cards = [CARDS[0], ...kept.map((i) => CARDS[1 + i])];
    }
    const drawn = (await this.dice.order("cards", cards.length)).map((i) => cards[i]);
    const each = Math.floor(cards.length / this.players);
    const hands = range(this.players).map((player) =>
      inOrder(drawn.slice(player * each, (player + 1) * each)),
    );
    const text = ({ layouts, cards, starter }) => shown({ layouts, cards, starter });
    const starter = hands.findIndex((hand) => hand.includes("red"));
    const made = text({ layouts, cards: hands, starter });
    const right = made === text(dealt);
    this.dice.sums.set("set-up", { logged: text(dealt), made, right });
    if (!right) throw new Wrong("set-up", `it is ${made}, not ${text(dealt)}`, 1);
  }

  async move(event) {
    if (event.type === "rolled") {
      await this.rolled(event);
    } else if (event.type === "opted_out") {
      this.requirePhase("turn");
      this.requireTurn(event);
      this.require(this.buttons[this.turnPlayer].size, "nobody opts out without a button");
      this.scoring.add(this.turnPlayer);
      this.outOfRound(this.turnPlayer);
    } else if (event.type === "placed" || event.type === "declined") {
      this.requirePhase("place");
      this.requirePending(event);
      this.useRoll(event);
    } else if (event.type === "stars_placed") {
      this.requirePhase("stars");
      this.requirePending(event);
      this.placeStars(event);
    } else {
      this.require(this.now === 1, "a deal in the middle of the game");
      return;
    }
    this.settle();
  }

  requirePhase(phase) {
    const waits = { turn: "a roll or opting out", place: "the use of a roll", stars: "stars" };
    this.require(this.phase === phase, `the game waits for ${waits[this.phase]}`);
  }

  requirePending(event) {
    this.require(this.pending.has(event.player), `player ${event.player} has nothing to decide`);
  }

  async rolled(event) {
    this.requirePhase("turn");
    this.requireTurn(event);
    const { player } = event;
    const [here, right] = [
      [event.round, event.turn],
      [this.round, this.turns[player]],
    ];
    this.require(same(here, right), `round and turn are ${shown(right)}, not ${shown(here)}`);
    await this.checkDice(event, [event.white, event.gold, ...event.black], 6 - this.taken);
    this.white = event.white;
    this.gold = event.gold;
    this.columns = [event.gold, ...event.black];
    const bust = !this.columns.some((column) => this.isLegal(player, [this.white, column]));
    this.require(event.bust === bust, `it is ${bust ? "a" : "no"} bust`);
    this.phase = "place";
    const others = [...this.inside].filter((one) => one !== player);
    this.pending = new Set(others.filter((one) => this.isLegal(one, [this.white, this.gold])));
    if (bust) {
      this.buttons[player] = new Set();
      this.outOfRound(player);
    } else {
      this.pending.add(player);
    }
  }

  // Returns whether the player may put a button there.
  isLegal(player, [row, column]) {
    const beside = [
      [row - 1, column],
      [row + 1, column],
      [row, column - 1],
      [row, column + 1],
    ];
    const [buttons, stars, cell] = [
      this.buttons[player],
      this.stars[player],
      cellOf([row, column]),
    ];
    if (buttons.has(cell) || stars.has(cell)) return false;
    return !beside.some((other) => buttons.has(cellOf(other)));
  }

  // Places a button or declines: the roller must place, the others may use white and gold.
  useRoll(event) {
    const { player } = event;
    const columns = player === this.turnPlayer ? this.columns : [this.gold];
    if (event.type === "placed") {
      const [row, column] = event.cell;
      const fits =
        row === this.white && columns.includes(column) && this.isLegal(player, event.cell);
      this.require(fits, `player ${player} may not use ${shown(event.cell)}`);
      this.buttons[player].add(cellOf(event.cell));
    } else {
      this.require(player !== this.turnPlayer, "the player who rolled must place");
    }
    this.pending.delete(player);
  }

  placeStars(event) {
    const { player } = event;
    const cells = event.cells.map(cellOf);
    const earned = this.starsEarned(player);
    this.require(cells.length === earned, `${earned} stars are earned, not ${cells.length}`);
    const fits =
      same(cells, sorted(new Set(cells))) && cells.every((cell) => this.buttons[player].has(cell));
    this.require(fits, "stars go where the player has buttons, each once, in order");
    for (const cell of cells) this.stars[player].add(cell);
    this.pending.delete(player);
  }

  starsEarned(player) {
    const rows = LAYOUTS[this.layouts[player]].split(" ");
    const under = [...this.buttons[player]].map(
      (cell) => rows[Math.floor(cell / 10) - 1][(cell % 10) - 1],
    );
    let earned = 1;
    for (const card of CARDS) {
      const count = under.filter((colour) => colour === LETTERS[card]).length;
      if (count >= ENOUGH_OF_A_COLOUR) earned += this.cards[player].includes(card) ? 2 : 1;
    }
    return earned;
  }

  // Puts a player out of the round, with the dice that costs.
  outOfRound(player) {
    this.inside.delete(player);
    this.taken += this.players === 2 ? 2 : 1;
  }

  deciding() {
    return this.phase === "turn" ? new Set([this.turnPlayer]) : this.pending;
  }

  takeOut(player) {
    this.buttons[player] = new Set();
    for (const group of [this.inside, this.scoring, this.pending]) group.delete(player);
  }

  goOn() {
    this.settle();
  }

  // Goes on as far as nobody has to decide.
  settle() {
    if (this.phase === "turn") {
      if (!this.inside.has(this.turnPlayer)) this.passTurn(this.turnPlayer + 1);
    } else if (!this.pending.size) {
      if (this.phase === "place") this.passTurn(this.turnPlayer + 1);
      else this.endRound();
    }
  }

  // Gives the turn to the first who is still in the round from this seat on, else counts.
  passTurn(first) {
    const seats = range(this.players).map((step) => (first + step) % this.players);
    const next = seats.find((seat) => this.inside.has(seat));
    if (next !== undefined) {
      this.phase = "turn";
      this.turnPlayer = next;
      this.turns[next] += 1;
      return;
    }
    this.phase = "stars";
    this.pending = new Set(this.scoring);
    this.settle();
  }

  // Sees who has won, or begins the next round: each card goes to the next seat.
  endRound() {
    const lines = this.staying().filter((player) => hasLine(this.stars[player]));
    const many = this.staying().filter((player) => this.stars[player].size >= ENOUGH_STARS);
    const best = lines.length ? lines : many;
    if (best.length) {
      const most = Math.max(...best.map((player) => this.stars[player].size));
      const winners = best.filter((player) => this.stars[player].size === most);
      this.end(winners, lines.length ? "line" : "stars");
      return;
    }
    this.cards = [this.cards.at(-1), ...this.cards.slice(0, -1)];
    this.startRound();
  }

  startRound() {
    this.round += 1;
    this.buttons = range(this.players).map(() => new Set());
    this.inside = new Set(this.staying());
    this.scoring = new Set();
    this.taken = 0;
    this.passTurn(this.holderOfRed());
  }

  holderOfRed() {
    return this.cards.findIndex((hand) => hand.includes("red"));
  }
}

// Returns whether five stars stand side by side in a row or a column.
function hasLine(stars) {
  const from = (cell, by) => range(LINE).every((i) => stars.has(cell + i * by));
  return [...stars].some((cell) => from(cell, 1) || from(cell, 10));
}

const GAMES = { cantstop: CantStop, buttons: Buttons };
