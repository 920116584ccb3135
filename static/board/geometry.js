// Points and their names. A board is {width, height}, and {count} if its last row
// isn't full; a point is an index that counts row by row from the top left, as in
// the `stones` strings.

const LETTERS = 'ABCDEFGHJKLMNOPQRSTUVWXYZ';

/** @typedef {{width: number, height: number, count?: number}} Sides */

/** @type {(column: number) => string} */
export const columnLetter = (column) => LETTERS[column];

/** @type {(board: Sides) => number} */
export const pointCount = (board) => board.count ?? board.width * board.height;

/** @type {(board: Sides, column: number, row: number) => number} */
export const pointAt = (board, column, row) => row * board.width + column;

/** @type {(board: Sides, point: number) => number} */
export const columnOf = (board, point) => point % board.width;

/** @type {(board: Sides, point: number) => number} */
export const rowOf = (board, point) => Math.floor(point / board.width);

/**
 * @param {Sides} board
 * @param {number} point
 */
export function vertexOf(board, point) {
  return LETTERS[columnOf(board, point)] + (board.height - rowOf(board, point));
}

/**
 * The point a vertex names, or null if it is no vertex of this board.
 * @param {Sides} board
 * @param {string} text
 * @returns {any}
 */
export function parseVertex(board, text) {
  const match = /^\s*([A-HJ-Z])\s*([1-9][0-9]?)\s*$/i.exec(text);
  if (!match) return null;
  const column = LETTERS.indexOf(match[1].toUpperCase());
  const row = board.height - Number(match[2]);
  if (column >= board.width || row < 0) return null;
  const point = pointAt(board, column, row);
  return point < pointCount(board) ? point : null;
}

/**
 * The points that carry a dot. Small boards have few, even sides no middle.
 * @param {Sides} board
 */
export function starPoints(board) {
  const columns = starLines(board.width);
  const rows = starLines(board.height);
  const found = [];
  for (const row of rows.all) {
    for (const column of columns.all) {
      const sideStar = (row === rows.middle) !== (column === columns.middle);
      if (sideStar && (board.width < 15 || board.height < 15)) continue;
      found.push(pointAt(board, column, row));
    }
  }
  return found;
}

/** @param {number} length */
function starLines(length) {
  const middle = length % 2 === 1 && length > 2 ? (length - 1) / 2 : null;
  const edge = length >= 12 ? 3 : length >= 7 ? 2 : null;
  const all = new Set();
  if (edge !== null) all.add(edge);
  if (middle !== null) all.add(middle);
  if (edge !== null) all.add(length - 1 - edge);
  return { all: [...all], middle };
}
