// A field of a form: label, control, a sentence about it, and what the server
// has against its value.

import { html } from '../dom/html.js';

/** @import { Child } from '../dom/html.js' */

/**
 * `name` is the field's name in the settings; it finds the field's problem again.
 * @param {string} name
 * @param {Child} label
 * @param {HTMLElement & {type?: string}} control
 * @param {Child} means
 */
export function formField(name, label, control, means = null, { wide = false } = {}) {
  control.id ||= name.replaceAll('.', '-');
  const about = means === null ? null : html('p', { id: `${control.id}-means`, class: 'means' }, means);
  const problem = html('p', { id: `${control.id}-problem`, class: 'field-problem', role: 'alert' });
  control.setAttribute('aria-describedby', [about?.id, problem.id].filter(Boolean).join(' '));
  const checkbox = control.type === 'checkbox';
  const head = checkbox
    ? html('label', { class: 'choice' }, control, html('span', {}, label))
    : html('label', { for: control.id }, label);
  return html('div', { class: wide ? 'field wide' : 'field', 'data-field': name }, head, checkbox ? null : control, about, problem);
}

/**
 * Takes away the complaints about all fields.
 * @param {Element} form
 */
export function clearProblems(form) {
  for (const problem of form.querySelectorAll('.field-problem')) problem.textContent = '';
  for (const control of form.querySelectorAll('[aria-invalid]')) control.removeAttribute('aria-invalid');
}

/**
 * Shows a complaint at the field; false if there is none of that name.
 * @param {any} form
 * @param {string} name
 * @param {string} text
 */
export function showProblem(form, name, text) {
  const field = form.querySelector(`[data-field="${CSS.escape(name)}"]`);
  const control = field?.querySelector('input, select');
  if (!control) return false;
  for (let fold = field.closest('details'); fold; fold = fold.parentElement.closest('details')) fold.open = true;
  field.querySelector('.field-problem').textContent = text;
  control.setAttribute('aria-invalid', 'true');
  control.focus();
  return true;
}
