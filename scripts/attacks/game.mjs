// A game between two honest players, whose moves are timed from when they are sent until they are acknowledged.

import { TEXT, frame, openSocket } from './connection.mjs';
import { guest, make } from './rest.mjs';

const COLUMNS = 'ABCDEFGHJKLMNOPQRSTUVWXYZ';
const PAUSE = 50;
const PATIENCE = 30_000;

export class Game {
  constructor(where) {
    this.where = where;
    this.waiting = new Map();
    this.times = [];
    this.number = 0;
    this.turn = 0;
  }

  static async begin(where) {
    const game = new Game(where);
    game.players = [await game.player('Ann'), await game.player('Ben')];
    await game.next();
    return game;
  }

  async player(name) {
    const { token } = await guest(this.where, name);
    const socket = await openSocket(this.where, (told) => this.heard(told));
    socket.write(frame(TEXT, JSON.stringify({ type: 'authenticate', token })));
    return { token, socket };
  }

  async next() {
    const [ann, ben] = this.players;
    const wish = { board: { width: 25, height: 25 }, color: 'black' };
    const made = await make(this.where, '/games', { body: wish, token: ann.token });
    await make(this.where, `/games/${made.id}/join`, { token: ben.token });
    [this.id, this.turn] = [made.id, 0];
  }

  heard(told) {
    if (told.type !== 'ack' && told.type !== 'problem') return;
    this.waiting.get(told.id)?.(told);
  }

  // One move. Black's rows and White's never touch, so none is ever forbidden.
  async move() {
    const color = this.turn % 2;
    const place = Math.floor(this.turn / 2);
    const row = 1 + 4 * Math.floor(place / COLUMNS.length) + 2 * color;
    if (row > COLUMNS.length) {
      await this.next();
      return;
    }
    const id = `m${this.number++}`;
    const command = { type: 'play', id, turn: this.turn, at: `${COLUMNS[place % COLUMNS.length]}${row}` };
    const sent = performance.now();
    const answered = new Promise((resolve) => this.waiting.set(id, resolve));
    this.players[color].socket.write(frame(TEXT, JSON.stringify({ type: 'command', game: this.id, command })));
    const late = new Promise((resolve) => setTimeout(resolve, PATIENCE, { type: 'silence' }).unref());
    const told = await Promise.race([answered, late]);
    this.waiting.delete(id);
    if (told.type !== 'ack') throw new Error(`a move was answered by ${JSON.stringify(told)}`);
    this.times.push(performance.now() - sent);
    this.turn += 1;
  }

  // Plays for some milliseconds, and answers the 99th percentile of the moves' times.
  async play(millis) {
    this.times = [];
    for (const end = performance.now() + millis; performance.now() < end;) {
      await this.move();
      await new Promise((resolve) => setTimeout(resolve, PAUSE));
    }
    const sorted = this.times.sort((a, b) => a - b);
    return sorted[Math.floor(sorted.length * 0.99)];
  }
}
