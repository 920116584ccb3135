// A task as its class sees it: in words, and as an item of a list.

import { html } from '../dom/html.js';
import { icon } from '../dom/icons.js';
import { replayAddress } from './task-address.js';
import { t } from '../text/text.js';
import { boardNameText } from '../go/names.js';
import { momentText } from './group-text.js';
import { recordText } from '../go/record-words.js';

/** @import { Task, TaskCount, TaskProgress, TaskWork } from '../shapes/groups.js' */

/**
 * The work that a task asks for.
 * @param {Pick<Task, 'work' | 'record'>} parts
 */
export function workText({ work, record }) {
  if (work.kind === 'replay') return record ? t('tasks.replay', { record: recordText(record) }) : t('tasks.replay_gone');
  const { times: count, board } = work;
  return board ? t('tasks.games_on', { count, board: boardNameText(board) }) : t('tasks.games', { count });
}

/**
 * How a task stands for whoever looks: 'done', 'over', or 'open'. Nobody does a task whose record is gone.
 * @param {Task} parts
 */
export function stateOf({ work, record, mine, until }, now = Date.now()) {
  if (mine?.done) return 'done';
  return until <= now || (work.kind === 'replay' && !record) ? 'over' : 'open';
}

/**
 * Until when a task is to be done, or since when it is over.
 * @param {{until: number}} parts
 */
export const untilText = ({ until }, now = Date.now()) => t(until <= now ? 'tasks.over' : 'tasks.until', { when: momentText(until) });

/**
 * How far a member is with some work.
 * @param {TaskProgress} parts
 * @param {{kind: string, times?: number}} more
 */
export function progressText({ times, done }, { kind, times: count }) {
  if (done) return t('tasks.done');
  return kind === 'games' && times > 0 ? t('tasks.progress', { times, count }) : t('tasks.not_done');
}

/**
 * How far the class is.
 * @param {TaskCount} parts
 */
export const classText = ({ done, members }) => (members > 0 ? t('tasks.class', { count: done, members }) : t('tasks.class_none'));

/**
 * Progress with a sign for what is done: colour alone tells nothing.
 * @param {TaskProgress} progress
 * @param {TaskWork} work
 */
export const progressLine = (progress, work) => html('span', { class: progress.done ? 'task-progress done' : 'task-progress', 'data-testid': 'progress' },
  progress.done ? icon('check') : null, progressText(progress, work));

/**
 * The words of the teacher, if there are any.
 * @param {{words: string}} parts
 */
export const taskWords = ({ words }) => (words ? html('p', { class: 'said-words' }, words) : null);

/**
 * The way to do a task. A record can be looked at afterwards, too, if it is still there.
 * @param {string} group
 * @param {Task} parts
 * @param {string} state
 * @param {string} about
 */
function wayOf(group, { id, work, record }, state, about) {
  const attributes = { class: state === 'open' ? 'button primary' : 'button', 'aria-describedby': about, 'data-testid': 'do-task' };
  if (work.kind === 'games') return state === 'open' ? html('a', { ...attributes, href: '/' }, t('tasks.begin')) : null;
  return record ? html('a', { ...attributes, href: replayAddress(work.record, group, id) }, t('tasks.open_record')) : null;
}

/**
 * How far whoever looks is; for a teacher, how far the class is.
 * @param {string} group
 * @param {Task} parts
 * @param {string} about
 */
const standing = (group, { mine, class: count, work }, about) => (mine ? progressLine(mine, work)
  : html('a', { class: 'task-class', href: `/groups/${group}/lead#tasks-title`, 'aria-describedby': about, 'data-testid': 'class-progress' }, classText(/** @type {TaskCount} */ (count))));

/**
 * A task of a group.
 * @param {string} group
 * @param {Task} task
 */
export function taskItem(group, task) {
  const state = stateOf(task);
  const about = `task-${task.id}`;
  const isGone = task.work.kind === 'replay' && !task.record;
  const way = task.mine ? wayOf(group, task, state, about) : null;
  return html('li', { class: `report task ${task.mine ? state : ''}`, 'data-testid': 'task', 'data-task': task.id, 'data-state': state },
    html('h3', { id: about }, workText(task)),
    taskWords(task),
    isGone ? html('p', { class: 'hint' }, t('tasks.gone')) : null,
    html('p', { class: 'hint', 'data-testid': 'until' }, untilText(task)),
    html('div', { class: 'task-foot' }, standing(group, task, about), way));
}
