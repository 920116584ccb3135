// The numbers on the stones of a variation.

import { drawnPoints } from '../board/drawn-marks.js';
import { joinedMarks } from './joined-marks.js';
import { parseVertex } from '../board/geometry.js';

/** The numbers of the tried moves on the way to a node, on the stones that are still there: [vertex, text]. */
function numbersTo(tree, node) {
  const { stones } = tree.positionAt(node);
  const numbers = new Map();
  tree.triedTo(node).forEach((tried, i) => {
    const { at } = tree.nodes[tried].move;
    if (at !== 'pass' && stones[parseVertex(tree.board, at)] !== '.') numbers.set(at, String(i + 1));
  });
  return [...numbers];
}

/** What is drawn at a tried node: the reader's own marks, and numbers where they leave room. */
export function marksTo(tree, node, own) {
  const taken = drawnPoints(own);
  return joinedMarks([own, { labels: numbersTo(tree, node).filter(([at]) => !taken.has(at)) }]);
}
