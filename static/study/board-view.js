// How the board of a study looks at a node of its tree.

import { boardText } from '../game/names.js';
import { drawnPoints } from '../board/drawn-marks.js';
import { markedView } from '../trying/mark-words.js';
import { marksTo } from '../trying/numbers.js';
import { parseVertex } from '../board/geometry.js';
import { setting } from '../settings.js';
import { t } from '../text/text.js';

/** The view of a board. `color` is the player to move, `own` are the reader's marks; with the `tool` 'turn' a click plays, and with any other it chooses a point. */
export function boardView(tree, node, { tool, color, own, estimate }) {
  const { board } = tree;
  const { stones } = tree.positionAt(node);
  const { move } = tree.nodes[node];
  const marks = setting('numbers') ? marksTo(tree, node, own) : own;
  const at = move && move.at !== 'pass' ? move.at : null;
  const last = at !== null && stones[parseVertex(board, at)] !== '.' ? parseVertex(board, at) : null;
  return {
    board,
    stones,
    // A number or a mark on the last stone says more than that it is the last.
    marks: { lastMove: drawnPoints(marks).has(at) ? null : at, estimate },
    mode: tool === 'turn' ? 'play' : 'choose',
    color,
    placing: setting('placing'),
    named: setting('coordinates'),
    label: t('study.board_label', { size: boardText(board) }),
    ...markedView(board, stones, { marks }, last),
  };
}
