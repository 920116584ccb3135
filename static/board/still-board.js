// <still-board>: a board to look at, of any size. It keeps its stones and draws the changes only.

import { StoneLayer } from './stones.js';
import { boardBox, groundShapes } from './ground.js';
import { ensurePaints } from './paints.js';
import { markShapes } from './marks.js';
import { svg } from '../dom/svg.js';

/** @import { Layout } from './layout.js' */

class StillBoard extends HTMLElement {
  /**
   * `board` is its layout; `label` is the name of a picture of it.
   * @param {{board: Layout, stones: string, lastMove: string | null, label: string}} view
   */
  show({ board, stones, lastMove, label }) {
    if (this.board !== board) this.build(board);
    this.stones.show(stones, false);
    this.marks.replaceChildren(...markShapes(board, stones, { lastMove }));
    if (this.picture.getAttribute('aria-label') !== label) this.picture.setAttribute('aria-label', label);
  }

  /** @param {Layout} board */
  build(board) {
    ensurePaints();
    /** @type {Layout} */
    this.board = board;
    /** @type {StoneLayer} */
    this.stones = new StoneLayer(board);
    /** @type {SVGElement} */
    this.marks = svg('g', { class: 'marks' });
    const box = boardBox(board, false);
    const { shadows, stones, beyond } = this.stones;
    /** @type {SVGElement} */
    this.picture = svg('svg', { role: 'img', viewBox: `${box.x} ${box.y} ${box.width} ${box.height}` },
      ...groundShapes(board, box), beyond, shadows, stones, this.marks);
    this.replaceChildren(this.picture);
  }
}

customElements.define('still-board', StillBoard);
