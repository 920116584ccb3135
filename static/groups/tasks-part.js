// The tasks of a class as its teacher sees them: a new one, those so far, and the table of each.

import { PagedList } from '../dom/paged-list.js';
import { ask } from '../dom/dialogs.js';
import { dayText } from './group-text.js';
import { deleteTask, getTasks } from '../net/groups.js';
import { drawTaskForm } from './task-form.js';
import { find } from '../dom/find.js';
import { factLine, html } from '../dom/html.js';
import { failIn, press } from './parts.js';
import { foldedTable } from './task-table.js';
import { groupId } from './entry.js';
import { t } from '../text/text.js';
import { taskWords, untilText, workText } from './task-item.js';

/** @import { Group, Task } from '../shapes/groups.js' */
/** @import { LeadTools } from './parts.js' */

/** @type {LeadTools} */
let tools;

/** @param {Task} task */
async function takeBack(task) {
  const text = t('lead.task.take_back_text', { task: workText(task) });
  if (!await ask({ title: t('lead.task.take_back_title'), text, yes: t('lead.task.take_back'), danger: true })) return;
  await deleteTask(groupId, task.id);
  await tools.done('tasks', t('lead.task.take_back.done'));
}

/** @param {Task} task */
function item(task) {
  const about = `task-${task.id}`;
  const { work, record } = task;
  const button = html('button', { type: 'button', class: 'quiet', 'aria-haspopup': 'dialog', 'aria-describedby': about, 'data-testid': 'take-back-task' }, t('lead.task.take_back'));
  button.addEventListener('click', () => press(button, 'tasks', () => takeBack(task)));
  const name = record && work.kind === 'replay' ? html('a', { href: `/records/${work.record}` }, workText(task)) : workText(task);
  return html('li', { class: 'report task', 'data-testid': 'task', 'data-task': task.id },
    html('h3', { id: about }, name),
    taskWords(task),
    work.kind === 'replay' && !record ? html('p', { class: 'hint' }, t('tasks.gone')) : null,
    html('p', { class: 'hint' }, ...factLine([t('lead.task.set_at', { date: dayText(task.set_at) }), untilText(task)])),
    html('div', { class: 'task-foot' }, foldedTable(groupId, task), button));
}

const list = new PagedList({
  list: find('tasks'), more: find('more-tasks'), none: find('no-tasks'), item, fail: (problem) => failIn('tasks', problem),
  async getPage(cursor) {
    const { tasks: items, next } = await getTasks(groupId, cursor);
    return { items, next };
  },
});

/**
 * Only a class has tasks. The tools are {done}.
 * @param {Group} parts
 * @param {LeadTools} newTools
 */
export async function drawTasks({ kind }, newTools) {
  tools = newTools;
  find('tasks-part').hidden = kind !== 'class';
  if (kind !== 'class') return;
  try {
    await Promise.all([list.load(), drawTaskForm(tools)]);
  } catch (problem) {
    failIn('tasks', problem);
  }
}
