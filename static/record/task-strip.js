// The words above the board for somebody who replays the record for a task of a class: how much is left, and that it is done.

import { announce } from '../dom/announcer.js';
import { getTasks, postReplayed } from '../net/groups.js';
import { find } from '../dom/find.js';
import { setText } from '../dom/html.js';
import { icon } from '../dom/icons.js';
import { once } from '../dom/once.js';
import { problemText } from '../text/problem-text.js';
import { t } from '../text/text.js';

/** @import { TaskProgress } from '../shapes/groups.js' */

/**
 * The task of an address in the lists of its class, or null.
 * @param {{group: string, task: string}} parts
 */
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

/**
 * Whether a refusal may be gone in a moment. Any other one means that the task is none of the reader's.
 * @param {any} parts
 */
const isPassing = ({ code, status }) => ['unreachable', 'too_many_requests'].includes(code) || status >= 500;

/**
 * Shows the task of an address. Answers what is to be called when a move was shown.
 * @param {any} asked
 * @param {any} parts
 */
export function taskStrip(asked, { record, seen }) {
  const [place, said, problem, again, back] = ['task', 'task-said', 'task-problem', 'task-again', 'to-class'].map(find);
  /** @type {any} */
  let task = null;
  /** The server is told once by itself, and then on demand. */
  let wasTold = false;
  /** The server's clock decides, and not that of this device. */
  let isOver = false;

  /**
   * How the task stands: 'done', 'over' or 'open'.
   * @param {{mine: TaskProgress, until: number}} parts
   */
  function stateOf({ mine, until }) {
    if (mine.done) return 'done';
    return isOver || until <= Date.now() ? 'over' : 'open';
  }

  function draw() {
    if (!task) return;
    const state = stateOf(task);
    place.dataset.state = state;
    if (state === 'open') said.replaceChildren(t('replay.left', { count: seen.left }));
    else said.replaceChildren(...(state === 'done' ? [icon('check')] : []), t(state === 'done' ? 'replay.done' : 'problem.task_over'));
  }

  /** Teachers have nothing to do, and the task may be about another record. */
  async function ask() {
    try {
      const found = await findTask(asked);
      task = found?.mine && /** @type {any} */ (found.work).record === record ? found : null;
      place.hidden = !task;
    } catch (refusal) {
      if (isPassing(refusal)) throw refusal;
      place.hidden = true;
    }
  }

  async function tell() {
    wasTold = true;
    task = await postReplayed(asked.group, asked.task);
    announce(t('replay.done'));
  }

  const isWhole = () => task && !task.mine.done && !isOver && seen.left === 0;

  async function go() {
    try {
      if (!task) await ask();
      if (isWhole()) await tell();
      setText(problem, '');
      if (document.activeElement === again) back.focus();
      again.hidden = true;
    } catch (refusal) {
      isOver = refusal.code === 'task_over';
      setText(problem, isOver ? '' : problemText(refusal));
      again.hidden = isOver;
    }
    draw();
  }

  back.href = `/groups/${asked.group}`;
  again.addEventListener('click', () => once(again, go));
  go();
  return () => {
    draw();
    if (isWhole() && !wasTold) go();
  };
}
