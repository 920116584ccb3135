// <go-board>: one board to see and to play on. It knows no rules: the page tells
// it the stones and the points that are refused, and hears the chosen points.
//
// Events (all with detail.at, a vertex): `board-play`, `board-mark`,
// `board-refuse` (with the rule), `board-idle` (a click where nothing can be done), `board-point` (under the pointer, or null),
// `board-preview` (chosen and not yet played, or null).

import { CellLayer } from './cells.js';
import { StoneLayer, stoneShape } from './stones.js';
import { boardBox, groundShapes, nameShapes } from './ground.js';
import { parseVertex, vertexOf } from './geometry.js';
import { ensurePaints } from './paints.js';
import { markShapes } from './marks.js';
import { nameShape, previewShapes } from './preview.js';
import { inSpareTime } from '../dom/spare-time.js';
import { calledIn } from './point-names.js';
import { callPoints } from '../text/text.js';
import { onChange, setting } from '../storage/settings.js';
import { placesOf } from './layout.js';
import { svg } from '../dom/svg.js';

/** @import { Box } from './ground.js' */
/** @import { Layout } from './layout.js' */

/** @type {Record<string, string>} */
const LETTER = { black: 'B', white: 'W' };
const NOTHING = {
  stones: '', marks: {}, mode: 'idle', color: null, illegal: [], pending: null,
  named: true, placing: 'auto', pointName: () => '', notes: () => null, label: '', drawn: () => [],
};
let boards = 0;
/**
 * The view of the board that was shown last, by whose names texts call points.
 * @type {any}
 */
let lastView = null;

callPoints((text) => (lastView?.board.lettered ? calledIn(text, lastView.naming, lastView.board) : text));

class GoBoard extends HTMLElement {
  constructor() {
    super();
    /** @type {any} */
    this.view = { ...NOTHING };
    /** @type {{point: number, magnified: boolean} | null} */
    this.preview = null;
    /** @type {number | null} */
    this.hover = null;
    /**
     * Calls off the cells that are still to come; null if there are none.
     * @type {(() => void) | null}
     */
    this.callOff = null;
    boards += 1;
    this.scene = `board-scene-${boards}`;
    /** @type {{width: number, height: number} | null} */
    this.screen = null;
    this.resized = new ResizeObserver(() => this.svg && this.drawGround());
    this.resized.observe(this);
    // Heard here, not on the SVG: an SVG with a focus listener takes the focus itself.
    this.addEventListener('focusin', (event) => {
      const point = this.pointOf(event);
      if (point >= 0) this.cells.rove(point);
    });
  }

  /**
   * Shows a view: board (its layout), stones, marks, mode ('idle', 'play',
   * 'mark' for stones or 'choose' for any point), color (whose stone a click puts), illegal ([{at, rule}]), pending (a move under
   * way), named (coordinates), naming (how points are called; as chosen, if it is left out), placing (one, two, button, auto),
   * pointName, notes (answers a function of a point, whose answer differs whenever anything but the stone changes the name),
   * drawn (more shapes on top).
   * @param {any} view
   */
  show(view, { moving = false } = {}) {
    const old = this.view;
    this.view = { ...NOTHING, naming: setting('naming'), ...view };
    lastView = this.view;
    const { board, stones, marks, named, naming, mode, drawn } = this.view;
    const sameBoard = old.board === board;
    if (!sameBoard) this.build();
    if (!sameBoard || old.named !== named || old.naming !== naming) this.drawGround({ anew: true });
    this.stones.show(stones, moving && sameBoard);
    const dead = new Set((marks.dead ?? []).map((/** @type {string} */ vertex) => parseVertex(board, vertex)));
    this.stones.fade(dead);
    this.marks.replaceChildren(...markShapes(board, stones, marks), ...drawn());
    // Wood and stones come first; coordinates, and the cells for pointers and screen readers, follow when the page has time.
    if (this.cells) this.showCells();
    else this.callOff ??= inSpareTime(() => this.showCells());
    if (!sameBoard || old.label !== this.view.label) this.svg.setAttribute('aria-label', this.view.label);
    this.svg.dataset.mode = mode;
    const chosen = this.preview;
    if (chosen && (mode !== 'play' || this.refusal(chosen.point))) this.setPreview(null);
    else if (chosen && old.color !== this.view.color) this.setPreview(chosen);
    if (mode !== 'play') this.svg.classList.remove('refused');
    this.drawHover();
  }

