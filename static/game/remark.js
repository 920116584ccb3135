// What another player has changed in the marks of dead stones: said, ringed on the board for a moment, and looked at before
// anything is accepted.

import { changedVertices, diffMarks } from './marks.js';
import { chainAt } from '../board/layout.js';
import { parseVertex } from '../board/geometry.js';

/** @import { Layout } from '../board/layout.js' */

/** Marks that changed less than this ago may not have been seen, in milliseconds. */
const LOOK_TIME = 1_000;
const RING_TIME = 4_000;
/** So many stones are named in a sentence; the rings show the others. */
const MOST_NAMED = 4;

export class Remark {
  /**
   * `before` and `after` are marks as marksIn has them, and `earlier` is the remark before this one, or null.
   * @param {any} parts
   */
  constructor({ color, before, after, earlier = null, timers = globalThis }) {
    /** What one player changes twice in a short time is told as a whole. */
    this.before = earlier?.isRinged && earlier.color === color ? earlier.before : before;
    this.color = color;
    this.timers = timers;
    this.difference = diffMarks(this.before, after);
    /** May it not have been seen yet? */
    this.isNew = true;
    this.isRinged = true;
    this.isDrawn = false;
  }

  get isEmpty() {
    return this.vertices.length === 0;
  }

  get vertices() {
    return changedVertices(this.difference);
  }

  /**
   * It is on the screen, and its time begins: in a tab that is not seen nothing is drawn. `changed` is called when something of
   * it is over.
   * @param {any} changed
   */
  drawn(changed) {
    if (this.isDrawn) return;
    this.isDrawn = true;
    /**
     * @param {'isNew' | 'isRinged'} name
     * @param {number} time
     */
    const later = (name, time) => this.timers.setTimeout(() => {
      this[name] = false;
      changed();
    }, time);
    later('isNew', LOOK_TIME);
    later('isRinged', RING_TIME);
  }

  /**
   * The difference with one stone for each chain.
   * @param {Layout} layout
   * @param {string} stones
   */
  named(layout, stones) {
    /** @param {string[]} vertices */
    const shorten = (vertices) => {
      const known = new Set();
      const first = vertices.filter((/** @type {string} */ vertex) => {
        const point = parseVertex(layout, vertex);
        if (known.has(point)) return false;
        for (const other of chainAt(layout, stones, point)) known.add(other);
        return true;
      });
      return first.length > MOST_NAMED ? [...first.slice(0, MOST_NAMED), '…'] : first;
    };
    return layout ? Object.fromEntries(Object.entries(this.difference).map(([way, vertices]) => [way, shorten(vertices)])) : this.difference;
  }
}
