// The workload on Colyseus: node colyseus.mjs PORT. State in memory, one message for each seat and move.
import { Room, Server } from "@colyseus/core";
import { WebSocketTransport } from "@colyseus/ws-transport";
import { SEATS, goOn, isReady, newDeal, pass, play, view } from "./hearts.mjs";

const port = Number(process.argv[2]);

class Hearts extends Room {
  maxClients = SEATS;
  autoDispose = false;
  patchRate = null;

  onCreate() {
    this.deal = newDeal(1, Math.random);
    this.seats = new Map();
    this.onMessage("pass", (client, message) => this.after(pass(this.deal, this.seats.get(client), message.cards), client));
    this.onMessage("play", (client, message) => this.after(play(this.deal, this.seats.get(client), message.card), client));
    this.onMessage("goOn", (client) => this.afterWish(goOn(this.deal, this.seats.get(client)), client));
  }

  onJoin(client) {
    this.seats.set(client, this.seats.size);
    client.send("dealt", view(this.deal, this.seats.get(client)));
  }

  /** Tell everybody what a move has changed for them. */
  after(possible, mover) {
    if (!possible) {
      mover.send("refused", {});
      return;
    }
    for (const [client, seat] of this.seats) client.send("told", view(this.deal, seat));
  }

  /** Tell everybody of a wish, and deal when all four have it. */
  afterWish(possible, mover) {
    if (!possible) {
      mover.send("refused", {});
      return;
    }
    if (!isReady(this.deal)) {
      for (const [client] of this.seats) client.send("wished", { ready: this.deal.ready });
      return;
    }
    this.deal = newDeal(this.deal.number + 1, Math.random);
    for (const [client, seat] of this.seats) client.send("dealt", view(this.deal, seat));
  }
}

const server = new Server({ transport: new WebSocketTransport({ pingInterval: 20_000 }), greet: false });
server.define("hearts", Hearts);
await server.listen(port, "127.0.0.1");
console.log("ready");
