// What the server has refused to a page: the browser itself tells of each.

import assert from 'node:assert/strict';

/** The visitor's only complaints are refusals with these statuses, which were meant to be. */
export function refusals(visitor, ...statuses) {
  assert.deepEqual(visitor.complaints.map((text) => Number(/status of (\d+)/.exec(text)?.[1])), statuses);
  visitor.complaints = [];
}
