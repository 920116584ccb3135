// The invisible grid over the board that hears pointers, keys and screen
// readers: one cell a point, one of them in the tab order at a time. Copies
// beyond an edge have cells for the pointer alone.

import { COLOR } from './stones.js';
import { neighbourTowards } from './layout.js';
import { stamp, svg } from '../dom/svg.js';
import { vertexOf } from './geometry.js';

/** @import { Layout, Place } from './layout.js' */

/** @type {Record<string, Place>} */
const STEPS = {
  ArrowLeft: { x: -1, y: 0 }, ArrowRight: { x: 1, y: 0 }, ArrowUp: { x: 0, y: -1 }, ArrowDown: { x: 0, y: 1 },
};

export class CellLayer {
  /** @param {Layout} layout */
  constructor(layout) {
    this.layout = layout;
    const cell = this.shapes({ class: 'cell', role: 'gridcell', tabindex: -1, 'data-stone': 'empty' });
    const copy = this.shapes({ class: 'cell', 'data-stone': 'empty' });
    this.cells = layout.places.map((place, point) => cell(place, { 'data-point': vertexOf(layout, point) }));
    this.copies = layout.copies.map((place) => copy(place, { 'data-copy': vertexOf(layout, place.of) }));
    this.rows = rowsOf(layout).map((row) => svg('g', { role: 'row' }, ...row.map((point) => this.cells[point])));
    this.beyond = svg('g', { 'aria-hidden': 'true' }, ...this.copies);
    this.rove(middleOf(layout));
  }

  /**
   * Makes squares on a grid; elsewhere circles, which keep off their neighbours whatever their arrangement.
   * @param {Record<string, any>} attributes
   * @returns {(place: Place, own: Record<string, any>) => SVGElement}
   */
  shapes(attributes) {
    const { lettered } = this.layout;
    const shape = lettered ? stamp('rect', { width: 1, height: 1, ...attributes }) : stamp('circle', { r: 0.5, ...attributes });
    return ({ x, y }, own) => shape({ ...(lettered ? { x: x - 0.5, y: y - 0.5 } : { cx: x, cy: y }), ...own });
  }

  /** @param {number} point */
  rove(point) {
    this.current?.setAttribute('tabindex', '-1');
    /** @type {any} */
    this.current = this.cells[point];
    this.current.setAttribute('tabindex', '0');
  }

  /**
   * The point of a cell; a copy stands for the point that it shows.
   * @param {any} target
   * @returns {number}
   */
  pointOf(target) {
    const cell = target.closest?.('.cell');
    const copy = this.copies.indexOf(cell);
    return copy >= 0 ? this.layout.copies[copy].of : this.cells.indexOf(cell);
  }

  /**
   * `noteOf` answers a text that differs whenever anything but the stone makes a point's name differ; a point with the same
   * stone and note keeps its name. Without `noteOf` every name is made anew.
   * @param {string} stones
   * @param {(point: number) => string} nameOf
   * @param {((point: number) => string) | null} noteOf
   */
  show(stones, nameOf, noteOf = null) {
    const told = noteOf && this.cells.map((_, point) => stones[point] + noteOf(point));
    this.cells.forEach((cell, point) => {
      if (told && told[point] === this.told?.[point]) return;
      this.setStone(cell, stones[point]);
      const name = nameOf(point);
      if (cell.getAttribute('aria-label') !== name) cell.setAttribute('aria-label', name);
    });
    this.copies.forEach((cell, i) => this.setStone(cell, stones[this.layout.copies[i].of]));
    /** @type {string[] | null} */
    this.told = told;
  }

  /**
   * @param {SVGElement} cell
   * @param {string} letter
   */
  setStone(cell, letter) {
    if (cell.dataset.stone !== COLOR[letter]) cell.dataset.stone = COLOR[letter];
  }

  /**
   * Moves the focus with an arrow key; false if the key is no arrow.
   * @param {string} key
   */
  arrow(key) {
    const step = STEPS[key];
    if (!step) return false;
    this.rove(neighbourTowards(this.layout, this.cells.indexOf(this.current), step));
    this.current.focus();
    return true;
  }
}

/**
 * The points from the top down, in rows of one height.
 * @param {Layout} layout
 * @returns {number[][]}
 */
function rowsOf({ places }) {
  const rows = new Map();
  places.forEach(({ y }, point) => {
    const height = Math.round(y * 10);
    rows.set(height, [...(rows.get(height) ?? []), point]);
  });
  return [...rows].sort(([a], [b]) => a - b).map(([, points]) => points.sort((/** @type {number} */ a, /** @type {number} */ b) => places[a].x - places[b].x));
}

/** @param {Layout} layout */
function middleOf({ places, edges }) {
  const x = Math.ceil((edges.left + edges.right) / 2);
  const y = Math.ceil((edges.top + edges.bottom) / 2);
  const away = places.map((place) => Math.hypot(place.x - x, place.y - y));
  return away.indexOf(Math.min(...away));
}
