// Walking a game both ways. Every move says what it took off the board, so a
// position follows from its neighbour without knowing any rule of the game.

import { parseVertex } from '../board/geometry.js';

const LETTER = { black: 'B', white: 'W' };
const OTHER = { black: 'W', white: 'B' };

/** The stones after a move, from the stones before it. */
export function forward(board, stones, move) {
  if (move.at === 'pass') return stones;
  const points = [...stones];
  points[parseVertex(board, move.at)] = LETTER[move.color];
  for (const vertex of move.captured) points[parseVertex(board, vertex)] = '.';
  return points.join('');
}

/** The stones before a move, from the stones after it. */
export function back(board, stones, move) {
  if (move.at === 'pass') return stones;
  const points = [...stones];
  // Only suicide takes the played stone itself, and then every stone it takes
  // is the player's own.
  const suicide = move.captured.includes(move.at);
  const taken = suicide ? LETTER[move.color] : OTHER[move.color];
  for (const vertex of move.captured) points[parseVertex(board, vertex)] = taken;
  points[parseVertex(board, move.at)] = '.';
  return points.join('');
}

/** A reader who stands somewhere in a list of moves. */
export class Walk {
  /** `stones` is the position after all of `moves`. */
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

  /** A new move at the end. It doesn't carry the reader along. */
  append(move) {
    this.moves.push(move);
  }

  /** The last moves were taken back: only so many are left. */
  takeBack(length) {
    if (this.number > length) this.goTo(length);
    this.moves.length = length;
  }

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

/** Where in the game a reader looks: at the newest move, or at an earlier one. */
export class Reader {
  constructor(walk) {
    this.walk = walk;
    this.seen = walk.length;
  }

  get live() {
    return this.walk.atEnd;
  }

  /** Moves that were made since this reader left the newest one. */
  get newMoves() {
    return this.live ? 0 : this.walk.length - this.seen;
  }

  append(move) {
    const live = this.live;
    this.walk.append(move);
    if (live) this.goTo(this.walk.length);
  }

  /** A reader who looked at a move that was taken back now looks at the last that is left. */
  takeBack(length) {
    this.walk.takeBack(length);
    this.seen = this.live ? length : Math.min(this.seen, length);
  }

  goTo(number) {
    this.walk.goTo(number);
    if (this.live) this.seen = this.walk.length;
  }

  step(count) {
    this.goTo(this.walk.number + count);
  }

  /** After a fresh snapshot: the same place, if it is still there. */
  moveTo(walk) {
    const place = this.live ? null : this.walk.number;
    this.walk = walk;
    if (place === null) this.seen = walk.length;
    else this.goTo(place);
  }
}
