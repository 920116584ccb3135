// The invisible grid over the board that hears pointers, keys and screen
// readers: one cell a point, one of them in the tab order at a time.

import { COLOR } from './stones.js';
import { columnOf, pointAt, rowOf, vertexOf } from './geometry.js';
import { svg } from '../dom/svg.js';

const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export class CellLayer {
  constructor(board) {
    this.board = board;
    this.cells = [];
    this.rows = [];
    for (let row = 0; row < board.height; row += 1) {
      const group = svg('g', { role: 'row' });
      for (let column = 0; column < board.width; column += 1) {
        const cell = svg('rect', {
          class: 'cell', role: 'gridcell', tabindex: -1,
          x: column - 0.5, y: row - 0.5, width: 1, height: 1,
          'data-point': vertexOf(board, pointAt(board, column, row)), 'data-stone': 'empty',
        });
        this.cells.push(cell);
        group.append(cell);
      }
      this.rows.push(group);
    }
    this.rove(pointAt(board, Math.floor(board.width / 2), Math.floor(board.height / 2)));
  }

  rove(point) {
    this.current?.setAttribute('tabindex', -1);
    this.current = this.cells[point];
    this.current.setAttribute('tabindex', 0);
  }

  pointOf(target) {
    return this.cells.indexOf(target.closest?.('.cell'));
  }

  show(stones, nameOf) {
    this.cells.forEach((cell, point) => {
      const stone = COLOR[stones[point]];
      if (cell.dataset.stone !== stone) cell.dataset.stone = stone;
      const name = nameOf(point);
      if (cell.getAttribute('aria-label') !== name) cell.setAttribute('aria-label', name);
    });
  }

  /** Moves the focus with an arrow key; false if the key is no arrow. */
  arrow(key) {
    const step = STEPS[key];
    if (!step) return false;
    const { width, height } = this.board;
    const point = this.cells.indexOf(this.current);
    const column = Math.max(0, Math.min(width - 1, columnOf(this.board, point) + step[0]));
    const row = Math.max(0, Math.min(height - 1, rowOf(this.board, point) + step[1]));
    this.rove(pointAt(this.board, column, row));
    this.current.focus();
    return true;
  }
}
