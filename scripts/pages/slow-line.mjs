// A line between a browser and a server on this machine: it counts every byte, and is as slow as it is told to be.

import { connect, createServer } from 'node:net';

/** Nothing slows this one. */
export const FAST = { roundTrip: 0, down: Infinity, up: Infinity };
const KBIT = 1000 / 8;
/** `roundTrip` in milliseconds, `down` and `up` in bytes a second, for all connections together. */
export const LINES = [
  { roundTrip: 150, down: 1600 * KBIT, up: 750 * KBIT, name: '150 ms, 1.6 Mbit/s' },
  { roundTrip: 400, down: 400 * KBIT, up: 400 * KBIT, name: '400 ms, 400 kbit/s' },
];
/** What is sent at once: about ten packets. */
const PIECE = 1_400 * 10;

/** One direction of a line, which all connections share. */
class Direction {
  constructor(line, rate) {
    Object.assign(this, { line, rate, free: 0, bytes: 0 });
  }

  /** Passes a piece on when it would have arrived; the next one waits for its end. */
  async send(bytes) {
    this.bytes += bytes.length;
    const { roundTrip } = this.line.speed;
    const rate = this.line.speed[this.rate];
    const now = performance.now();
    this.free = Math.max(this.free, now) + (1000 * bytes.length) / rate;
    const arrives = this.free + roundTrip / 2;
    if (arrives > now) await new Promise((resolve) => { setTimeout(resolve, arrives - now); });
  }
}

export class SlowLine {
  static async to(port) {
    const line = new SlowLine();
    line.server = createServer({ allowHalfOpen: true }, (client) => line.join(client, port));
    await new Promise((resolve) => { line.server.listen(0, '127.0.0.1', resolve); });
    line.url = `http://127.0.0.1:${line.server.address().port}`;
    return line;
  }

  constructor() {
    this.speed = FAST;
    this.sockets = new Set();
    this.restart();
  }

  /** Everything begins anew: no connection is left, and nothing is counted yet. */
  restart(speed = this.speed) {
    for (const socket of this.sockets) socket.destroy();
    this.speed = speed;
    this.down = new Direction(this, 'down');
    this.up = new Direction(this, 'up');
    this.requests = [];
  }

  async join(client, port) {
    const { down, up } = this;
    const server = connect(port, '127.0.0.1');
    for (const socket of [client, server]) {
      this.sockets.add(socket);
      socket.setNoDelay(true);
      socket.on('error', () => { client.destroy(); server.destroy(); });
      socket.on('close', () => this.sockets.delete(socket));
    }
    // A connection is there for its client after one round trip: this one is there at once, so its first bytes wait.
    const opened = new Promise((resolve) => { setTimeout(resolve, this.speed.roundTrip); });
    client.on('data', (bytes) => {
      const line = /^(?:GET|HEAD|POST) (\S+) HTTP\/1\.1\r\n/.exec(bytes.toString('latin1'));
      if (line) this.requests.push(line[1]);
    });
    this.carry(client, server, up, opened);
    this.carry(server, client, down, opened);
  }

  async carry(from, to, direction, opened) {
    let last = opened;
    from.on('data', (bytes) => {
      for (let start = 0; start < bytes.length; start += PIECE) {
        const piece = bytes.subarray(start, start + PIECE);
        const before = last;
        last = (async () => {
          // A piece begins its way when it is there; pieces keep their order.
          await opened;
          const sent = direction.send(piece);
          await Promise.all([before, sent]);
          if (to.writable) to.write(piece);
        })();
      }
    });
    from.on('end', () => { last.then(() => to.end()); });
  }

  close() {
    this.restart();
    this.server.close();
  }
}
