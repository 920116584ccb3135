// The words above the board for somebody who replays the record for a task of a class: how much is left, and that it is done.

import { announce } from '../game/announcer.js';
import { factLine, html, setText } from '../dom/html.js';
import { getTasks, postReplayed } from '../net/groups.js';
import { icon } from '../dom/icons.js';
import { language, t } from '../text/text.js';
import { once } from '../account/once.js';
import { problemText } from '../text/problem-text.js';

const moment = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' });

/** The task of an address in the lists of its class, or null. */
async function findTask({ group, task: id }) {
  let cursor = null;
  do {
    const { tasks, next } = await getTasks(group, cursor);
    const found = tasks.find((each) => each.id === id);
    if (found) return found;
    cursor = next;
  } while (cursor);
  return null;
}

/** Somebody's own task, if it is about this record. Teachers have nothing to do, and others see no tasks. */
async function ownTask(asked, record) {
  try {
    const task = await findTask(asked);
    return task?.mine && task.work.record === record ? task : null;
  } catch {
    return null;
  }
}

/** How a task stands: 'done', 'over' or 'open'. */
function stateOf({ mine, until }) {
  if (mine.done) return 'done';
  return until <= Date.now() ? 'over' : 'open';
}

/**
 * Fills the `place` of a task. Answers what is to be called when a move was shown; null where there is no task, and then the place is given up.
 */
export async function taskStrip(place, asked, { record, seen }) {
  let task = await ownTask(asked, record);
  place.hidden = !task;
  if (!task) return null;
  const said = html('p', { class: 'task-said', 'data-testid': 'task-said' });
  const problem = html('p', { class: 'field-problem', role: 'alert', 'data-testid': 'task-problem' });
  const again = html('button', { type: 'button', hidden: true, 'data-testid': 'task-again', onclick: () => once(again, send) }, t('replay.again'));
  const back = html('a', { class: 'task-class', href: `/groups/${asked.group}`, 'data-testid': 'to-class' }, t('replay.to_class'));
  place.setAttribute('aria-labelledby', 'task-title');
  place.replaceChildren(html('h2', { id: 'task-title' }, t('replay.title')), said, problem, again, back);

  /** Is the server being told, or was it told, that all was seen? */
  let isSent = false;

  function draw() {
    const state = stateOf(task);
    place.dataset.state = state;
    if (state === 'open') said.replaceChildren(...factLine([t('replay.left', { count: seen.left }), t('replay.until', { when: moment.format(task.until) })]));
    else said.replaceChildren(...(state === 'done' ? [icon('check')] : []), t(state === 'done' ? 'replay.done' : 'problem.task_over'));
    return state;
  }

  async function send() {
    isSent = true;
    try {
      task = await postReplayed(asked.group, asked.task);
      setText(problem, '');
      announce(t('replay.done'));
      if (document.activeElement === again) back.focus();
      again.hidden = true;
    } catch (refusal) {
      setText(problem, problemText(refusal));
      again.hidden = false;
    }
    draw();
  }

  function show() {
    if (draw() === 'open' && seen.left === 0 && !isSent) send();
  }
  show();
  return show;
}
