// The numbers on the stones of a variation.

import { drawnShapes } from '../board/drawn-marks.js';
import { parseVertex, vertexOf } from '../board/geometry.js';
import { pointText } from '../game/status-text.js';
import { t } from '../text/text.js';

/** The numbers of the tried moves on the way to a node, on the stones that are still there: [vertex, text]. */
export function numbersTo(tree, node) {
  const { stones } = tree.positionAt(node);
  const numbers = new Map();
  tree.triedTo(node).forEach((tried, i) => {
    const { at } = tree.nodes[tried].move;
    if (at !== 'pass' && stones[parseVertex(tree.board, at)] !== '.') numbers.set(at, String(i + 1));
  });
  return [...numbers];
}

/** The part of a board's view that shows numbers: on its stones, and in the names of its points. `last` is the point of the last move, if it is marked. */
export function numberedView(board, stones, numbers, last = null) {
  const words = new Map(numbers.map(([vertex, text]) => [parseVertex(board, vertex), text]));
  return {
    drawn: () => drawnShapes(board, stones, { marks: { labels: numbers } }),
    pointName: (point) => [
      pointText({ vertex: vertexOf(board, point), stone: stones[point], lastMove: point === last }),
      ...(words.has(point) ? [t('mark.label', { text: words.get(point) })] : []),
    ].join(', '),
    notes: () => (point) => `${point === last ? 'last' : ''} ${words.get(point) ?? ''}`,
  };
}
