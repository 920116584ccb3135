// <variation-tree>: all lines of a record, drawn as far as they are in sight.
// Emits `node-chosen` with detail.node. The keys of the page walk it.

import { html } from '../dom/html.js';
import { layOut } from './layout.js';
import { nodeText } from './words.js';
import { svg } from '../dom/svg.js';
import { t } from '../text/text.js';

const STEP = 30;
const RADIUS = 11;
/** The margin around the visible part that is drawn, too, so that a little scrolling shows no holes. */
const MARGIN = 2;

export class VariationTree extends HTMLElement {
  connectedCallback() {
    this.window = svg('svg', { class: 'tree-window', role: 'none' });
    this.space = html('div', { class: 'tree-space', role: 'none' }, this.window);
    this.frame = html('div', {
      class: 'tree-frame', role: 'tree', tabindex: 0, 'data-testid': 'variation-tree',
      'aria-label': t('record.tree'), 'aria-orientation': 'horizontal',
    }, this.space);
    this.replaceChildren(this.frame);
    this.frame.addEventListener('scroll', () => this.drawSoon());
    this.frame.addEventListener('click', (event) => {
      const item = event.target.closest('[data-node]');
      if (item) this.dispatchEvent(new CustomEvent('node-chosen', { detail: { node: Number(item.dataset.node) } }));
    });
    new ResizeObserver(() => this.drawSoon()).observe(this.frame);
  }

  /** Shows a tree for the first time. */
  open(tree) {
    this.tree = tree;
    this.layout = layOut(tree);
    this.space.style.width = `${(this.layout.columns.length) * STEP}px`;
    this.space.style.height = `${this.layout.height * STEP}px`;
  }

  /** Marks a node and brings it in sight. */
  show(node) {
    this.node = node;
    const { frame } = this;
    const [x, y] = this.placeOf(node);
    const room = { x: Math.min(3 * STEP, frame.clientWidth / 3), y: Math.min(STEP, frame.clientHeight / 3) };
    if (x - room.x < frame.scrollLeft) frame.scrollLeft = x - room.x;
    if (x + room.x > frame.scrollLeft + frame.clientWidth) frame.scrollLeft = x + room.x - frame.clientWidth;
    if (y - room.y < frame.scrollTop) frame.scrollTop = y - room.y;
    if (y + room.y > frame.scrollTop + frame.clientHeight) frame.scrollTop = y + room.y - frame.clientHeight;
    this.draw();
  }

  /** The middle of a node. */
  placeOf(node) {
    return [(this.tree.depths[node] + 0.5) * STEP, (this.layout.rows[node] + 0.5) * STEP];
  }

  drawSoon() {
    this.soon ??= requestAnimationFrame(() => {
      this.soon = null;
      if (this.tree) this.draw();
    });
  }

  draw() {
    const { frame } = this;
    const left = Math.max(0, Math.floor(frame.scrollLeft / STEP) - MARGIN);
    const top = Math.max(0, Math.floor(frame.scrollTop / STEP) - MARGIN);
    const right = Math.min(this.layout.columns.length, Math.ceil((frame.scrollLeft + frame.clientWidth) / STEP) + MARGIN);
    const bottom = Math.min(this.layout.height, Math.ceil((frame.scrollTop + frame.clientHeight) / STEP) + MARGIN);
    const [width, height] = [(right - left) * STEP, (bottom - top) * STEP];
    for (const [name, value] of Object.entries({ width, height, viewBox: `${left * STEP} ${top * STEP} ${width} ${height}` })) {
      this.window.setAttribute(name, value);
    }
    this.window.style.translate = `${left * STEP}px ${top * STEP}px`;
    const ways = [];
    const items = [];
    for (let column = left; column < right; column += 1) {
      for (const node of this.layout.columns[column]) {
        const row = this.layout.rows[node];
        // A line that leaves a node here may end far below.
        const parent = this.tree.parentOf(node);
        const above = parent < 0 ? row : this.layout.rows[parent];
        if (row < top || above >= bottom) continue;
        if (parent >= 0) ways.push(this.wayTo(node, parent));
        if (row < bottom) items.push(this.item(node));
      }
    }
    // The node that a screen reader is at is always drawn.
    if (!items.some((item) => item.dataset.node === String(this.node))) items.push(this.item(this.node));
    this.window.replaceChildren(svg('path', { class: 'tree-ways', d: ways.join('') }), ...items);
    frame.setAttribute('aria-activedescendant', `tree-node-${this.node}`);
  }

  /** Down in the column of the parent, then across. */
  wayTo(node, parent) {
    const [x, y] = this.placeOf(node);
    const [fromX, fromY] = this.placeOf(parent);
    return y === fromY ? `M${fromX} ${fromY}H${x}` : `M${fromX} ${fromY}V${y - STEP / 2}L${x} ${y}`;
  }

  item(node) {
    const { move, comment, setup } = this.tree.nodes[node];
    const tried = this.tree.isTried(node);
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
    if (comment) shapes.push(svg('circle', { class: 'tree-comment', cx: x + RADIUS * 0.8, cy: y - RADIUS * 0.8, r: 4 }));
    if (node === this.node) shapes.unshift(svg('rect', { class: 'tree-here', x: x - STEP / 2 + 1, y: y - STEP / 2 + 1, width: STEP - 2, height: STEP - 2, rx: 8 }));
    return svg('g', {
      id: `tree-node-${node}`, class: 'tree-node', role: 'treeitem', 'data-node': node,
      'aria-label': [nodeText(this.tree, node), ...(tried ? [t('trying.tried')] : [])].join(', '), 'aria-level': this.tree.depths[node] + 1,
      'aria-setsize': siblings.length, 'aria-posinset': siblings.indexOf(node) + 1, 'aria-selected': node === this.node,
    }, svg('rect', { class: 'tree-target', x: x - STEP / 2, y: y - STEP / 2, width: STEP, height: STEP }), ...shapes);
  }
}

customElements.define('variation-tree', VariationTree);
