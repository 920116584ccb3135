// The layouts of boards by their name. Plain grids are known; any other board is
// asked for once, for the same name always means the same board.

import { getBoard } from '../net/api.js';
import { gridLayout, layoutFrom } from './layout.js';

/** @import { Board } from '../shapes/game.js' */
/** @import { Layout } from './layout.js' */

/** @type {Map<string | undefined, Layout>} */
const known = new Map();
/** @type {Map<string | undefined, Promise<Layout>>} */
const asked = new Map();

/**
 * The layout of a game's board, {width, height, name}, or null before it was fetched.
 * @param {Board} board
 * @returns {Layout | null}
 */
export function knownLayout(board) {
  if (!board.name || board.name.startsWith('grid ')) return gridLayout(board);
  return known.get(board.name) ?? null;
}

/**
 * Fetches the layout of a board that isn't known; refused if the server can't be asked.
 * @param {{name?: string}} board
 * @returns {Promise<Layout>}
 */
export function fetchLayout({ name }) {
  if (!asked.has(name)) {
    const answer = getBoard(/** @type {string} */ (name)).then((shape) => {
      known.set(name, layoutFrom(shape));
      return /** @type {Layout} */ (known.get(name));
    });
    asked.set(name, answer);
    answer.catch(() => asked.delete(name));
  }
  return /** @type {Promise<Layout>} */ (asked.get(name));
}
