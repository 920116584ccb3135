// The events of a game that are no moves, each with the move that it follows.

/** @import { Clock, GameEvent, Move, Undo } from '../shapes/game.js' */

const LOGGED = [
  'undo_accepted', 'undo_rejected', 'paused', 'unpaused', 'clock_given', 'credited', 'resumed', 'timed_out', 'claimed', 'adjudicated', 'resigned',
  'aborted',
];

/** @typedef {{after: number, event: GameEvent, withdrawn: boolean, timed: boolean}} LogEntry */

export class GameLog {
  /**
   * Begins with no moves, for all events of a game, or with a snapshot of the game.
   * @param {{moves?: Move[], undo?: Undo | null, clock?: Clock | null, seq?: number, players?: {black?: object | null}}} parts
   */
  constructor({ moves = [], undo = null, clock = null, seq = 0, players = {} } = {}) {
    this.moves = moves.length;
    /** The number of the event behind which the log knows everything. */
    this.since = GameLog.isLonger({ seq, moves, players }) ? seq : 0;
    this.asked = undo?.color ?? null;
    this.timed = clock !== null;
    /**
     * {after: a number of moves, event, withdrawn: whether the player who asked for an undo withdrew it, timed: whether there was
     * a clock}
     * @type {LogEntry[]}
     */
    this.entries = [];
  }

  /** Does the log know each event of the game? */
  get isWhole() {
    return this.since === 0;
  }

  /** @param {GameEvent[]} events */
  static from(events) {
    const log = new GameLog();
    for (const event of events) log.add(event);
    return log;
  }

  /** @param {GameEvent} event */
  add(event) {
    if (event.type === 'played' || event.type === 'passed') this.moves += 1;
    if ('clock' in event.changed) this.timed = event.changed.clock !== null;
    if (event.type === 'undo_requested') this.asked = event.color;
    if (event.type === 'undo_accepted') this.takeBack(event.moves);
    if (!LOGGED.includes(event.type)) return;
    const withdrawn = event.type === 'undo_rejected' && event.color === this.asked;
    this.entries.push({ after: this.moves, event, withdrawn, timed: this.timed });
  }

  /** @param {number} moves */
  takeBack(moves) {
    this.moves = moves;
    for (const entry of this.entries) entry.after = Math.min(entry.after, moves);
  }

  /**
   * Were the first moves, so many of them, taken back behind an event? Undefined if the log does not reach back so far.
   * @param {{move: number, event: number}} parts
   */
  tookBack({ move, event }) {
    const took = this.entries.some(({ event: { type, seq, moves } }) => type === 'undo_accepted' && seq > event && moves < move);
    return took || (event < this.since ? undefined : false);
  }

  /**
   * Has a game's log events that its snapshot does not show? The snapshot shows each move, and that the seats are taken.
   * @param {{seq: number, moves: unknown[], players: {black?: object | null}}} parts
   */
  static isLonger({ seq, moves, players }) {
    return seq > moves.length + (players.black ? 1 : 0);
  }
}
