// The places of a game on which tried moves hang: the position after some of its moves, as they stood behind an event of its log.
// So a place stays what it was when moves are taken back.

/** @import { GameLog } from './game-log.js' */

/** The moves that stood behind each event of a game. */
export class Past {
  /** @param {any[]} events */
  constructor(events) {
    /** The number of the last event. */
    this.seq = events.at(-1)?.seq ?? 0;
    /**
     * Each move that was ever made, with the one before it: {before, count, move}. The first one is the beginning.
     * @type {any[]}
     */
    this.made = [{ before: null, count: 0, move: null }];
    /**
     * The last move behind each event that has changed it.
     * @type {any[]}
     */
    this.steps = [{ seq: 0, last: this.made[0] }];
    for (const event of events) this.add(event);
  }

  /** @param {any} parts */
  add({ seq, type, color, move, captured = [], moves }) {
    let { last } = /** @type {any} */ (this.steps.at(-1));
    if (type === 'played' || type === 'passed') {
      last = { before: last, count: last.count + 1, move: { color, at: type === 'played' ? move : 'pass', captured } };
    } else if (type === 'undo_accepted') last = back(last, moves);
    else return;
    this.steps.push({ seq, last });
  }

  /**
   * The moves of a place; null if there is none.
   * @param {any} parts
   */
  movesTo({ move, event }) {
    const { last } = this.steps.findLast(({ seq }) => seq <= event) ?? this.steps[0];
    if (event > this.seq || last.count < move) return null;
    const moves = [];
    for (let at = back(last, move); at.before; at = at.before) moves.push(at.move);
    return moves.reverse();
  }
}

/**
 * @param {any} last
 * @param {number} count
 */
function back(last, count) {
  let at = last;
  while (at.count > count) at = at.before;
  return at;
}

/** Finds the nodes of a GameTree for places. The game's events are asked for only when a place may be on moves that were taken back. */
export class GamePlaces {
  /** @type {{log: GameLog}} */ state;
  /** @type {any} */ tree;
  /** @type {() => Promise<any[]>} */ getEvents;
  /** @type {() => void} */ found;

  /**
   * `getEvents` answers all events of the game; `found` is told that more places can be found now.
   * @param {{log: GameLog}} state
   * @param {any} tree
   * @param {any} parts
   */
  constructor(state, tree, { getEvents, found }) {
    Object.assign(this, { state, tree, getEvents, found });
    this.past = null;
    this.asking = false;
    /** Up to which event of the game it was asked for last. */
    this.asked = null;
  }

  /**
   * The node of a place; undefined if it is not known yet, and null if there is none.
   * @param {any} place
   */
  nodeAt(place) {
    const { state: { log }, tree } = this;
    const { move, event } = place ?? {};
    if (!Number.isInteger(move) || !Number.isInteger(event)) return null;
    if (event > tree.seq) return undefined;
    if (log.tookBack(place) === false) return tree.line[move] ?? null;
    if (!this.past || this.past.seq < event) {
      this.ask();
      return undefined;
    }
    const moves = this.past.movesTo(place);
    return moves && tree.behind(moves, event);
  }

  /** The next answer that is missing may ask again, though the game has not gone on. */
  lookAgain() {
    this.asked = null;
  }

  async ask() {
    if (this.asking || this.asked === this.tree.seq) return;
    this.asking = true;
    this.asked = this.tree.seq;
    try {
      this.past = new Past(await this.getEvents());
    } catch {
      return;
    } finally {
      this.asking = false;
    }
    this.found();
  }
}
