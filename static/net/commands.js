// Commands of one player in one game. Each has an id of its own, so that one
// whose answer was lost can be sent again and still counts once. A command that is
// given without a connection waits, and is sent only into the position it was meant for.

import { Problem } from './problem.js';
import { newId } from './new-id.js';

/** @import { Connection } from './socket.js' */
/** @import { ProblemShape } from '../shapes/player.js' */

const ANSWER_TIME = 8_000;
const UNAVAILABLE_PAUSE = 1_500;
/** Refusals of a server that can decide nothing at the moment. */
const AWAY = ['unavailable', 'wrong_clock', 'later_release'];
/**
 * The command behind an event that is a move.
 * @type {Record<string, string>}
 */
const MOVES = { played: 'play', passed: 'pass' };

/**
 * A command that waits for its answer. `sent`: the server may have it, by the socket `sentOn`. `why`: what it waits for.
 * @typedef {object} Waiting
 * @property {{type: string, game: string, command: Record<string, any>}} frame
 * @property {(frame: any) => void} resolve
 * @property {(problem: Problem) => void} reject
 * @property {any} timer
 * @property {string | null} position
 * @property {boolean} sent
 * @property {WebSocket | null} sentOn
 * @property {boolean} held
 * @property {string | null} why
 */

export class Commands {
  /** @type {Connection} */ connection;
  /** @type {string} */ game;
  /** @type {() => string | null} */ position;
  /** @type {() => void} */ changed;
  /** @type {any} */ timers;
  /** @type {() => string} */ makeId;

  /**
   * `position` answers the position that a command is meant for; `changed` is called when another command waits, or none.
   * @param {Connection} connection
   * @param {string} game
   */
  constructor(connection, game, { position = () => null, changed = () => {}, timers = globalThis, makeId = newId } = {}) {
    Object.assign(this, { connection, game, position, changed, timers, makeId });
    /** @type {Map<string, Waiting>} */
    this.waiting = new Map();
    /**
     * The numbers of the events that commands of this page led to.
     * @type {Set<number>}
     */
    this.own = new Set();
    connection.on('state', () => this.lookAgain());
    connection.on('caught_up', (caughtUp) => caughtUp === game && this.sendAgain());
    connection.on('kept_back', ({ game: keptBack, why }) => keptBack === game && this.holdUnsent(why));
    connection.on('frame', (frame) => frame.game === game && this.receive(frame));
  }

  /**
   * Resolves when the server has the command safely; throws a Problem if it refused, with `held` if it had waited.
   * @param {Record<string, any>} command
   * @returns {Promise<unknown>}
   */
  send(command) {
    const id = this.makeId();
    return new Promise((resolve, reject) => {
      const frame = { type: 'command', game: this.game, command: { ...command, id } };
      this.waiting.set(id, { frame, resolve, reject, timer: null, position: this.position(), sent: false, sentOn: null, held: false, why: null });
      this.transmit(id);
    });
  }

  /**
   * Did a command of this page lead to this event? The same player may sit at another device, too. If the answer to the
   * command was lost, the event comes before it: it is known by its turn then, in which nobody else may move.
   * @param {any} event
   */
  isOwn({ seq, type, move, changed }) {
    if (this.own.has(seq)) return true;
    const kind = MOVES[type];
    return [...this.waiting.values()].some(({ sent, frame: { command } }) => sent && command.type === kind
      && command.turn + 1 === changed.turn && (kind === 'pass' || command.at === move));
  }

  /**
   * The command that waits longer than an answer takes, or null: {command, why, withdraw}. `why` is 'offline', 'unsure' (it
   * was sent and the answer is lost), or 'unavailable', 'wrong_clock' or 'later_release' (the server can't save it); `withdraw`
   * is null where it is too late.
   */
  get held() {
    for (const [id, { frame, why }] of this.waiting) {
      if (why) return { command: frame.command, why, withdraw: why === 'unsure' ? null : () => this.refuse(id, 'withdrawn') };
    }
    return null;
  }

  /** @param {string} id */
  transmit(id) {
    const entry = this.waiting.get(id);
    if (!entry) return;
    this.timers.clearTimeout(entry.timer);
    if (!this.connection.isCurrent(this.game)) {
      if (this.connection.online || this.connection.isReturning) this.listen(entry);
      else this.hold(entry, entry.sent ? 'unsure' : 'offline');
      return;
    }
    if (!entry.sent && entry.position !== this.position()) {
      this.refuse(id, 'moved_on');
      return;
    }
    // A socket that was asked already may still answer.
    if (entry.sentOn !== this.connection.socket && this.connection.send(entry.frame)) {
      entry.sent = true;
      entry.sentOn = this.connection.socket;
    }
    this.listen(entry);
  }

  /**
   * Silence means a dead socket or a slow server, so the socket is probed. If it is dead, the command is sent again on the
   * next one.
   * @param {Waiting} entry
   */
  listen(entry) {
    entry.timer = this.timers.setTimeout(() => {
      this.listen(entry);
      this.connection.probe();
    }, ANSWER_TIME);
  }

  sendAgain() {
    for (const [id, entry] of this.waiting) {
      // A command that was sent and refused had an answer: it is known that it was not saved.
      if (!AWAY.includes(/** @type {string} */ (entry.why)) || !entry.sent) this.hold(entry, null);
      this.transmit(id);
    }
  }

  /** The socket is gone, or another is there. */
  lookAgain() {
    for (const id of this.waiting.keys()) this.transmit(id);
  }

  /**
   * Holds the commands that were never sent. A sent command may have been saved.
   * @param {string} why
   */
  holdUnsent(why) {
    for (const entry of this.waiting.values()) if (!entry.sent) this.hold(entry, why);
  }

  /**
   * @param {Waiting} entry
   * @param {string | null} why
   */
  hold(entry, why) {
    if (entry.why === why) return;
    entry.why = why;
    entry.held ||= why !== null;
    this.changed();
  }

  /**
   * @param {string} id
   * @param {string} code
   */
  refuse(id, code) {
    this.settle(id)?.reject(new Problem({ code }));
  }

  /**
   * Takes a command out of the waiting ones and answers it.
   * @param {string} id
   */
  settle(id) {
    const entry = this.waiting.get(id);
    if (!entry) return null;
    this.timers.clearTimeout(entry.timer);
    this.waiting.delete(id);
    if (entry.why) this.changed();
    return entry;
  }

  /** @param {any} frame */
  receive(frame) {
    const known = this.waiting.get(frame.id);
    if (!known) return;
    const wait = frame.type === 'problem' ? retryPause(frame.problem) : null;
    if (wait !== null) {
      this.timers.clearTimeout(known.timer);
      known.sentOn = null;
      known.timer = this.timers.setTimeout(() => this.transmit(frame.id), wait);
      if (AWAY.includes(frame.problem.code)) this.hold(known, frame.problem.code);
      return;
    }
    this.settle(frame.id);
    if (frame.type === 'ack') {
      this.own.add(frame.seq);
      known.resolve(frame);
    } else known.reject(Object.assign(new Problem(frame.problem), { held: known.held }));
  }
}

/**
 * Refusals that pass by themselves, after which the same command may come again.
 * @param {ProblemShape} problem
 */
function retryPause(problem) {
  if (AWAY.includes(problem.code)) return UNAVAILABLE_PAUSE;
  if (problem.code === 'too_many_requests') return problem.params?.retry_after_ms ?? UNAVAILABLE_PAUSE;
  return null;
}
