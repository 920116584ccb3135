// <variation-tree>: all lines of a record or beside a game, drawn as far as they are in sight.
// Emits `node-chosen` with detail.node. The keys of the page walk it.

import { html } from '../dom/html.js';
import { TreeLayout } from './layout.js';
import { isSaid, nodeText } from './words.js';
import { svg } from '../dom/svg.js';
import { t } from '../text/text.js';

/** @import { TriedTree } from './tried-tree.js' */

const STEP = 30;
const RADIUS = 11;
/** The margin around the visible part that is drawn, too, so that a little scrolling shows no holes. */
const MARGIN = 2;

class VariationTree extends HTMLElement {
  connectedCallback() {
    if (this.frame) this.stayShown();
    else this.build();
  }

  build() {
    /** @type {SVGElement} */
    this.ways = svg('path', { class: 'tree-ways' });
    /** @type {SVGElement} */
    this.window = svg('svg', { class: 'tree-window', role: 'none' }, this.ways);
    /**
     * The items in the window by their nodes, each with what it says.
     * @type {any}
     */
    this.items = new Map();
    /** @type {HTMLElement} */
    this.space = html('div', { class: 'tree-space', role: 'none' }, this.window);
    /** @type {HTMLElement} */
    this.frame = html('div', {
      class: 'tree-frame', role: 'tree', tabindex: 0, 'data-testid': 'variation-tree', 'aria-orientation': 'horizontal',
    }, this.space);
    this.replaceChildren(this.frame);
    this.frame.addEventListener('scroll', () => this.look());
    this.frame.addEventListener('click', (/** @type {any} */ event) => {
      const item = event.target.closest('[data-node]');
      if (item) this.dispatchEvent(new CustomEvent('node-chosen', { detail: { node: Number(item.dataset.node) } }));
    });
    /**
     * The part of the plane in sight; null until it is known. To ask the browser for it in the midst of changes costs a layout of
     * the page.
     * @type {any}
     */
    this.sight = null;
    /** @type {number | null} */
    this.scrolling = null;
    /** @type {number | null} */
    this.soon = null;
    new ResizeObserver(() => this.look()).observe(this.frame);
  }

  /** The page has moved the tree, and the browser has forgotten how far it was scrolled. */
  stayShown() {
    this.sight = null;
    if (this.node !== undefined) this.show(this.node);
  }

  /** The frame was scrolled, or has another size. */
  look() {
    if (this.scrolling) return;
    this.measure();
    this.drawSoon();
  }

  measure() {
    const { scrollLeft: left, scrollTop: top, clientWidth: width, clientHeight: height } = this.frame;
    this.sight = width > 0 ? { left, top, width, height } : null;
  }

  /**
   * Shows a tree, and follows its changes from now on.
   * @param {TriedTree} tree
   */
  open(tree) {
    // Not before the texts are here, which may come after the module.
    this.frame.setAttribute('aria-label', t('tree.title'));
    /** @type {any} */
    this.tree = tree;
    /** @type {TreeLayout} */
    this.layout = new TreeLayout(tree);
    tree.watcher = this.layout;
    this.items.clear();
    this.window.replaceChildren(this.ways);
    /** @type {any} */
    this.room = null;
  }

  /**
   * Marks a node and brings it in sight.
   * @param {number} node
   */
  show(node) {
    /** @type {any} */
    this.node = node;
    this.drawSpace();
    if (!this.sight) this.measure();
    if (this.sight) this.reach(this.placeOf(node));
    this.draw();
  }

  /**
   * Scrolls as far as it takes to have a place in sight, with some room around it.
   * @param {number[]} place
   */
  reach([x, y]) {
    const { left, top, width, height } = this.sight;
    const size = this.layout.size;
    /** @type {(from: number, at: number, length: number, room: number, end: number) => number} */
    const along = (from, at, length, room, end) => Math.max(0, Math.min(Math.max(from, at + room - length), at - room, end - length));
    this.sight.left = along(left, x, width, Math.min(3 * STEP, width / 3), size.width * STEP);
    this.sight.top = along(top, y, height, Math.min(STEP, height / 3), size.height * STEP);
    if (this.sight.left === left && this.sight.top === top) return;
    // To scroll is to lay the page out, which is done anyway before the next picture.
    this.scrolling ??= requestAnimationFrame(() => {
      this.scrolling = null;
      this.frame.scrollTo(this.sight.left, this.sight.top);
    });
  }

  /**
   * The middle of a node.
   * @param {number} node
   */
  placeOf(node) {
    return [(this.tree.depths[node] + 0.5) * STEP, (this.layout.rowOf(node) + 0.5) * STEP];
  }

  drawSpace() {
    const { width, height } = this.layout.size;
    if (this.room?.width === width && this.room.height === height) return;
    this.room = { width, height };
    this.space.style.width = `${width * STEP}px`;
    this.space.style.height = `${height * STEP}px`;
  }

  drawSoon() {
    this.soon ??= requestAnimationFrame(() => {
      this.soon = null;
      if (this.tree) this.draw();
    });
  }

