// The drawings on the board at a tried node: marks of several nodes together, and the numbers on the stones of a variation.

import { drawnPoints } from '../board/drawn-marks.js';
import { parseVertex } from '../board/geometry.js';

/** @import { Marks } from './node-shape.js' */
/** @import { TreeMove } from './tree.js' */
/** @import { TriedTree } from './tried-tree.js' */

/**
 * All of them, each once. A point has one text.
 * @param {Marks[]} all
 */
export function joinedMarks(all) {
  /** @type {Marks} */
  const joined = {};
  for (const marks of all) {
    for (const [kind, list] of Object.entries(marks)) {
      const known = new Set((joined[kind] ??= []).map((/** @type {any} */ each) => markKey(kind, each)));
      joined[kind].push(...list.filter((/** @type {any} */ each) => !known.has(markKey(kind, each))));
    }
  }
  return joined;
}

/**
 * What makes two marks of a kind the same.
 * @param {string} kind
 * @param {any} mark
 */
const markKey = (kind, mark) => (kind === 'labels' ? mark[0] : String(mark));

/**
 * The numbers of the tried moves on the way to a node, on the stones that are still there: [vertex, text].
 * @param {TriedTree} tree
 * @param {number} node
 */
function numbersTo(tree, node) {
  const { stones } = tree.positionAt(node);
  const numbers = new Map();
  tree.triedTo(node).forEach((tried, i) => {
    const { at } = /** @type {TreeMove} */ (tree.nodes[tried].move);
    if (at !== 'pass' && stones[parseVertex(tree.board, at)] !== '.') numbers.set(at, String(i + 1));
  });
  return [...numbers];
}

/**
 * What is drawn at a tried node: the reader's own marks, and numbers where they leave room.
 * @param {TriedTree} tree
 * @param {number} node
 * @param {Marks} own
 */
export function marksTo(tree, node, own) {
  const taken = drawnPoints(own);
  return joinedMarks([own, { labels: numbersTo(tree, node).filter(([at]) => !taken.has(at)) }]);
}
