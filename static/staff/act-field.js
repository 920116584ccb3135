// The fields of acts: how each kind of them looks, and the value that it has for the server.

import { Problem } from '../net/problem.js';
import { hasText, language, languages, t } from '../text/text.js';
import { html } from '../dom/html.js';
import { momentChoices, momentOf } from './moment-choices.js';
import { shownLines } from './announcement-lines.js';

/** @import { ActField } from './acts.js' */

/** @type {Record<string, (field: any, attributes: Record<string, unknown>, target: any) => HTMLElement>} */
const KINDS = {
  line: ({ most }, attributes) => html('input', { ...attributes, maxlength: most, autocomplete: 'off', autocapitalize: 'none', spellcheck: 'false' }),
  words: ({ most }, attributes) => html('textarea', { ...attributes, rows: 3, maxlength: most }),
  choice: ({ values, texts }, attributes, target) => html('select', attributes,
    html('option', { value: '' }, t('report.ground_choose')),
    ...values(target).map((/** @type {any} */ value) => html('option', { value }, t(`${texts}.${value}`)))),
  moment: (field, attributes) => html('input', { ...attributes, type: 'datetime-local' }),
};

/** The reader's own language first. */
const inOrder = [...languages].sort(([a], [b]) => Number(b === language) - Number(a === language));

/**
 * @param {string} id
 * @param {string} name
 */
const problemPlace = (id, name) => html('p', { id: `${id}-problem`, class: 'field-problem', role: 'alert', 'data-problem': name });

/**
 * @param {string} id
 * @param {string} name
 */
function hintOf(id, name) {
  const key = `act.field.${name}_hint`;
  return hasText(key) ? html('p', { id: `${id}-hint`, class: 'hint' }, t(key)) : null;
}

/**
 * A line in several languages, with how it is shown to the readers of each.
 * @param {string} act
 * @param {ActField} parts
 */
function translations(act, { name, most }) {
  const id = `${act}-${name}`;
  const fields = inOrder.map(([tag, own]) => {
    const each = `${id}-${tag}`;
    return html('div', { class: 'form-field' }, html('label', { for: each, lang: tag }, own),
      html('textarea', { id: each, name: `${name}-${tag}`, lang: tag, rows: 2, maxlength: most, 'data-testid': each, 'aria-describedby': `${id}-hint ${each}-problem` }),
      problemPlace(each, `${name}-${tag}`));
  });
  const shown = html('dl', { class: 'shown-lines', 'data-testid': `${id}-shown` });
  const preview = html('div', { class: 'preview', hidden: true }, html('p', { class: 'preview-title' }, t('announcements.preview')), shown);
  const part = html('fieldset', { class: 'form-field translations' }, html('legend', {}, t(`act.field.${name}`)), hintOf(id, name), ...fields, preview);
  part.addEventListener('input', () => {
    const lines = shownLines(textsOf(part, name));
    preview.hidden = lines.length === 0;
    shown.replaceChildren(...lines.map((line) => html('div', {}, html('dt', { lang: line.reader }, line.own), html('dd', { lang: line.tag }, line.text))));
  });
  return part;
}

/**
 * A line has no breaks: they are as good as blanks.
 * @param {string} text
 */
const inOneLine = (text) => text.trim().replace(/\s+/g, ' ');

/**
 * @param {any} part
 * @param {string} name
 */
const textsOf = (part, name) => Object.fromEntries(inOrder.map(([tag]) => [tag, inOneLine(part.querySelector(`[name="${name}-${tag}"]`).value)]).filter(([, text]) => text));

/**
 * A field of an act, with its label, its hint, and the place of its problem.
 * @param {string} act
 * @param {ActField} field
 * @param {any} target
 */
export function fieldOf(act, field, target) {
  if (field.kind === 'translations') return translations(act, field);
  const id = `${act}-${field.name}`;
  const label = field.label ?? field.name;
  const hint = hintOf(id, label);
  const input = KINDS[field.kind](field, {
    id, name: field.name, 'data-testid': id, 'aria-describedby': [hint && hint.id, `${id}-problem`].filter(Boolean).join(' '), required: Boolean(field.missing),
  }, target);
  const choices = field.kind === 'moment' ? momentChoices(/** @type {HTMLInputElement} */ (input)) : null;
  return html('div', { class: 'form-field' }, html('label', { for: id }, t(`act.field.${label}`)), input, choices, hint, problemPlace(id, field.name));
}

/** @type {Record<string, (form: any, field: ActField) => unknown>} */
const VALUES = {
  moment: (form, { name }) => momentOf(form.elements[name]),
  translations: (form, { name }) => textsOf(form, name),
};
/**
 * @param {any} form
 * @param {ActField} field
 */
const valueIn = (form, field) => (VALUES[field.kind] ? VALUES[field.kind](form, field) : form.elements[field.name].value.trim());
/** @param {unknown} value */
const isEmpty = (value) => value === '' || value === null || (typeof value === 'object' && Object.keys(value).length === 0);

/**
 * What a field has for the server, or the problem of its absence; of several languages that is said at the first one.
 * @param {any} form
 * @param {ActField} field
 */
export function valueOf(form, field) {
  const value = valueIn(form, field);
  if (!field.missing || !isEmpty(value)) return value;
  if (field.kind !== 'translations') throw new Problem(field.missing);
  throw new Problem({ code: field.missing.code, params: { field: `${field.name}-${inOrder[0][0]}`, reason: field.name } });
}
