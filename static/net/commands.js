// Commands of one player in one game. Each has an id of its own, so that one
// whose answer was lost can be sent again and still counts once.

import { Problem } from './problem.js';

const ANSWER_TIME = 8_000;
const UNAVAILABLE_PAUSE = 1_500;

function newId() {
  // crypto.randomUUID isn't there on plain http away from localhost.
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return `c-${[...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

export class Commands {
  constructor(connection, game, { timers = globalThis, makeId = newId } = {}) {
    this.connection = connection;
    this.game = game;
    this.timers = timers;
    this.makeId = makeId;
    this.waiting = new Map();
    connection.on('state', (online) => online && this.sendAgain());
    connection.on('frame', (frame) => frame.game === game && this.receive(frame));
  }

  /** Resolves when the server has the command safely; throws a Problem if it refused. */
  send(command) {
    const id = this.makeId();
    return new Promise((resolve, reject) => {
      const frame = { type: 'command', game: this.game, command: { ...command, id } };
      this.waiting.set(id, { frame, resolve, reject, timer: null });
      this.transmit(id);
    });
  }

  transmit(id) {
    const entry = this.waiting.get(id);
    if (!entry) return;
    this.timers.clearTimeout(entry.timer);
    // Silence on a socket that seems open means that it isn't. Reconnecting
    // sends the command again.
    if (this.connection.send(entry.frame)) {
      entry.timer = this.timers.setTimeout(() => this.connection.reconnectNow(), ANSWER_TIME);
    }
  }

  sendAgain() {
    for (const id of this.waiting.keys()) this.transmit(id);
  }

  receive(frame) {
    const entry = this.waiting.get(frame.id);
    if (!entry) return;
    this.timers.clearTimeout(entry.timer);
    if (frame.type === 'problem') {
      const wait = retryPause(frame.problem);
      if (wait !== null) {
        entry.timer = this.timers.setTimeout(() => this.transmit(frame.id), wait);
        return;
      }
    }
    this.waiting.delete(frame.id);
    if (frame.type === 'ack') entry.resolve(frame);
    else entry.reject(new Problem(frame.problem));
  }
}

/** Refusals that pass by themselves, after which the same command may come again. */
function retryPause(problem) {
  if (problem.code === 'unavailable') return UNAVAILABLE_PAUSE;
  if (problem.code === 'too_many_requests') return problem.params?.retry_after_ms ?? UNAVAILABLE_PAUSE;
  return null;
}
