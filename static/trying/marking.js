// Marks that a reader puts on points: one on each. Letters and numbers are `labels`. Lines and arrows, as other programs make them, stay.

import { POINT_MARKS } from '../board/drawn-marks.js';

/** @import { Marks } from './node-shape.js' */

/** The tools: a mark for a click, the next letter or number, or none any more. */
export const TOOLS = ['triangle', 'square', 'circle', 'cross', 'letter', 'number', 'remove'];

const LETTERS = 26;
/** @type {Record<string, RegExp>} */
const WRITTEN = { letter: /^[A-Z]{1,2}$/, number: /^[0-9]+$/ };

/**
 * A to Z, then AA to AZ, and so on.
 * @param {number} place
 * @returns {string}
 */
const letterOf = (place) => (place < LETTERS ? '' : letterOf(Math.floor(place / LETTERS) - 1)) + String.fromCharCode(65 + (place % LETTERS));

/**
 * The first letter or number that no point has yet.
 * @param {string} tool
 * @param {string[][]} labels
 */
function nextText(tool, labels) {
  const taken = new Set(labels.map(([, text]) => text));
  let place = 0;
  const text = () => (tool === 'letter' ? letterOf(place) : String(place + 1));
  while (taken.has(text())) place += 1;
  return text();
}

/**
 * The mark on a point: its kind and, of a label, its text; null if there is none.
 * @param {Marks} marks
 * @param {string} at
 */
export function markAt(marks, at) {
  const label = (marks.labels ?? []).find((/** @type {any} */ [vertex]) => vertex === at);
  if (label) return { kind: 'label', text: label[1] };
  const kind = POINT_MARKS.find((each) => marks[each]?.includes(at));
  return kind ? { kind } : null;
}

/**
 * The marks without that on a point.
 * @param {Marks} marks
 * @param {string} at
 */
function without(marks, at) {
  /** @type {Marks} */
  const left = { ...marks, labels: (marks.labels ?? []).filter((/** @type {any} */ [vertex]) => vertex !== at) };
  for (const kind of POINT_MARKS) if (left[kind]) left[kind] = left[kind].filter((/** @type {string} */ vertex) => vertex !== at);
  for (const kind of [...POINT_MARKS, 'labels']) if (left[kind]?.length === 0) delete left[kind];
  return left;
}

/**
 * The marks after a tool was used on a point. The same mark again takes it off. A letter or a number is none of those that
 * `others` have.
 * @param {Marks} marks
 * @param {string} tool
 * @param {string} at
 * @param {Marks} others
 */
export function marked(marks, tool, at, others = {}) {
  const before = markAt(marks, at);
  const left = without(marks, at);
  if (tool === 'remove' || before?.kind === tool || (before?.kind === 'label' && WRITTEN[tool]?.test(before.text))) return left;
  if (WRITTEN[tool]) return { ...left, labels: [...left.labels ?? [], [at, nextText(tool, [...left.labels ?? [], ...others.labels ?? []])]] };
  return { ...left, [tool]: [...left[tool] ?? [], at] };
}