  /** How stones lie was chosen anew. */
  layStones() {
    if (this.svg) this.stones.show(this.view.stones, false);
  }

  showCells() {
    const { board, stones, pointName, notes } = this.view;
    this.callOff?.();
    this.callOff = null;
    if (!this.cells) {
      this.cells = new CellLayer(board);
      this.previews.before(this.cells.beyond, ...this.cells.rows);
      this.drawNames();
    }
    this.cells.show(stones, pointName, notes());
  }

  /**
   * The point where something happened, or -1.
   * @param {Event} event
   * @returns {number}
   */
  pointOf(event) {
    return this.cells?.pointOf(event.target) ?? -1;
  }

  /**
   * The point under a pointer, or -1. Whoever is faster than the cells does not wait for them, and has none as a target.
   * @param {{clientX: number, clientY: number}} event
   * @returns {number}
   */
  pointUnder({ clientX, clientY }) {
    if (!this.cells) this.showCells();
    return this.cells.pointOf(document.elementFromPoint(clientX, clientY) ?? this);
  }

  build() {
    ensurePaints();
    const { board } = this.view;
    /** @type {SVGElement} */
    this.ground = svg('g');
    /** @type {SVGElement} */
    this.names = svg('g');
    /** @type {StoneLayer} */
    this.stones = new StoneLayer(board);
    /** @type {SVGElement} */
    this.marks = svg('g', { class: 'marks' });
    /** @type {SVGElement} */
    this.ghosts = svg('g', { class: 'ghosts', 'aria-hidden': 'true' });
    /** @type {SVGElement} */
    this.previews = svg('g', { class: 'previews', 'aria-hidden': 'true' });
    /** @type {any} A CellLayer, once the page had time for it. */
    this.cells = null;
    const scene = svg('g', { id: this.scene, 'aria-hidden': 'true' },
      this.ground, this.names, this.stones.beyond, this.stones.shadows, this.stones.stones, this.marks);
    /** @type {SVGElement} */
    this.svg = svg('svg', { role: 'grid' }, scene, this.ghosts, this.previews);
    this.replaceChildren(this.svg);
    this.listen();
  }

  /** Wood, lines and coordinates, which depend on how large the board is on the screen. */
  drawGround({ anew = false } = {}) {
    const { board, named, naming } = this.view;
    const { clientWidth: width, clientHeight: height } = this;
    const screen = width > 0 && height > 0 ? { width, height } : null;
    if (!anew && screen?.width === this.screen?.width && screen?.height === this.screen?.height) return;
    this.screen = screen;
    const box = boardBox(board, named, screen, naming);
    this.svg.setAttribute('viewBox', `${box.x} ${box.y} ${box.width} ${box.height}`);
    this.ground.replaceChildren(...groundShapes(board, box));
    /** @type {Box} */
    this.box = box;
    if (this.cells) this.drawNames();
  }

  drawNames() {
    this.names.replaceChildren(...nameShapes(this.view.board, this.box, this.view.naming));
  }

  listen() {
    let pointer = 'mouse';
    /** The point where a pointer went down before there were cells, or -1. */
    let early = -1;
    this.svg.addEventListener('pointerdown', (event) => {
      pointer = event.pointerType;
      early = this.cells ? -1 : this.pointUnder(event);
    });
    // A click must not take the focus: Left and Right should go on walking.
    this.svg.addEventListener('mousedown', (event) => event.preventDefault());
    this.svg.addEventListener('click', (event) => {
      const point = this.pointOf(event);
      // What began before there were cells is a click on no cell, even where both of its ends are on the same one.
      this.choose(point < 0 && early >= 0 && this.pointUnder(event) === early ? early : point, pointer);
    });
    this.svg.addEventListener('pointermove', (event) => {
      if (event.pointerType === 'touch') this.setHover(null);
      else this.setHover(this.cells ? this.pointOf(event) : this.pointUnder(event));
    });
    this.svg.addEventListener('pointerleave', () => this.setHover(null));
    this.svg.addEventListener('keydown', (event) => this.key(event));
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const handled = this.cells.arrow(event.key) || this.pressKey(event.key);
    if (handled) {
      event.preventDefault();
      event.stopPropagation();
    }
  }

  /** @param {string} key */
  pressKey(key) {
    if (key !== 'Enter' && key !== ' ') return false;
    this.choose(this.cells.pointOf(this.cells.current), 'keyboard');
    return true;
  }

