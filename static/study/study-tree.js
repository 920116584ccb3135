// The moves on a study board: all of them are tried, and none looks as if it were beside something else.

import { TriedTree } from '../trying/tried-tree.js';
import { rootOf } from '../go/study.js';

/** @import { Layout } from '../board/layout.js' */
/** @import { Study } from '../go/study.js' */

export class StudyTree extends TriedTree {
  /**
   * @param {Layout} board
   * @param {Study} study
   */
  constructor(board, study) {
    super(board, [rootOf(study, board)]);
  }

  isBeside() {
    return false;
  }
}
