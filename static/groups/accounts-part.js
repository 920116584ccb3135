// Accounts for the pupils of a class, from typed names or from a table.

import { dropDraft, keepDraft } from '../forms/draft.js';
import { groupId } from './entry.js';
import { find } from '../dom/find.js';
import { html, setText } from '../dom/html.js';
import { onSend } from '../forms/faults.js';
import { postNames, postTable } from '../net/groups.js';
import { problemText } from '../text/problem-text.js';
import { t } from '../text/text.js';
import { whenFresh } from './parts.js';

/** @import { Card, Group } from '../shapes/groups.js' */
/** @import { LeadTools } from './parts.js' */

/** In bytes. */
const LARGEST_TABLE = 65_536;
const DRAFT = `accounts.${groupId}`;

const form = find('accounts');
const { names, table } = form.elements;
/** @type {LeadTools} */
let tools;

/** @param {string} text */
const linesOf = (text) => text.split(/\r\n|\r|\n/);

/** The names that are typed, each with the number of its line. */
const typedNames = () => linesOf(names.value).map((name, i) => ({ name: name.trim(), line: i + 1 })).filter(({ name }) => name);

function follow() {
  setText(find('table-of'), table.value ? t('lead.table_of', { file: table.value }) : '');
  find('as-names').hidden = !table.value;
}

/**
 * Fills the form as somebody would who types.
 * @param {string} text
 * @param {string} file
 */
function fill(text, file) {
  names.value = text;
  table.value = file;
  names.dispatchEvent(new Event('input', { bubbles: true }));
  clear();
  follow();
}

function clear() {
  find('wrong-lines').replaceChildren();
  find('names-problem').textContent = '';
  names.removeAttribute('aria-invalid');
}

/** @param {string} text */
function complain(text) {
  find('names-problem').textContent = text;
  names.setAttribute('aria-invalid', 'true');
}

/**
 * Leads to a line of the field.
 * @param {number} line
 */
function goToLine(line) {
  const lines = names.value.split('\n');
  const start = lines.slice(0, line - 1).reduce((/** @type {number} */ sum, /** @type {string} */ text) => sum + text.length + 1, 0);
  names.focus();
  names.setSelectionRange(start, start + (lines[line - 1]?.length ?? 0));
  names.scrollTop = (names.scrollHeight / lines.length) * Math.max(0, line - 3);
}

/** @param {{code: string, reason?: string}} parts */
function whyText({ code, reason }) {
  if (code === 'name_taken') return t('lead.line_name_taken');
  if (code === 'malformed') return t('lead.line_malformed');
  return problemText({ code, params: { reason, max: 32 } });
}

/**
 * Shows each line that won't do beside the reason. Of typed names the server counts those that are no empty lines.
 * @param {{line: number, code: string, reason?: string}[]} rows
 * @param {{line: number}[] | null} typed
 */
function showWrong(rows, typed) {
  const lines = linesOf(names.value);
  const wrong = rows.map((row) => ({ ...row, line: typed?.[row.line - 1]?.line ?? row.line }));
  complain(t('lead.wrong_lines', { count: wrong.length }));
  find('wrong-lines').replaceChildren(...wrong.map((row) => html('li', { 'data-testid': 'wrong-line' },
    html('button', { type: 'button', onclick: () => goToLine(row.line) }, t('lead.line', { line: row.line })),
    html('span', {}, t('lead.line_fault', { name: lines[row.line - 1]?.trim() ?? '', why: whyText(row) })))));
  goToLine(wrong[0].line);
}

/** @param {{target: any}} parts */
async function choose({ target }) {
  const [file] = target.files;
  if (!file) return;
  find('file-problem').textContent = '';
  try {
    if (file.size > LARGEST_TABLE) find('file-problem').textContent = t('lead.file_large');
    else {
      fill(new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer()), file.name);
      names.focus();
    }
  } catch {
    find('file-problem').textContent = t('lead.file_encoding');
  }
  // The same file can be chosen again when it is mended.
  target.value = '';
}

async function send() {
  clear();
  const typed = table.value ? null : typedNames();
  if (names.value.trim() === '') {
    complain(t('lead.no_names'));
    names.focus();
    return;
  }
  /** @type {Card[]} */
  let cards = [];
  const make = async () => {
    cards = typed ? await postNames(groupId, typed.map(({ name }) => name)) : await postTable(groupId, names.value);
  };
  try {
    if (!await whenFresh(make)) return;
  } catch (problem) {
    if (problem.code !== 'invalid_accounts') throw problem;
    if (problem.params.rows?.length > 0) showWrong(problem.params.rows, typed);
    else complain(problem.params.max ? t('lead.too_many_names', { max: problem.params.max }) : problemText(problem));
    return;
  }
  dropDraft(DRAFT);
  fill('', '');
  dropDraft(DRAFT);
  find('accounts-fold').open = false;
  tools.showCards(cards);
  await tools.reload();
}

/**
 * Only a class makes accounts. The tools are {reload, showCards}.
 * @param {Group} group
 * @param {LeadTools} newTools
 */
export function drawAccounts(group, newTools) {
  tools = newTools;
  find('accounts-part').hidden = group.kind !== 'class';
}

find('choose-file').addEventListener('click', () => find('names-file').click());
find('names-file').addEventListener('change', choose);
find('as-names').addEventListener('click', () => {
  fill(names.value, '');
  names.focus();
});
find('accounts-fold').open = keepDraft(form, DRAFT) && names.value !== '';
follow();
onSend(form, send);
