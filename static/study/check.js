// Asks the server whether there is such a board, with such rules and stones.

import { Problem } from '../net/problem.js';
import { boardWish } from '../go/wish.js';
import { emptyStudy, fits } from '../go/study.js';
import { layoutNamed } from '../go/named-board.js';
import { postTried } from '../net/api.js';

/** These are about the question; any other answer is about the server or the reader. */
const REFUSED = ['invalid_settings', 'invalid_position', 'malformed', 'too_large'];

/** The layout of a study's board; throws the problem if no game could begin like that. While the server is away, moves are judged later. */
export async function checkedLayout(study) {
  const { rules, stones, to_move: toMove } = study;
  const layout = await layoutNamed(study.board);
  if (!fits(study, layout.count)) throw new Problem({ code: 'malformed', params: { detail: 'stones' } });
  if (rules === emptyStudy().rules && stones === '') return layout;
  try {
    await postTried({ board: boardWish(layout), rules, setup: { ...(stones && { stones }), to_move: toMove }, moves: '', move: 'pass' });
  } catch (problem) {
    if (REFUSED.includes(problem.code)) throw problem;
  }
  return layout;
}
