// The tree of a record while its owner changes it. New moves are moves of the record like all others.

import { TriedTree } from '../trying/tried-tree.js';

export class DraftTree extends TriedTree {
  /** `saved` are the nodes as the server has them, which stay as they are. */
  constructor(board, saved) {
    super(board, saved.map((node) => ({ ...node })));
  }

  /** None is beside the record, and so each has its say in whose turn it is. */
  isTried() {
    return false;
  }

  /** May a node be put before (-1) or behind (1) the next of the ways to go on? */
  mayShift(node, direction) {
    const siblings = this.siblingsOf(node);
    return siblings[siblings.indexOf(node) + direction] !== undefined;
  }

  shift(node, direction) {
    const siblings = this.siblingsOf(node);
    const place = siblings.indexOf(node);
    siblings.splice(place + direction, 0, ...siblings.splice(place, 1));
    this.watcher?.turned(node);
  }

  /** All nodes in depth-first order, as the server tells them. */
  inOrder() {
    const all = [];
    const waiting = [0];
    while (waiting.length > 0) {
      const node = waiting.pop();
      all.push(node);
      for (let i = this.children[node].length - 1; i >= 0; i -= 1) waiting.push(this.children[node][i]);
    }
    return all;
  }
}
