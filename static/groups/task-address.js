// The address of a record that somebody replays for a task: it carries the group and the task.

const TASK = /^([0-9a-z]+)\.([0-9a-z]+)$/;

/**
 * Where the record of a task is replayed.
 * @param {string} record
 * @param {string} group
 * @param {string} task
 */
export const replayAddress = (record, group, task) => `/records/${record}?task=${group}.${task}`;

/**
 * The task that an address carries, {group, task}, or null.
 * @param {string} search
 */
export function askedTask(search) {
  const [, group, task] = TASK.exec(new URLSearchParams(search).get('task') ?? '') ?? [];
  return task ? { group, task } : null;
}
