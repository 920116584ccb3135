// What an address of the study board names, and whether the server has such a board, such rules and stones.

import { emptyStudy, fits, fromAddress } from '../go/study.js';
import { openKept } from './kept-study.js';
import { Problem } from '../net/problem.js';
import { boardWish } from '../go/wish.js';
import { layoutNamed } from '../go/named-board.js';
import { postTried } from '../net/api.js';

/** @import { Study } from '../go/study.js' */

/** These are about the question; any other answer is about the server or the reader. */
const REFUSED = ['invalid_settings', 'invalid_position', 'malformed', 'too_large'];

/**
 * The layout of a study's board; throws the problem if no game could begin like that. While the server is away, moves are judged later.
 * @param {Study} study
 */
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

/**
 * {study, layout, kept}, of which `kept` is the record of a study that is kept, or null. Throws the problem.
 * @param {URLSearchParams} fields
 */
export async function askedBy(fields) {
  if (fields.has('record')) return openKept(/** @type {string} */ (fields.get('record')));
  const study = fromAddress(fields);
  return { study, layout: await checkedLayout(study), kept: null };
}
