// What lies under the stones: wood, lines, star points, coordinates.

import { columnLetter, columnOf, rowOf, starPoints } from './geometry.js';
import { svg } from '../dom/svg.js';

const PLAIN_MARGIN = 0.75;

// A small board is drawn large, so its coordinates can be smaller in its units.
const nameSize = (board) => 0.22 + 0.0126 * Math.min(19, Math.max(board.width, board.height));
const namedMargin = (board) => 0.57 + 1.48 * nameSize(board);

/** The part of the plane that a board fills, in units of one line distance. */
export function boardBox(board, named) {
  const margin = named ? namedMargin(board) : PLAIN_MARGIN;
  return { x: -margin, y: -margin, width: board.width - 1 + 2 * margin, height: board.height - 1 + 2 * margin };
}

export function groundShapes(board, named) {
  const box = boardBox(board, named);
  const shapes = ['wood', 'grain-wide', 'grain-fine'].map((paint) =>
    svg('rect', { ...box, rx: 0.22, fill: `url(#${paint})` }));
  shapes.push(gridShape(board));
  for (const point of starPoints(board)) {
    shapes.push(svg('circle', { class: 'star', cx: columnOf(board, point), cy: rowOf(board, point), r: 0.11 }));
  }
  if (named) shapes.push(...nameShapes(board));
  return shapes;
}

function gridShape(board) {
  const right = board.width - 1;
  const bottom = board.height - 1;
  let path = '';
  for (let column = 0; column <= right; column += 1) path += `M${column} 0V${bottom}`;
  for (let row = 0; row <= bottom; row += 1) path += `M0 ${row}H${right}`;
  return svg('path', { class: 'grid', d: path });
}

function nameShapes(board) {
  const shapes = [];
  const size = nameSize(board);
  const away = namedMargin(board) - 0.7 * size;
  const put = (x, y, name) => {
    const text = svg('text', { class: 'coordinate', x, y, 'font-size': size });
    text.textContent = name;
    shapes.push(text);
  };
  for (let column = 0; column < board.width; column += 1) {
    put(column, -away, columnLetter(column));
    put(column, board.height - 1 + away, columnLetter(column));
  }
  for (let row = 0; row < board.height; row += 1) {
    put(-away, row, board.height - row);
    put(board.width - 1 + away, row, board.height - row);
  }
  return shapes;
}
