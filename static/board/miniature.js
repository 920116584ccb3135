// A small living board that only shows.

import { COLOR, RADIUS, paintOf } from './stones.js';
import { boardBox, groundShapes } from './ground.js';
import { ensurePaints } from './paints.js';
import { fetchLayout, knownLayout } from './layouts.js';
import { parseVertex } from './geometry.js';
import { placesOf } from './layout.js';
import { svg } from '../dom/svg.js';

/** @import { Board } from '../shapes/game.js' */
/** @import { Layout } from './layout.js' */

/** The width of a star: of a picture it is only known that it is small. */
const STAR = 0.2;

export class Miniature {
  /** @param {Board} board */
  constructor(board) {
    ensurePaints();
    this.element = svg('svg', { class: 'miniature', 'aria-hidden': 'true' });
    this.stones = svg('g');
    this.ring = svg('circle', { r: 0.26, class: 'last-move', visibility: 'hidden' });
    this.shown = '';
    /** @type {Map<number, SVGElement[]>} */
    this.shapes = new Map();
    /** @type {any} A Layout, or null before it is here. */
    this.layout = knownLayout(board);
    if (this.layout) this.ground();
    // A picture that can't be had is left out; the tile says everything in words.
    else fetchLayout(board).then((layout) => this.arrive(layout), () => {});
  }

  /**
   * Names the picture for those who do not see it.
   * @param {string} text
   */
  label(text) {
    this.element.removeAttribute('aria-hidden');
    this.element.setAttribute('role', 'img');
    if (this.element.getAttribute('aria-label') !== text) this.element.setAttribute('aria-label', text);
  }

  /** @param {Layout} layout */
  arrive(layout) {
    this.layout = layout;
    this.ground();
    if (this.wanted) this.show(...this.wanted);
  }

  ground() {
    const box = boardBox(this.layout, false);
    this.element.setAttribute('viewBox', `${box.x} ${box.y} ${box.width} ${box.height}`);
    this.element.replaceChildren(...groundShapes(this.layout, { ...box, star: STAR }), this.stones, this.ring);
  }

  /**
   * Shows a position: only the stones that differ are touched.
   * @param {string} stones
   * @param {string | null} lastMove
   */
  show(stones, lastMove) {
    /** @type {[stones: string, lastMove: string | null]} */
    this.wanted = [stones, lastMove];
    if (!this.layout) return;
    for (let point = 0; point < Math.max(stones.length, this.shown.length); point += 1) {
      if ((stones[point] ?? '.') !== (this.shown[point] ?? '.')) this.put(point, stones[point] ?? '.');
    }
    this.shown = stones;
    this.mark(stones, lastMove);
  }

  /**
   * @param {number} point
   * @param {string} letter
   */
  put(point, letter) {
    for (const shape of this.shapes.get(point) ?? []) shape.remove();
    this.shapes.delete(point);
    if (letter === '.') return;
    const shapes = placesOf(this.layout, point).map((place, i) => svg('circle', {
      class: `flat-stone ${COLOR[letter]}${i === 0 ? '' : ' faint'}`, cx: place.x, cy: place.y, r: RADIUS[letter], fill: paintOf(letter, point),
    }));
    this.shapes.set(point, shapes);
    this.stones.append(...shapes);
  }

  /**
   * @param {string} stones
   * @param {string | null} lastMove
   */
  mark(stones, lastMove) {
    const point = lastMove && lastMove !== 'pass' ? parseVertex(this.layout, lastMove) : null;
    this.ring.setAttribute('visibility', point === null ? 'hidden' : 'visible');
    if (point === null) return;
    const place = this.layout.places[point];
    this.ring.setAttribute('class', `last-move ${stones[point] === 'B' ? 'on-black' : 'on-white'}`);
    this.ring.setAttribute('cx', place.x);
    this.ring.setAttribute('cy', place.y);
  }
}
