// Can't Stop, as ../verify.js verifies it: see there.

import {
  Game,
  isFace,
  isFlag,
  isWhole,
  listOf,
  oneOf,
  range,
  same,
  shown,
  sorted,
} from "../verify.js";

const LENGTHS = { 2: 3, 3: 5, 4: 7, 5: 9, 6: 11, 7: 13, 8: 11, 9: 9, 10: 7, 11: 5, 12: 3 };
const COLUMNS = Object.keys(LENGTHS).map(Number);
const RUNNERS = 3;
// The numbers of columns to win, by the number of players. One plays a daily challenge alone.
const GOALS = { 1: [3, 4, 5], 2: [3, 4, 5], 3: [3, 4, 5], 4: [3] };

// Can't Stop.
//   markers: of each player, the space in each column.  owners: of the columns claimed.
//   runners: of the turn, the space in each column.  roll: how many the turn has had.
//   choices: what the roll allows that is not answered yet, each as the columns advanced.
class CantStop extends Game {
  static sizes = [1, 2, 3, 4];

  static variantShape(players) {
    return {
      columns_to_win: oneOf(GOALS[players]),
      meeting: oneOf(["share", "jump", "must-roll"]),
      stop_early: isFlag,
    };
  }

  static eventShapes(own) {
    const faces = { dice: listOf(isFace, 4, 4) };
    return {
      rolled: { ...own, ...faces, turn: isWhole, roll: isWhole, bust: isFlag },
      split: { ...own, columns: listOf(oneOf(COLUMNS), 1, 2) },
      stopped: own,
    };
  }

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

export const GAME = CantStop;
