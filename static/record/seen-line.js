// The main line of a record, and which of its moves a reader has seen.

import { kept } from '../storage/kept.js';

/**
 * The moves of the main line, as nodes.
 * @param {any} tree
 */
function movesOf(tree) {
  const moves = [];
  for (let node = 0; node !== undefined; node = tree.children[node][0]) if (tree.nodes[node].move) moves.push(node);
  return moves;
}

export class SeenLine {
  /**
   * The tab keeps under `key`, if there is one, what is left: a page that is loaded again goes on from there.
   * @param {any} tree
   * @param {string | null} key
   */
  constructor(tree, key = null) {
    this.tree = tree;
    /** @type {any} */
    this.key = key;
    const left = key && kept((storage) => JSON.parse(/** @type {string} */ (storage.getItem(key))));
    const moves = movesOf(tree);
    this.unseen = new Set(Array.isArray(left) ? moves.filter((node) => left.includes(tree.numberOf(node))) : moves);
  }

  /**
   * The position after a node was shown.
   * @param {number} node
   */
  see(node) {
    if (this.unseen.delete(node) && this.key) kept((storage) => storage.setItem(this.key, JSON.stringify([...this.unseen].map((left) => this.tree.numberOf(left)))));
  }

  /** How many moves are left to be seen. A record without moves has none. */
  get left() {
    return this.unseen.size;
  }
}
