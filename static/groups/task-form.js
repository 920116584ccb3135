// The form by which a teacher sets a task.

import { Problem } from '../net/problem.js';
import { boardNameText } from '../go/names.js';
import { dropDraft, keepDraft } from '../forms/draft.js';
import { getRecords } from '../net/records.js';
import { groupId } from './entry.js';
import { find } from '../dom/find.js';
import { html } from '../dom/html.js';
import { idInField } from '../people/player-id.js';
import { inDays, lastMomentOf } from './task-day.js';
import { onSend } from '../forms/faults.js';
import { postTask } from '../net/groups.js';
import { recordText } from '../go/record-words.js';
import { t } from '../text/text.js';

/** @import { TaskWork } from '../shapes/groups.js' */
/** @import { LeadTools } from './parts.js' */

const BOARDS = ['grid 9x9', 'grid 13x13', 'grid 19x19'];
/** As many as the server asks for. */
const MOST_GAMES = 20;
const USUAL_DAYS = 7;
/** The longest page of records. */
const PAGE = 100;
const DRAFT = `task.${groupId}`;

const form = find('task');
const fields = form.elements;
/** @type {LeadTools} */
let tools;
let isFirst = true;

/**
 * @param {string} value
 * @param {string} text
 */
const option = (value, text) => html('option', { value }, text);

/** Shows the fields of the chosen work. A record that is not in the list is named by its address. */
function follow() {
  const isReplay = fields.kind.value === 'replay';
  find('task-games').hidden = isReplay;
  find('task-replay').hidden = !isReplay;
  find('task-address-field').hidden = fields.record.value !== '';
}

/** Fills in what is usual. */
function begin() {
  form.reset();
  fields.until.value = inDays(USUAL_DAYS);
  fields.until.min = inDays(0);
  fields.record.selectedIndex = 0;
  follow();
}

/** The latest records of whoever is here; an older one is named by its address. */
async function fillRecords() {
  const { records } = await getRecords(PAGE);
  fields.record.replaceChildren(
    ...records.map((record) => option(record.id, [recordText(record), record.date].filter(Boolean).join(' · '))),
    option('', t('lead.task.other_record')));
  find('task-record-field').hidden = records.length === 0;
  find('no-records').hidden = records.length > 0;
}

/**
 * Only a class has tasks. What somebody types stays. The tools are {done}.
 * @param {LeadTools} newTools
 */
export async function drawTaskForm(newTools) {
  tools = newTools;
  if (!isFirst) return;
  isFirst = false;
  try {
    await fillRecords();
  } finally {
    // Games can be set without a list of records, and a record by its address.
    begin();
    find('task-fold').open = keepDraft(form, DRAFT);
    follow();
  }
}

/** @returns {TaskWork} */
function gamesWork() {
  const times = Number(fields.times.value);
  // The server could not even read some of them, and would not say at which field.
  if (!Number.isInteger(times) || times < 1 || times > MOST_GAMES) throw new Problem({ code: 'invalid_task', params: { field: 'times', min: 1, max: MOST_GAMES } });
  return { kind: 'games', times, board: fields.board.value || null };
}

/** @type {() => TaskWork} */
const replayWork = () => ({ kind: 'replay', record: fields.record.value || idInField(fields.address, 'no_such_record') });

async function send() {
  const work = fields.kind.value === 'replay' ? replayWork() : gamesWork();
  const until = lastMomentOf(fields.until.value);
  if (until === null) throw new Problem({ code: 'invalid_task', params: { field: 'until' } });
  try {
    await postTask(groupId, { work, words: fields.words.value.trim(), until });
  } catch (problem) {
    if (problem.code !== 'no_such_record') throw problem;
    throw new Problem({ ...problem, params: { field: fields.record.value ? 'record' : 'address' } });
  }
  dropDraft(DRAFT);
  begin();
  find('task-fold').open = false;
  await tools.done('tasks', t('lead.task.done'));
}

fields.board.append(option('', t('lead.task.any_board')), ...BOARDS.map((name) => option(name, boardNameText(name))));
form.addEventListener('change', follow);
onSend(form, send);
