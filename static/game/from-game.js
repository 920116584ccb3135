// The position that the page of a game shows, as the beginning of another game.

import { GameTree, besideGame } from './game-tree.js';
import { boardWish, rulesWish } from '../go/wish.js';

/** What showBegin asks for: what the game takes over, and the position that is shown. */
export function beginningFrom({ record, layout, reader, trying }) {
  const tree = trying?.tree ?? new GameTree(layout, record);
  if (!trying) tree.follow(record);
  const node = trying ? trying.cursor.node : tree.line[reader.walk.number];
  const { board, rules, komi, handicap } = record.settings;
  const beside = besideGame(tree, () => record);
  const from = { board: boardWish(board), rules: rulesWish(rules), komi, handicap, position: beside.beginAt(node) };
  return [from, { stones: tree.positionAt(node).stones, to_move: beside.toMoveAt(node) }];
}
