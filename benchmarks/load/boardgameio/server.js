// The boardgame.io server that the site is compared with: `node server.js PORT [FOLDER]`.
// With a folder it keeps its games in files there, else in memory.
const { FlatFile, Origins, Server } = require("boardgame.io/server");
const { CantStop } = require("./game.js");

const [port, dir] = process.argv.slice(2);
const server = Server({
  games: [CantStop],
  origins: [Origins.LOCALHOST],
  db: dir && new FlatFile({ dir }),
});
server.run({ port: Number(port) });
