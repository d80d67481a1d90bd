// Can't Stop in boardgame.io's moves: the standard rules of docs/rules-cantstop.md for two players.
const { INVALID_MOVE } = require("boardgame.io/core");

const LENGTHS = [0, 0, 3, 5, 7, 9, 11, 13, 11, 9, 7, 5, 3];
const COLUMNS = LENGTHS.map((_, column) => column).slice(2);
const RUNNERS = 3;
const COLUMNS_TO_WIN = 3;
const PAIRS = [
  [0, 1, 2, 3],
  [0, 2, 1, 3],
  [0, 3, 1, 2],
];

const noPieces = () => LENGTHS.map(() => 0);
const freeRunners = (G) => RUNNERS - G.runners.filter(Boolean).length;
const isClosed = (G, column) => G.owners[column] !== null || G.runners[column] === LENGTHS[column];
const canUse = (G, column) => !isClosed(G, column) && (G.runners[column] > 0 || freeRunners(G) > 0);

function ways(G, player, [first, second]) {
  if (first === second) {
    if (!canUse(G, first)) return [];
    const next = (G.runners[first] || G.markers[player][first]) + 1;
    return [next === LENGTHS[first] ? [first] : [first, first]];
  }
  const usable = [first, second].filter((column) => canUse(G, column));
  if (usable.length < 2) return usable.length ? [usable] : [];
  const oneOfThem = freeRunners(G) === 1 && !G.runners[first] && !G.runners[second];
  return oneOfThem ? [[first], [second]] : [usable];
}

function legalSplits(G, player) {
  const seen = new Set();
  return PAIRS.flatMap(([a, b, c, d]) => {
    const sums = [G.dice[a] + G.dice[b], G.dice[c] + G.dice[d]];
    const key = [...sums].sort((x, y) => x - y).join();
    if (seen.has(key)) return [];
    seen.add(key);
    return ways(G, player, sums);
  });
}

function endTurn(G, events) {
  G.phase = "roll";
  G.dice = [];
  G.runners = noPieces();
  events.endTurn();
}

const moves = {
  roll({ G, playerID, random, events }) {
    if (G.phase === "choose") return INVALID_MOVE;
    G.dice = random.D6(4);
    G.rolled = G.dice;
    G.splits = legalSplits(G, playerID);
    if (G.splits.length) G.phase = "choose";
    else endTurn(G, events);
  },

  split({ G, playerID }, columns) {
    const isLegal = G.splits.some((split) => split.join() === columns.join());
    if (G.phase !== "choose" || !isLegal) return INVALID_MOVE;
    for (const column of columns)
      G.runners[column] = (G.runners[column] || G.markers[playerID][column]) + 1;
    G.phase = "decide";
    G.splits = [];
  },

  stop({ G, playerID, events }) {
    if (G.phase !== "decide") return INVALID_MOVE;
    for (const column of COLUMNS.filter((number) => G.runners[number])) {
      G.markers[playerID][column] = G.runners[column];
      if (G.runners[column] < LENGTHS[column]) continue;
      G.owners[column] = Number(playerID);
      for (const player of Object.keys(G.markers))
        if (player !== playerID) G.markers[player][column] = 0;
    }
    const claimed = G.owners.filter((owner) => owner === Number(playerID));
    if (claimed.length >= COLUMNS_TO_WIN) events.endGame({ winner: playerID });
    else endTurn(G, events);
  },
};

exports.CantStop = {
  name: "cantstop",
  minPlayers: 2,
  maxPlayers: 2,
  // The site has no undo either: without it a push holds the position once.
  disableUndo: true,
  setup: () => ({
    phase: "roll",
    dice: [],
    rolled: [],
    splits: [],
    runners: noPieces(),
    markers: { 0: noPieces(), 1: noPieces() },
    owners: LENGTHS.map(() => null),
  }),
  // Chance is the server's: browsers do not run these moves ahead of it.
  moves: Object.fromEntries(
    Object.entries(moves).map(([name, move]) => [name, { move, client: false }]),
  ),
};
