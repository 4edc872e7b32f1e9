// The workload on boardgame.io: node boardgame.mjs PORT. State in memory, hidden hands by playerView.
import { createRequire } from "node:module";
import { SEATS, goOn, isReady, newDeal, pass, play, view } from "./hearts.mjs";

const { Server } = createRequire(import.meta.url)("boardgame.io/server");
const { INVALID_MOVE, ActivePlayers } = createRequire(import.meta.url)("boardgame.io/core");
const port = Number(process.argv[2]);

const Hearts = {
  name: "hearts",
  minPlayers: SEATS,
  maxPlayers: SEATS,
  disableUndo: true,
  setup: ({ random }) => ({ deal: newDeal(1, () => random.Number()) }),
  turn: { activePlayers: ActivePlayers.ALL },
  moves: {
    pass: {
      move: ({ G, playerID }, cards) => {
        if (!pass(G.deal, Number(playerID), cards)) return INVALID_MOVE;
      },
      client: false,
    },
    play: {
      move: ({ G, playerID }, card) => {
        if (!play(G.deal, Number(playerID), card)) return INVALID_MOVE;
      },
      client: false,
    },
    goOn: {
      move: ({ G, playerID, random }) => {
        if (!goOn(G.deal, Number(playerID))) return INVALID_MOVE;
        if (isReady(G.deal)) G.deal = newDeal(G.deal.number + 1, () => random.Number());
      },
      client: false,
      ignoreStaleStateID: true, // all four wish it at the same time
    },
  },
  playerView: ({ G, playerID }) => view(G.deal, Number(playerID)),
};

const server = Server({ games: [Hearts], origins: [/.*/] });
const listen = server.app.listen;
server.app.listen = (number, done) => listen.call(server.app, number, "127.0.0.1", done);
await server.run({ port, lobbyConfig: {} }, () => console.log("ready"));
