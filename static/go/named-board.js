// Boards by the names that addresses give them: `19x19`, or the name of any other kind.

import { BOARD_KINDS } from './wish.js';
import { fetchLayout, knownLayout } from '../board/layouts.js';

/** @import { Board } from '../shapes/game.js' */
/** @import { Layout } from '../board/layout.js' */

/**
 * A board as games name it, from its name in an address.
 * @param {string} name
 * @returns {any}
 */
export function boardNamed(name) {
  const [, width, height] = /^(?:grid )?(\d+)x(\d+)$/.exec(name) ?? [];
  return width ? { width: Number(width), height: Number(height), name: `grid ${width}x${height}` } : { name };
}

/**
 * The name of a board in an address; a wish for a board has one, too.
 * @type {(board: {name?: string, width?: number, height?: number}) => string}
 */
export const nameOfBoard = ({ name, width, height }) => (!name || name.startsWith('grid ') ? `${width}x${height}` : name);

/**
 * The layout of a board by its name. A grid is known, unless it is none that there can be: the server says so then.
 * @param {string} name
 * @returns {Promise<Layout>}
 */
export async function layoutNamed(name) {
  const board = boardNamed(name);
  const sides = [board.width, board.height].filter((side) => side !== undefined);
  const known = sides.every((side) => side >= 1 && side <= BOARD_KINDS.grid.max) && knownLayout(board);
  return known || fetchLayout(board);
}
