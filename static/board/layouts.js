// The layouts of boards by their name. Plain grids are known; any other board is
// asked for once, for the same name always means the same board.

import { getBoard } from '../net/api.js';
import { gridLayout, layoutFrom } from './layout.js';

const known = new Map();
const asked = new Map();

/** The layout of a game's board, {width, height, name}, or null before it was fetched. */
export function knownLayout(board) {
  if (!board.name || board.name.startsWith('grid ')) return gridLayout(board);
  return known.get(board.name) ?? null;
}

/** Fetches the layout of a board that isn't known; refused if the server can't be asked. */
export function fetchLayout({ name }) {
  if (!asked.has(name)) {
    const answer = getBoard(name).then((shape) => {
      known.set(name, layoutFrom(shape));
      return known.get(name);
    });
    asked.set(name, answer);
    answer.catch(() => asked.delete(name));
  }
  return asked.get(name);
}
