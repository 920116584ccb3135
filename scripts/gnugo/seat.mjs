// One player's WebSocket in one game: sends commands, walks the events, and keeps the position they give.

import { WebSocket } from '../../tests/browser/npm-packages.js';
import { Position } from './position.mjs';

const PATIENCE_MS = 30_000;

export class Seat {
  #socket;
  #waiting = new Set();
  #answers = new Map();
  #commands = 0;
  #failure = null;

  events = [];

  constructor(socket, game, start) {
    this.#socket = socket;
    this.game = game;
    this.position = new Position(start.settings.board, start.setup);
  }

  /**
   * Opens the socket, says who is there (half of the seats by header, half by the first message) and subscribes
   * from the first event on.
   */
  static async open(server, player, start, by) {
    const headers = by === 'header' ? { authorization: `Bearer ${player.token}` } : {};
    const socket = new WebSocket(server.socketUrl, { headers });
    const seat = new Seat(socket, start.id, start);
    seat.#listen();
    await seat.#until('hello', () => seat.hello);
    if (by === 'message') {
      seat.#send({ type: 'authenticate', token: player.token });
      await seat.#until('authenticated', () => seat.authenticated);
    } else if (seat.hello.player?.id !== player.player.id) {
      throw new Error(`hello names ${JSON.stringify(seat.hello.player)}, not ${player.player.id}`);
    }
    seat.#send({ type: 'subscribe', game: start.id, since: 0 });
    await seat.#until('subscribed', () => seat.subscribed);
    return seat;
  }

  /** The number of the event that came of it; a refusal is thrown. */
  async command(command) {
    this.#commands += 1;
    const id = `c-${this.#commands}`;
    this.#send({ type: 'command', game: this.game, command: { id, ...command } });
    const answer = await this.#until(`the answer to ${command.type}`, () => this.#answers.get(id));
    if (answer.type === 'problem') {
      throw new Error(`the server refused ${JSON.stringify(command)}: ${JSON.stringify(answer.problem)}`);
    }
    return answer.seq;
  }

  /** The event of that number, as soon as it is here. */
  event(seq) {
    return this.#until(`event ${seq}`, () => this.events[seq - 1]);
  }

  close() {
    this.#socket.terminate();
  }

  #send(message) {
    this.#socket.send(JSON.stringify(message));
  }

  #listen() {
    this.#socket.on('message', (data) => {
      try {
        this.#receive(JSON.parse(data));
      } catch (error) {
        this.#failure ??= error;
      }
      this.#wake();
    });
    const fail = (error) => {
      this.#failure ??= error;
      this.#wake();
    };
    this.#socket.on('error', fail);
    this.#socket.on('close', (code) => fail(new Error(`the socket closed with code ${code}`)));
  }

  #receive(message) {
    switch (message.type) {
      case 'hello':
      case 'authenticated':
      case 'subscribed':
        this[message.type] = message;
        break;
      case 'event': {
        const { event } = message;
        if (event.seq !== this.events.length + 1) {
          throw new Error(`event ${event.seq} came after event ${this.events.length}`);
        }
        this.position.apply(event);
        this.events.push(event);
        break;
      }
      case 'ack':
        this.#answers.set(message.id, message);
        break;
      case 'problem':
        if (message.id === null) throw new Error(`problem ${JSON.stringify(message.problem)}`);
        this.#answers.set(message.id, message);
        break;
      // The rest, such as who is present, tells nothing of the position; types still to come are ignored, too, as the
      // contract asks of every client.
      default:
    }
  }

  #wake() {
    for (const look of this.#waiting) look();
  }

  /** Waits until `find` finds something. */
  #until(what, find) {
    return new Promise((resolve, reject) => {
      const settle = (settled, value) => {
        clearTimeout(timer);
        this.#waiting.delete(look);
        settled(value);
      };
      const look = () => {
        const found = find();
        if (found) settle(resolve, found);
        else if (this.#failure) settle(reject, this.#failure);
      };
      const timer = setTimeout(() => settle(reject, new Error(`no ${what} in ${PATIENCE_MS} ms`)), PATIENCE_MS);
      this.#waiting.add(look);
      look();
    });
  }
}
