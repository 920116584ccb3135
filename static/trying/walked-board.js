// How a board looks on a page on which a reader walks through a tree.

import { drawnPoints } from '../board/drawn-marks.js';
import { joinedMarks, marksTo } from './shown-marks.js';
import { markedView } from './mark-words.js';
import { parseVertex } from '../board/geometry.js';
import { setting } from '../storage/settings.js';

/** @import { TriedTree } from './tried-tree.js' */

/**
 * The view of a board at a node. `own` are the marks of whoever tries moves, `numbered` says whether tried stones have numbers,
 * and `mode`, `color`, `estimate` and `label` are those of the view.
 * @param {TriedTree} tree
 * @param {number} node
 * @param {any} manner
 */
export function walkedView(tree, node, { own = {}, numbered = true, mode = 'idle', color = null, estimate = null, label }) {
  const { board } = tree;
  const { stones } = tree.positionAt(node);
  const { move, marks: said = {} } = tree.nodes[node];
  const marks = numbered && tree.isTried(node) ? marksTo(tree, node, own) : joinedMarks([own, said]);
  const drawn = {
    marks,
    dim: tree.lastSaid(node, (said) => said.marks?.dim),
    view: tree.lastSaid(node, (said) => said.marks?.view),
  };
  const at = move && move.illegal !== 'off_board' && move.at !== 'pass' ? move.at : null;
  const last = at !== null && stones[parseVertex(board, at)] !== '.' ? parseVertex(board, at) : null;
  return {
    board,
    stones,
    // A number or a mark on the last stone says more than that it is the last.
    marks: { lastMove: drawnPoints(marks).has(/** @type {string} */ (at)) ? null : at, estimate },
    mode,
    color,
    placing: setting('placing'),
    named: setting('coordinates'),
    label,
    ...markedView(board, stones, drawn, last),
  };
}
