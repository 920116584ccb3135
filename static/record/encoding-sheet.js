// The sheet in which the owner of a record says in which encoding its file is: the names as they are read now stand beside those
// in another one.

import { factLine, html, setText } from '../dom/html.js';
import { getReading, patchRecord } from '../net/records.js';
import { isNamed, recordText } from '../go/record-words.js';
import { once } from '../dom/once.js';
import { openDialog } from '../dom/dialogs.js';
import { problemText } from '../text/problem-text.js';
import { styledBy } from '../dom/style-sheet.js';
import { t } from '../text/text.js';

/** @import { RecordReading } from '../shapes/record.js' */

/** Encodings by the languages that are kept in them, the usual one first. */
const ENCODINGS = {
  simplified: ['gb18030'],
  traditional: ['big5'],
  japanese: ['shift_jis', 'euc-jp', 'iso-2022-jp'],
  korean: ['euc-kr'],
  cyrillic: ['windows-1251', 'koi8-r', 'koi8-u', 'iso-8859-5', 'ibm866'],
  western: ['windows-1252'],
  central: ['windows-1250', 'iso-8859-2'],
  turkish: ['windows-1254'],
  greek: ['windows-1253', 'iso-8859-7'],
  thai: ['windows-874'],
  baltic: ['windows-1257'],
  hebrew: ['windows-1255'],
  arabic: ['windows-1256'],
  vietnamese: ['windows-1258'],
  unicode: ['utf-8', 'utf-16le', 'utf-16be'],
};

/**
 * What there is to see of a record in an encoding: less of one that is on its page.
 * @typedef {Pick<RecordReading, 'id' | 'encoding' | 'players' | 'name' | 'event'> & Partial<RecordReading>} ReadRecord
 */

/**
 * The words of a record by which its owner sees whether its letters are right.
 * @param {ReadRecord} record
 */
const wordsOf = (record) => factLine(/** @type {string[]} */ ([recordText(record), isNamed(record) && record.name, record.event, record.words].filter(Boolean)));

/**
 * The record as it is now, with words of its comments if the server answers: in many records these alone are beyond ASCII.
 * @param {ReadRecord} record
 */
async function asItIs(record) {
  try {
    return await getReading(record.id, record.encoding);
  } catch {
    return record;
  }
}

/**
 * Shows the sheet for a record as lists tell it, and reads its words while it is open: those of a great file take their time. Answers
 * what lists show of it now (`listed`) and the whole record (`record`), or null if nothing was changed.
 * @param {ReadRecord} record
 */
export async function showEncodings(record) {
  await styledBy('/static/style/forms.css');
  const own = record.encoding.toLowerCase();
  const asRead = asItIs(record);
  const groups = Object.entries(ENCODINGS).map(([script, names]) => html('optgroup', { label: t(`encoding.of.${script}`) },
    ...names.map((value) => html('option', { value, selected: value === own }, value))));
  const known = Object.values(ENCODINGS).flat().includes(own);
  const choice = html('select', { id: 'encoding', 'data-testid': 'encoding', autofocus: true, 'aria-describedby': 'encoding-then' },
    known ? null : html('option', { value: own, selected: true }, own), ...groups);
  const now = html('p', { 'data-testid': 'encoding-now' }, ...wordsOf(record));
  const then = html('p', { id: 'encoding-then', 'data-testid': 'encoding-then', role: 'status' });
  const problem = html('p', { class: 'field-problem', role: 'alert', 'data-testid': 'encoding-problem' });
  const yes = html('button', { type: 'submit', class: 'primary', 'data-testid': 'encoding-yes' }, t('encoding.yes'));
  const form = html('form', { class: 'sheet' },
    html('h2', { id: 'encoding-title' }, t('encoding.title')),
    html('p', { class: 'hint' }, t('encoding.hint')),
    html('h3', {}, t('encoding.now')),
    now,
    html('div', { class: 'form-field' }, html('label', { for: 'encoding' }, t('encoding.label')), choice),
    html('h3', {}, t('encoding.then')),
    then, problem,
    html('div', { class: 'buttons' },
      html('button', { type: 'button', class: 'quiet', onclick: () => dialog.close() }, t('dialog.cancel')), yes));
  const dialog = html('dialog', { class: 'question', 'aria-labelledby': 'encoding-title' }, form);
  /** @type {ReadRecord | null} */
  let reading = record;
  let changed = null;
  let sending = null;

  /** Shows the record in the chosen encoding. Of several choices in a row the last one is shown. */
  async function look() {
    const encoding = choice.value;
    // Whoever chooses the one that it has leaves the record alone.
    reading = encoding === own ? record : null;
    setText(problem, '');
    setText(then, t('encoding.reading'));
    try {
      const found = await (encoding === own ? asRead : getReading(record.id, encoding));
      if (choice.value !== encoding) return;
      reading ??= found;
      then.replaceChildren(...wordsOf(found));
    } catch (refusal) {
      if (choice.value !== encoding) return;
      then.replaceChildren();
      setText(problem, problemText(refusal));
    }
  }

  /**
   * Has the record read in another encoding from now on.
   * @param {ReadRecord} wanted
   */
  async function send(wanted) {
    try {
      changed = { listed: wanted, record: await patchRecord(record.id, { encoding: wanted.encoding }) };
      dialog.close();
    } catch (refusal) {
      setText(problem, problemText(refusal));
    }
  }

  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (!reading || yes.hasAttribute('aria-disabled')) return;
    const wanted = reading;
    if (wanted.encoding === record.encoding) dialog.close();
    else sending = once(yes, () => send(wanted));
  });
  choice.addEventListener('change', look);
  openDialog(dialog);
  asRead.then((found) => now.replaceChildren(...wordsOf(found)));
  look();
  await new Promise((resolve) => { dialog.addEventListener('close', resolve); });
  // What was sent is done, although the sheet was closed meanwhile.
  await sending;
  return changed;
}
