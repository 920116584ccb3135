// Records on the home page: a file is opened by choosing or dropping it, and the
// records that this player has opened before are listed.

import { ask } from '../dom/dialogs.js';
import { asPlayer, isMember, likelyPlayer } from '../net/player.js';
import { announce } from '../dom/announcer.js';
import { boardText, colorText, shortResult } from '../go/names.js';
import { deleteRecord, getRecords, postRecord } from '../net/records.js';
import { find } from '../dom/find.js';
import { factLine, html, setText } from '../dom/html.js';
import { handOver } from '../record/brought.js';
import { icon, stoneIcon } from '../dom/icons.js';
import { isNamed, playerText, recordText } from '../go/record-words.js';
import { keptAddress, mayBeStudy } from '../study/kept-address.js';
import { mayBeMisread } from '../record/misread.js';
import { once } from '../dom/once.js';
import { problemText } from '../text/problem-text.js';
import { styledBy } from '../dom/style-sheet.js';
import { t, withTexts } from '../text/text.js';

/** @import { Color } from '../shapes/game.js' */
/** @import { RecordSummary } from '../shapes/record.js' */

const SHOWN = 6;
/** So many more are shown each time: those of a book are hundreds. */
const MORE = 48;

/**
 * Where a record of the list opens: one that is only a position is a study.
 * @param {RecordSummary} record
 */
const address = (record) => (mayBeStudy(record) ? keptAddress(record.id) : `/records/${record.id}`);
/** @type {any} */
let next = null;

/**
 * Brings files to the server: a single game is shown at once, several are listed.
 * @param {File[]} files
 */
async function open(files) {
  const problem = find('record-problem');
  const said = find('record-said');
  problem.textContent = '';
  find('record-faults').replaceChildren();
  setText(said, t('records.reading'));
  let report;
  try {
    const { ImportReport } = await withTexts(import('./import-report.js'), 'faults');
    await styledBy('/static/style/faults.css');
    report = new ImportReport({ severalFiles: files.length > 1, isMember: isMember(likelyPlayer()) });
  } catch {
    setText(said, '');
    problem.textContent = problemText({ code: 'unreachable' });
    return;
  }
  for (const file of files) {
    try {
      report.check(file);
      report.add(file, await asPlayer(() => postRecord(file)));
    } catch (refusal) {
      report.refuse(file, refusal);
    }
  }
  problem.replaceChildren(...report.lines());
  const { only, opened, warnings } = report;
  if (only) {
    if (warnings.length > 0) handOver(only.id, warnings);
    location.assign(`/records/${only.id}`);
    return;
  }
  find('record-faults').replaceChildren(...report.faults());
  setText(said, opened.length > 0 ? t('records.opened', { count: opened.length }) : '');
  if (opened.length === 0) return;
  await showRecords();
  find('record-tiles').scrollIntoView({ block: 'nearest' });
}

/** @param {RecordSummary} record */
function tile(record) {
  const text = recordText(record);
  const names = isNamed(record) ? /** @type {Color[]} */ (['black', 'white']).map((color) => html('span', { class: 'pair-player' },
    stoneIcon(color), html('span', { class: 'visually-hidden' }, colorText(color)), html('span', {}, playerText(record.players[color], color)))) : [text];
  const called = isNamed(record) ? record.name ?? record.event : record.event;
  const about = [boardText(record.board), t('home.moves', { count: record.moves }), called, record.date];
  return html('article', { class: 'tile record-tile', 'data-testid': 'record', 'data-record': record.id },
    html('a', { href: address(record) },
      html('h3', { class: 'pair' }, ...names),
      html('p', {}, ...factLine(/** @type {string[]} */ (about.filter(Boolean)))),
      record.result ? html('span', { class: 'result-short' }, shortResult(record.result, record)) : null),
    html('div', { class: 'tile-acts' },
      mayBeMisread(record) ? act('choose-encoding', 'letters', t('records.encoding', { record: text }), (/** @type {any} */ { currentTarget }) => once(currentTarget, () => choose(record))) : null,
      act('remove-record', 'remove', t('records.remove', { record: text }), () => remove(record, text))));
}

/**
 * @param {string} name
 * @param {string} drawing
 * @param {string} label
 * @param {(event: any) => unknown} onclick
 */
const act = (name, drawing, label, onclick) => html('button', {
  type: 'button', class: 'icon-button', 'data-testid': name, 'aria-label': label, title: label, onclick,
}, icon(drawing));

/**
 * Lets the owner choose another encoding for the file of a record.
 * @param {RecordSummary} record
 */
async function choose(record) {
  const tileOf = () => document.querySelector(`[data-record="${record.id}"]`);
  const problem = find('record-problem');
  problem.textContent = '';
  /** @type {any} */
  let changed;
  try {
    const { showEncodings } = await withTexts(import('../record/encoding-sheet.js'), 'encodings');
    changed = await showEncodings(record);
  } catch {
    problem.textContent = problemText({ code: 'unreachable' });
    return;
  }
  if (changed) tileOf()?.replaceWith(tile(changed.listed));
  tileOf()?.querySelector('button')?.focus();
}

/**
 * @param {RecordSummary} record
 * @param {string} text
 */
async function remove(record, text) {
  const yes = await ask({
    title: t('records.remove_title'), text: t('records.remove_text', { record: text }), yes: t('records.remove_yes'), danger: true,
  });
  if (!yes) return;
  try {
    await deleteRecord(record.id);
    document.querySelector(`[data-record="${record.id}"]`)?.remove();
    find('open-record').focus();
  } catch (refusal) {
    find('record-problem').textContent = problemText(refusal);
  }
}

/** @param {string | null} cursor */
async function showMore(cursor) {
  const page = await getRecords(cursor ? MORE : SHOWN, cursor);
  next = page.next;
  find('more-records').hidden = next === null;
  return page.records.map(tile);
}

/** Lists the newest of this player's records. */
export async function showRecords() {
  try {
    find('record-tiles').replaceChildren(...await showMore(null));
  } catch {
    // The list comes with the next visit; the rest of the page works.
  }
}

/** Does something with files that are dragged over the page. */
function listenToDrops() {
  /** @param {any} event */
  const hasFiles = (event) => event.dataTransfer?.types.includes('Files');
  let inside = 0;
  /** @param {number} by */
  const enter = (by) => {
    inside = Math.max(0, inside + by);
    document.body.classList.toggle('dropping', inside > 0);
  };
  document.addEventListener('dragenter', (event) => hasFiles(event) && enter(1));
  document.addEventListener('dragleave', (event) => hasFiles(event) && enter(-1));
  document.addEventListener('dragover', (event) => hasFiles(event) && event.preventDefault());
  document.addEventListener('drop', (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    inside = 0;
    enter(0);
    open([.../** @type {DataTransfer} */ (event.dataTransfer).files]);
  });
}

export function drawRecords() {
  const input = find('record-file');
  find('open-record').addEventListener('click', () => input.click());
  input.addEventListener('change', async () => {
    await open([...input.files]);
    // The same file may be chosen again, when it was mended.
    input.value = '';
  });
  find('more-records').addEventListener('click', async () => {
    try {
      const tiles = await showMore(next);
      find('record-tiles').append(...tiles);
      tiles[0]?.querySelector('a')?.focus();
    } catch (refusal) {
      announce(problemText(refusal));
    }
  });
  listenToDrops();
}
