// A task of a class in words.

import { boardNameText } from '../go/names.js';
import { momentText } from './group-text.js';
import { recordText } from '../go/record-words.js';
import { t } from '../text/text.js';

/** The work that a task asks for. */
export function workText({ work, record }) {
  if (work.kind === 'replay') return record ? t('tasks.replay', { record: recordText(record) }) : t('tasks.replay_gone');
  const { times: count, board } = work;
  return board ? t('tasks.games_on', { count, board: boardNameText(board) }) : t('tasks.games', { count });
}

/** How a task stands for whoever looks: 'done', 'over', or 'open'. Nobody does a task whose record is gone. */
export function stateOf({ work, record, mine, until }, now = Date.now()) {
  if (mine?.done) return 'done';
  return until <= now || (work.kind === 'replay' && !record) ? 'over' : 'open';
}

/** Until when a task is to be done, or since when it is over. */
export const untilText = ({ until }, now = Date.now()) => t(until <= now ? 'tasks.over' : 'tasks.until', { when: momentText(until) });

/** How far a member is with some work. */
export function progressText({ times, done }, { kind, times: count }) {
  if (done) return t('tasks.done');
  return kind === 'games' && times > 0 ? t('tasks.progress', { times, count }) : t('tasks.not_done');
}

/** How far the class is. */
export const classText = ({ done, members }) => (members > 0 ? t('tasks.class', { count: done, members }) : t('tasks.class_none'));