  /**
   * Why a stone may not be put here, or null.
   * @param {number} point
   * @returns {string | null}
   */
  refusal(point) {
    const { board, stones, illegal } = this.view;
    if (stones[point] !== '.') return 'occupied';
    const at = vertexOf(board, point);
    return illegal.find((/** @type {{at: string}} */ entry) => entry.at === at)?.rule ?? null;
  }

  /**
   * @param {number} point
   * @param {string} pointer
   */
  choose(point, pointer) {
    const { board, mode } = this.view;
    if (point < 0) return;
    const at = vertexOf(board, point);
    if (mode === 'idle') {
      this.emit('board-idle', { at });
      return;
    }
    if (mode === 'mark' || mode === 'choose') {
      if (mode === 'choose' || this.view.stones[point] !== '.') this.emit('board-mark', { at });
      return;
    }
    const rule = this.refusal(point);
    if (rule) {
      this.setPreview(null);
      this.emit('board-refuse', { at, rule });
      return;
    }
    const placing = this.placingFor(pointer);
    const again = this.preview?.point === point;
    if (placing === 'one' || (placing === 'two' && again)) this.play(at, pointer);
    else this.setPreview({ point, magnified: pointer === 'touch' });
  }

  /** @param {string} pointer */
  placingFor(pointer) {
    if (pointer === 'keyboard') return 'one';
    if (this.view.placing !== 'auto') return this.view.placing;
    return pointer === 'touch' ? 'two' : 'one';
  }

  /** The Play button: plays the chosen point. */
  playPreview() {
    if (this.preview) this.play(vertexOf(this.view.board, this.preview.point), 'button');
  }

  /** Gives the keyboard to the board, where it was last. */
  focusPoint() {
    if (!this.cells) this.showCells();
    this.cells.current.focus({ preventScroll: true });
  }

  /**
   * @param {string} at
   * @param {string} by
   */
  play(at, by) {
    this.setPreview(null);
    this.setHover(null);
    this.emit('board-play', { at, by });
  }

  /** @param {{point: number, magnified: boolean} | null} preview */
  setPreview(preview) {
    if (!preview && !this.preview) return;
    this.preview = preview;
    const { board, color } = this.view;
    this.previews.replaceChildren(...(preview
      ? previewShapes(board, preview.point, LETTER[color], { scene: this.scene, magnified: preview.magnified, box: this.box })
      : []));
    this.drawHover();
    this.emit('board-preview', { at: preview && vertexOf(board, preview.point) });
  }

  /** @param {number | null} point */
  setHover(point) {
    const hover = point === null || point < 0 ? null : point;
    if (hover === this.hover) return;
    this.hover = hover;
    this.drawHover();
    const refused = hover !== null && this.view.mode === 'play' ? this.refusal(hover) : null;
    this.svg.classList.toggle('refused', refused !== null);
    this.emit('board-point', { at: hover === null ? null : vertexOf(this.view.board, hover), rule: refused });
  }

  drawHover() {
    const { board, mode, color, pending } = this.view;
    const shapes = [];
    if (pending) shapes.push(...this.ghosted(parseVertex(board, pending.at), LETTER[pending.color], 'pending'));
    if (mode === 'play' && this.hover !== null && !this.preview && !this.refusal(this.hover)) {
      shapes.push(...this.ghosted(this.hover, LETTER[color], 'ghost'));
    }
    if (!board.lettered && this.hover !== null && !this.preview) shapes.push(nameShape(board, this.hover, this.box));
    this.ghosts.replaceChildren(...shapes);
  }

  /**
   * @param {number} point
   * @param {string} letter
   * @param {string} kind
   */
  ghosted(point, letter, kind) {
    return placesOf(this.view.board, point).map((place, i) => {
      const shape = stoneShape(letter, place, point);
      shape.classList.add(kind);
      if (i > 0) shape.classList.add('faint');
      return shape;
    });
  }

  /**
   * @param {string} type
   * @param {unknown} detail
   */
  emit(type, detail) {
    this.dispatchEvent(new CustomEvent(type, { detail, bubbles: true }));
  }
}

customElements.define('go-board', GoBoard);

// Not every page draws its board when something was chosen in the settings.
onChange((name) => {
  if (name === 'loose') for (const board of document.querySelectorAll('go-board')) /** @type {GoBoard} */ (board).layStones();
});
