// Positions of lessons: the prepared stones are put on the board, without a rule of Go.

import { parseVertex } from '../board/geometry.js';

/** @import { Layout } from '../board/layout.js' */
/** @import { Color } from '../shapes/game.js' */

const LETTER = { black: 'B', white: 'W' };

/**
 * The board of a step, {width, height}; its rows are written from the top.
 * @param {any} parts
 * @returns {any}
 */
export const boardOf = ({ stones }) => ({ width: stones[0].length, height: stones.length });

/**
 * A position after a stone whose captures are known.
 * @param {Layout} board
 * @param {string} stones
 * @param {Color} color
 * @param {any} parts
 */
export function withStone(board, stones, color, { at, captured = [] }) {
  const next = [...stones];
  next[parseVertex(board, at)] = LETTER[color];
  for (const vertex of captured) next[parseVertex(board, vertex)] = '.';
  return next.join('');
}

/**
 * @param {Layout} board
 * @param {string} stones
 * @param {string[]} vertices
 */
export function without(board, stones, vertices) {
  const next = [...stones];
  for (const vertex of vertices) next[parseVertex(board, vertex)] = '.';
  return next.join('');
}
