// Buttons, as ../verify.js verifies it: see there.

import {
  ascending,
  different,
  finding,
  Game,
  isFace,
  isFlag,
  isWhole,
  listOf,
  NOT_CHECKED,
  oneOf,
  PROVEN,
  range,
  same,
  shown,
  sorted,
  Wrong,
} from "../verify.js";

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

const isCell = listOf(isFace, 2, 2);

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
  static sizes = [2, 3, 4];

  static variantShape(players) {
    const chosen = different(listOf(oneOf(Object.keys(LAYOUTS)), players, players));
    return { layouts: (value) => value === "random" || chosen(value) };
  }

  static eventShapes(own, nobody) {
    const dealt = {
      layouts: listOf(oneOf(Object.keys(LAYOUTS))),
      cards: listOf(listOf(oneOf(CARDS))),
    };
    const faces = { white: isFace, gold: isFace, black: ascending(listOf(isFace, 0, 4)) };
    return {
      dealt: { ...nobody, ...dealt, starter: isWhole },
      rolled: { ...own, ...faces, round: isWhole, turn: isWhole, bust: isFlag },
      placed: { ...own, cell: isCell },
      declined: own,
      opted_out: own,
      stars_placed: { ...own, cells: listOf(isCell) },
    };
  }

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

  // Returns the dice with the black ones sorted.
  asLogged(dice) {
    return [...dice.slice(0, 2), ...sorted(dice.slice(2))];
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

export const GAME = Buttons;
