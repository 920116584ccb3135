// A study that is kept: a record of its beginning, beside which its moves are a tree like any other, on every device of its
// player and to be shown to others.

import { Problem } from '../net/problem.js';
import { asPlayer, likelyPlayer } from '../net/player.js';
import { attend } from '../trying/attendance.js';
import { beginningFile } from './study-file.js';
import { variationsOf } from '../net/api.js';
import { getRecord, postRecord } from '../net/records.js';
import { layoutNamed, nameOfBoard } from '../go/named-board.js';
import { madeOnce } from '../net/made-once.js';
import { parseVertex } from '../board/geometry.js';
import { withStones } from '../go/study.js';

/** @import { Layout } from '../board/layout.js' */
/** @import { Study } from '../go/study.js' */

/** The form of a record's id. */
const RECORD_ID = /^[0-9a-hjkmnp-tv-z]{16}$/;
const LETTERS = { black: 'B', white: 'W' };
/** What a first node has that is only a position. */
const OF_POSITION = ['parent', 'node', 'setup', 'to_move'];

/**
 * A record as a study on its board; null if it has more than a position.
 * @param {any} parts
 * @param {Layout} layout
 */
export function studyOf({ board, info, judged_by: rules, nodes }, layout) {
  const [first] = nodes;
  if (nodes.length > 1 || info.handicap > 0 || Object.keys(first).some((field) => !OF_POSITION.includes(field))) return null;
  const stones = Array(layout.count).fill('.');
  for (const [color, letter] of Object.entries(LETTERS)) for (const at of first.setup?.[color] ?? []) stones[parseVertex(layout, at)] = letter;
  return withStones({ board: nameOfBoard(board), rules, komi: info.komi, to_move: first.to_move ?? 'black' }, stones.join(''));
}

/**
 * The study of a record: {study, layout, kept}, of which the study is null if the record has more than a position. Throws the problem.
 * @param {string} id
 */
export async function openKept(id) {
  if (!RECORD_ID.test(id)) throw new Problem({ code: 'no_such_record' });
  const record = await getRecord(id);
  const layout = await layoutNamed(nameOfBoard(record.board));
  return { study: studyOf(record, layout), layout, kept: { id, name: record.info.name } };
}

const keepFile = madeOnce((file, key) => asPlayer(() => postRecord(file, key)));

/**
 * Makes the record of a study; answers what is shown of it: {id, name}. Tried again after an answer that was lost it makes none twice.
 * @param {Study} study
 * @param {Layout} layout
 * @param {string} name
 */
export async function keepStudy(study, layout, name) {
  const kept = await keepFile(beginningFile(study, layout, name));
  // A server of the release before says by nothing that it has told this already, and can't tell it again.
  if (!kept) throw new Problem({ code: 'answer_not_kept' });
  return { id: kept.records[0].id, name };
}

/**
 * Where Trying keeps the moves of a kept study. `before` is the key under which the tab had them.
 * @param {any} parts
 * @param {string | null} before
 */
export function placeOfMoves({ id }, before) {
  const reader = likelyPlayer();
  return {
    // The page of the record has them under the same key.
    key: `tengen.tried.record.${id}.${reader?.id ?? ''}`,
    strangersKey: reader && before,
    server: reader && variationsOf('records', id),
    attends: attend,
  };
}
