// Marks on the board in words.

import { POINT_MARKS, drawnShapes } from '../board/drawn-marks.js';
import { parseVertex, vertexOf } from '../board/geometry.js';
import { pointText } from '../go/move-text.js';
import { t } from '../text/text.js';

/** @import { Layout } from '../board/layout.js' */
/** @import { Marks } from './node-shape.js' */

/**
 * The words of a mark, as `markAt` tells it.
 * @param {{kind: string, text?: string}} mark
 */
export const markText = (mark) => (mark.kind === 'label' ? t('mark.label', { text: mark.text }) : t(`mark.${mark.kind}`));

/**
 * All marks on each point in words, by the points.
 * @param {Layout} board
 * @param {Marks} marks
 */
export function markWords(board, marks) {
  const words = new Map();
  /**
   * @param {string} vertex
   * @param {string} text
   */
  const tell = (vertex, text) => {
    const point = parseVertex(board, vertex);
    words.set(point, [...words.get(point) ?? [], text]);
  };
  for (const kind of POINT_MARKS) for (const vertex of marks[kind] ?? []) tell(vertex, markText({ kind }));
  for (const [vertex, text] of marks.labels ?? []) tell(vertex, markText({ kind: 'label', text }));
  return words;
}

/**
 * The part of a board's view that shows marks: `drawn` as `drawnShapes` takes them, in the names of points, and as notes. `last`
 * is the point of the last move, if it is told.
 * @param {Layout} board
 * @param {string} stones
 * @param {any} drawn
 */
export function markedView(board, stones, drawn, last = null) {
  const words = markWords(board, drawn.marks);
  return {
    drawn: () => drawnShapes(board, stones, drawn),
    pointName: (/** @type {number} */ point) => [pointText({ vertex: vertexOf(board, point), stone: stones[point], lastMove: point === last }), ...words.get(point) ?? []].join(', '),
    notes: () => (/** @type {number} */ point) => `${point === last ? 'last' : ''} ${words.get(point) ?? ''}`,
  };
}
