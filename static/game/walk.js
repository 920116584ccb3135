// Walking a game both ways, and a reader's place in it.

import { back, forward } from '../board/moves.js';

/** @import { Board, Move } from '../shapes/game.js' */

/** A reader who stands somewhere in a list of moves. */
export class Walk {
  /**
   * `stones` is the position after all of `moves`.
   * @param {Board} board
   * @param {Move[]} moves
   * @param {string} stones
   */
  constructor(board, moves, stones) {
    this.board = board;
    this.moves = [...moves];
    this.stones = stones;
    this.number = moves.length;
  }

  get length() {
    return this.moves.length;
  }

  get atEnd() {
    return this.number === this.length;
  }

  /** The move that led here, or null at the beginning. */
  get lastMove() {
    return this.number > 0 ? this.moves[this.number - 1] : null;
  }

  /**
   * A new move at the end. It doesn't carry the reader along.
   * @param {Move} move
   */
  append(move) {
    this.moves.push(move);
  }

  /**
   * The last moves were taken back: only so many are left.
   * @param {number} length
   */
  takeBack(length) {
    if (this.number > length) this.goTo(length);
    this.moves.length = length;
  }

  /** @param {number} number */
  goTo(number) {
    const target = Math.max(0, Math.min(this.length, number));
    while (this.number < target) {
      this.stones = forward(this.board, this.stones, this.moves[this.number]);
      this.number += 1;
    }
    while (this.number > target) {
      this.number -= 1;
      this.stones = back(this.board, this.stones, this.moves[this.number]);
    }
  }
}

/** Where in the game a reader looks: at the newest move, at an earlier one, or beside it at moves that are tried. */
export class Reader {
  /** @param {Walk} walk */
  constructor(walk) {
    this.walk = walk;
    this.seen = walk.length;
    /** Whether the reader tries moves, or looks at some: nothing is done in the game from there. */
    this.beside = false;
    /** Whether the reader looks at a tried move: new moves do not take the reader away from it. */
    this.held = false;
  }

  get live() {
    return this.walk.atEnd && !this.beside;
  }

  /** Does the reader go along with new moves? */
  get follows() {
    return this.walk.atEnd && !this.held;
  }

  /** Moves that were made since this reader left the newest one. */
  get newMoves() {
    return this.live ? 0 : this.walk.length - this.seen;
  }

  /** @param {Move} move */
  append(move) {
    const { follows } = this;
    this.walk.append(move);
    if (follows) this.goTo(this.walk.length);
  }

  /**
   * A reader who looked at a move that was taken back now looks at the last that is left.
   * @param {number} length
   */
  takeBack(length) {
    this.walk.takeBack(length);
    this.seen = this.follows ? length : Math.min(this.seen, length);
  }

  /** @param {number} number */
  goTo(number) {
    this.walk.goTo(number);
    if (this.walk.atEnd) this.seen = this.walk.length;
  }

  /** @param {number} count */
  step(count) {
    this.goTo(this.walk.number + count);
  }

  /**
   * After a fresh snapshot: the same place, if it is still there.
   * @param {Walk} walk
   */
  moveTo(walk) {
    const place = this.follows ? null : this.walk.number;
    this.walk = walk;
    this.seen = Math.min(this.seen, walk.length);
    if (place === null) this.seen = walk.length;
    else this.goTo(place);
  }
}
