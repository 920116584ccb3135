// The sheet in which the owner of a record writes its headline: the players, the result, the rules, and the rest of it.

import { colorText } from '../go/names.js';
import { cleaned, cleanedLine } from '../trying/written-words.js';
import { faultsOf } from './facts.js';
import { html, setText } from '../dom/html.js';
import { openDialog } from '../dom/dialogs.js';
import { stoneIcon } from '../dom/icons.js';
import { styledBy } from '../dom/style-sheet.js';
import { t } from '../text/text.js';

/** @import { Color } from '../shapes/game.js' */
/** @import { Facts } from './facts.js' */

const LONGEST = { line: 1_000, comment: 40_000 };
const GAME = ['result', 'rules', 'komi', 'handicap', 'time', 'overtime'];
const OCCASION = ['event', 'round', 'date', 'place'];
/** Few records have these. */
const RARE = ['name', 'opening', 'annotator', 'user', 'source', 'copyright'];
/** @type {Record<string, string>} */
const HINTS = { result: 'editing.result_hint', time: 'editing.time_hint' };

/**
 * A field with its label. The hint and the problem follow it, where there may be any.
 * @param {string} name
 * @param {string} label
 * @param {Facts} facts
 */
function field(name, label, facts) {
  const id = `fact-${name.replace('.', '-')}`;
  const isNumber = name === 'komi' || name === 'handicap';
  const hint = HINTS[name] && html('p', { id: `${id}-hint`, class: 'hint' }, t(HINTS[name]));
  const problem = isNumber && html('p', { id: `${id}-problem`, class: 'field-problem', role: 'alert' });
  const about = [hint, problem].filter(Boolean).map((part) => /** @type {Element} */ (part).id).join(' ') || null;
  const shared = { id, name, 'data-testid': id, 'aria-describedby': about };
  const input = name === 'comment' ? html('textarea', { ...shared, rows: 3, maxlength: LONGEST.comment })
    : html('input', { ...shared, maxlength: LONGEST.line, autocomplete: 'off', inputmode: isNumber && 'decimal', list: name === 'rules' && 'fact-rules-names' });
  input.value = facts[name];
  return html('div', { class: 'form-field', 'data-fact': name }, html('label', { for: id }, label), input, hint || null, problem || null);
}

/** @param {Facts} facts */
const factField = (facts) => (/** @type {string} */ name) => field(name, t(`record.info.${name}`), facts);
/**
 * @param {Color} color
 * @param {Facts} facts
 */
const playerFields = (color, facts) => html('fieldset', { class: 'fact-player' }, html('legend', {}, stoneIcon(color), ' ', colorText(color)),
  ...['name', 'rank', 'team'].map((part) => field(`${color}.${part}`, t(`editing.player.${part}`), facts)));

/**
 * Shows the sheet with the facts of a draft; `saved` are those of its record. Answers the facts as they were written, or null if
 * they were not taken.
 * @param {Facts} facts
 * @param {Facts} saved
 */
export async function showFacts(facts, saved) {
  await Promise.all([styledBy('/static/style/forms.css'), styledBy('/static/style/facts.css')]);
  /** @param {string[]} names */
  const fields = (names) => html('div', { class: 'fact-fields' }, ...names.map(factField(facts)));
  const more = html('details', { class: 'fact-more', open: [...RARE, 'comment'].some((name) => facts[name] !== '') },
    html('summary', {}, t('editing.more')), fields([...RARE, 'comment']));
  /** @type {any} */
  const form = html('form', { class: 'sheet', novalidate: true },
    html('h2', { id: 'facts-title' }, t('record.information')),
    html('p', { class: 'hint' }, t('editing.facts_means')),
    playerFields('black', facts), playerFields('white', facts),
    fields(GAME), fields(OCCASION), more,
    html('datalist', { id: 'fact-rules-names' }, ...t('editing.rules_names').split(' ').map((value) => html('option', { value }))),
    html('div', { class: 'buttons' },
      html('button', { type: 'button', class: 'quiet', 'data-testid': 'facts-no', onclick: () => dialog.close() }, t('dialog.cancel')),
      html('button', { type: 'submit', class: 'primary', 'data-testid': 'facts-yes' }, t('editing.facts_yes'))));
  const dialog = html('dialog', { class: 'question facts-sheet', 'aria-labelledby': 'facts-title' }, form);
  const shown = Object.fromEntries(Object.keys(facts).map((name) => [name, form.elements[name].value]));
  /** @type {any} */
  let taken = null;
  form.addEventListener('submit', (/** @type {Event} */ event) => {
    event.preventDefault();
    const written = Object.fromEntries(Object.keys(facts).map((name) => {
      const { value } = form.elements[name];
      // A field that nobody touched stays as it is, with all its blanks, and with the lines that no field has.
      return [name, value === shown[name] ? facts[name] : (name === 'comment' ? cleaned : cleanedLine)(value).trim()];
    }));
    if (!complain(form, faultsOf(written, saved))) return;
    taken = written;
    dialog.close();
  });
  openDialog(dialog);
  return new Promise((resolve) => { dialog.addEventListener('close', () => resolve(taken)); });
}

/**
 * Shows which fields will not do; true if all will.
 * @param {any} form
 * @param {string[]} faults
 */
function complain(form, faults) {
  for (const name of ['komi', 'handicap']) {
    const isFault = faults.includes(name);
    setText(form.querySelector(`#fact-${name}-problem`), isFault ? t(`editing.fault.${name}`) : '');
    if (isFault) form.elements[name].setAttribute('aria-invalid', 'true');
    else form.elements[name].removeAttribute('aria-invalid');
  }
  if (faults.length > 0) form.elements[faults[0]].focus();
  return faults.length === 0;
}
