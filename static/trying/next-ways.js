// <next-ways>: where variations begin, a button for each way on. Emits `node-chosen` with detail.node.

import { headText, moveWords } from './words.js';
import { html } from '../dom/html.js';
import { stoneIcon } from '../dom/icons.js';
import { pointName, t } from '../text/text.js';

/** @import { TriedTree } from './tried-tree.js' */

class NextWays extends HTMLElement {
  connectedCallback() {
    /** @type {HTMLElement} */
    this.list = html('div', { class: 'ways-list', 'data-testid': 'ways' });
    this.replaceChildren(html('h2', {}, t('walk.ways')), this.list);
    this.hidden = true;
  }

  /**
   * Shows the ways on from a node, if there are several.
   * @param {TriedTree} tree
   * @param {number} node
   */
  show(tree, node) {
    const children = tree.children[node];
    this.hidden = children.length < 2;
    this.list.replaceChildren(...(this.hidden ? [] : children.map((child) => this.button(tree, child))));
  }

  /**
   * @param {TriedTree} tree
   * @param {number} child
   */
  button(tree, child) {
    const { move } = tree.nodes[child];
    return html('button', { type: 'button', onclick: () => this.dispatchEvent(new CustomEvent('node-chosen', { detail: { node: child } })) },
      ...(move ? [stoneIcon(move.color), html('span', { class: 'visually-hidden' }, moveWords(move)),
        html('span', { 'aria-hidden': 'true' }, move.at === 'pass' ? t('moves.pass') : pointName(move.at))] : [headText(tree, child)]));
  }
}

customElements.define('next-ways', NextWays);
