// How the board of a study looks at a node of its tree.

import { boardText } from '../game/names.js';
import { markedView } from '../trying/mark-words.js';
import { numbersTo } from '../trying/numbers.js';
import { parseVertex } from '../board/geometry.js';
import { setting } from '../settings.js';
import { t } from '../text/text.js';

/** The view of a board. `color` is the player to move; `tool` is what a click does: with 'turn' it plays, with any other it sets stones up. */
export function boardView(tree, node, { tool, color, estimate }) {
  const { board } = tree;
  const { stones } = tree.positionAt(node);
  const { move } = tree.nodes[node];
  const numbers = setting('numbers') ? numbersTo(tree, node) : [];
  const at = move && move.at !== 'pass' ? move.at : null;
  const last = at !== null && stones[parseVertex(board, at)] !== '.' ? parseVertex(board, at) : null;
  return {
    board,
    stones,
    // The highest number says as well which stone is the last.
    marks: { lastMove: numbers.length > 0 ? null : at, estimate },
    mode: tool === 'turn' ? 'play' : 'choose',
    color,
    placing: setting('placing'),
    named: setting('coordinates'),
    label: t('study.board_label', { size: boardText(board) }),
    ...markedView(board, stones, { marks: { labels: numbers } }, last),
  };
}
