// Moves on the stones of a board. Every move says what it took off, so that a position follows from its neighbour without knowing any
// rule of the game.

import { parseVertex } from './geometry.js';

/** @import { Color, Move } from '../shapes/game.js' */
/** @import { Sides } from './geometry.js' */

const LETTER = { black: 'B', white: 'W' };
const OTHER = { black: 'W', white: 'B' };

/** @type {(color: Color) => Color} */
export const opponentOf = (color) => (color === 'black' ? 'white' : 'black');

/**
 * The stones after a move, from the stones before it.
 * @param {Sides} board
 * @param {string} stones
 * @param {Pick<Move, 'color' | 'at' | 'captured'>} move
 */
export function forward(board, stones, move) {
  if (move.at === 'pass') return stones;
  const points = [...stones];
  points[parseVertex(board, move.at)] = LETTER[move.color];
  for (const vertex of move.captured) points[parseVertex(board, vertex)] = '.';
  return points.join('');
}

/**
 * The stones before a move, from the stones after it.
 * @param {Sides} board
 * @param {string} stones
 * @param {Pick<Move, 'color' | 'at' | 'captured'>} move
 */
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