  draw() {
    // Meanwhile the node may have been taken away; another one is shown then.
    if (!this.sight || !this.tree.has(this.node)) return;
    const { sight } = this;
    const left = Math.max(0, Math.floor(sight.left / STEP) - MARGIN);
    const top = Math.max(0, Math.floor(sight.top / STEP) - MARGIN);
    const size = this.layout.size;
    const right = Math.min(size.width, Math.ceil((sight.left + sight.width) / STEP) + MARGIN);
    const bottom = Math.min(size.height, Math.ceil((sight.top + sight.height) / STEP) + MARGIN);
    const [width, height] = [(right - left) * STEP, (bottom - top) * STEP];
    for (const [name, value] of Object.entries({ width, height, viewBox: `${left * STEP} ${top * STEP} ${width} ${height}` })) {
      this.window.setAttribute(name, String(value));
    }
    this.window.style.translate = `${left * STEP}px ${top * STEP}px`;
    const ways = [];
    const shown = [];
    for (const node of this.layout.nodesIn({ left, top, right, bottom })) {
      // A line that leaves a node here may end far below.
      if (node > 0) ways.push(this.wayTo(node, this.tree.parentOf(node)));
      if (this.layout.rowOf(node) < bottom) shown.push(node);
    }
    // The node that a screen reader is at is always drawn.
    if (!shown.includes(this.node)) shown.push(this.node);
    this.ways.setAttribute('d', ways.join(''));
    this.arrange(shown.map((node) => this.itemOf(node)));
    this.frame.setAttribute('aria-activedescendant', `tree-node-${this.node}`);
  }

  /**
   * Has these items in the window, in this order, and moves none that is there already.
   * @param {SVGElement[]} items
   */
  arrange(items) {
    const wanted = new Set(items);
    for (const [node, { item }] of this.items) {
      if (wanted.has(item)) continue;
      item.remove();
      this.items.delete(node);
    }
    let place = this.ways.nextSibling;
    for (const item of items) {
      if (item === place) place = place.nextSibling;
      else this.window.insertBefore(item, place);
    }
  }

  /**
   * The item of a node: the one that is there, if it looks and sounds the same.
   * @param {number} node
   */
  itemOf(node) {
    const said = this.saidOf(node);
    const known = this.items.get(node);
    if (known?.said === said) return known.item;
    const item = this.item(node);
    known?.item.remove();
    this.items.set(node, { said, item });
    return item;
  }

  /**
   * Everything by which an item differs from another one of the same node.
   * @param {number} node
   */
  saidOf(node) {
    const { move } = this.tree.nodes[node];
    const siblings = this.tree.siblingsOf(node);
    return [
      this.layout.rowOf(node), node === this.node, this.tree.isBeside(node), move?.number, isSaid(this.tree, node),
      this.tree.children[node].length, siblings.length, siblings.indexOf(node),
    ].join(' ');
  }

  /**
   * Down in the column of the parent, then across.
   * @param {number} node
   * @param {number} parent
   */
  wayTo(node, parent) {
    const [x, y] = this.placeOf(node);
    const [fromX, fromY] = this.placeOf(parent);
    return y === fromY ? `M${fromX} ${fromY}H${x}` : `M${fromX} ${fromY}V${y - STEP / 2}L${x} ${y}`;
  }

  /** @param {number} node */
  item(node) {
    const { move, setup } = this.tree.nodes[node];
    const tried = this.tree.isBeside(node);
    const [x, y] = this.placeOf(node);
    const siblings = this.tree.siblingsOf(node);
    const shapes = [];
    if (move) {
      shapes.push(
        svg('circle', { class: `tree-stone ${move.color}${tried ? ' tried' : ''}`, cx: x, cy: y, r: RADIUS }),
        svg('text', { class: `tree-number ${move.color}`, x, y }, move.at === 'pass' ? '–' : String(move.number)));
    } else {
      const half = setup ? RADIUS * 0.8 : RADIUS * 0.55;
      shapes.push(svg('rect', { class: 'tree-setup', x: x - half, y: y - half, width: 2 * half, height: 2 * half, rx: 3 }));
    }
    if (isSaid(this.tree, node)) shapes.push(svg('circle', { class: 'tree-comment', cx: x + RADIUS * 0.8, cy: y - RADIUS * 0.8, r: 4 }));
    if (node === this.node) shapes.unshift(svg('rect', { class: 'tree-here', x: x - STEP / 2 + 1, y: y - STEP / 2 + 1, width: STEP - 2, height: STEP - 2, rx: 8 }));
    return svg('g', {
      id: `tree-node-${node}`, class: 'tree-node', role: 'treeitem', 'data-node': node,
      'aria-label': nodeText(this.tree, node), 'aria-level': this.tree.depths[node] + 1,
      'aria-setsize': siblings.length, 'aria-posinset': siblings.indexOf(node) + 1, 'aria-selected': node === this.node,
    }, svg('rect', { class: 'tree-target', x: x - STEP / 2, y: y - STEP / 2, width: STEP, height: STEP }), ...shapes);
  }
}

customElements.define('variation-tree', VariationTree);
