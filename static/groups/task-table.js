// The table of a task, for the teacher: who has done it, and by which games.

import { classText, progressLine, workText } from './task-item.js';
import { dayText } from './group-text.js';
import { getTask } from '../net/groups.js';
import { html, setText } from '../dom/html.js';
import { playerName } from '../people/player-name.js';
import { problemText } from '../text/problem-text.js';
import { t } from '../text/text.js';

/** @import { Task, TaskCount, TaskRow, TaskWork } from '../shapes/groups.js' */

/** @param {string[]} games */
const gameLinks = (games) => html('ul', { class: 'task-games', role: 'list' }, ...games.map((game, i) =>
  html('li', {}, html('a', { href: `/games/${game}` }, t('lead.task.game', { number: i + 1 })))));

/**
 * @param {{work: TaskWork}} parts
 * @param {TaskRow} more
 */
function row({ work }, { player, progress, games, replayed_at: replayed }) {
  const deed = work.kind === 'games' ? gameLinks(games) : replayed && dayText(replayed);
  return html('tr', { 'data-testid': 'task-row', 'data-player': player.id, 'data-done': String(progress.done) },
    html('th', { scope: 'row' }, html('a', { href: `/players/${player.id}` }, playerName(player))),
    html('td', {}, progressLine(progress, work)),
    html('td', {}, deed));
}

/**
 * Those who have something left to do stand first.
 * @param {{task: Task, members: TaskRow[]}} parts
 */
function tableOf({ task, members }) {
  const sorted = [...members.filter(({ progress }) => !progress.done), ...members.filter(({ progress }) => progress.done)];
  const heads = ['lead.task.member', 'lead.task.progress', task.work.kind === 'games' ? 'lead.task.counted' : 'lead.task.replayed'];
  return html('table', { class: 'task-table', 'data-testid': 'task-table' },
    html('caption', { class: 'visually-hidden' }, workText(task)),
    html('thead', {}, html('tr', {}, ...heads.map((key) => html('th', { scope: 'col' }, t(key))))),
    html('tbody', {}, ...sorted.map((member) => row(task, member))));
}

/**
 * The table of a task, folded up. It is fetched each time that it is opened.
 * @param {string} group
 * @param {Task} parts
 */
export function foldedTable(group, { id, class: count }) {
  const summary = html('summary', { 'aria-describedby': `task-${id}`, 'data-testid': 'fold-table' }, classText(/** @type {TaskCount} */ (count)));
  const place = html('div', { class: 'task-place' });
  const fold = html('details', { class: 'fold' }, summary, place);
  fold.addEventListener('toggle', async () => {
    if (!fold.open) return;
    try {
      const answer = await getTask(group, id);
      setText(summary, classText(/** @type {TaskCount} */ (answer.task.class)));
      place.replaceChildren(...(answer.members.length > 0 ? [tableOf(answer)] : []));
    } catch (problem) {
      place.replaceChildren(html('p', { class: 'field-problem', role: 'alert' }, problemText(problem)));
    }
  });
  return fold;
}
