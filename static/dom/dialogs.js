// Questions and sheets, all in the browser's own <dialog>.

import { html } from './html.js';
import { t } from '../text/text.js';

/** @import { Child } from './html.js' */

/**
 * Puts a dialog into the page and shows it; it goes when it is closed.
 * @param {HTMLDialogElement} dialog
 */
export function openDialog(dialog) {
  // The event of a closing comes with a later frame: no closed dialog stands beside the new one until then.
  for (const closed of document.querySelectorAll('dialog:not([open])')) closed.remove();
  document.body.append(dialog);
  dialog.addEventListener('close', () => dialog.remove());
  // A click on the backdrop is a click on the dialog itself.
  dialog.addEventListener('click', (event) => event.target === dialog && dialog.close());
  dialog.showModal();
  return dialog;
}

/**
 * Asks; resolves to true if the answer is yes.
 * @param {{title: string, text: string, yes: string, no?: string, danger?: boolean}} question
 * @returns {Promise<boolean>}
 */
export function ask({ title, text, yes, no = t('dialog.cancel'), danger = false }) {
  return new Promise((resolve) => {
    /** @param {string} value */
    const answer = (value) => () => dialog.close(value);
    const dialog = html('dialog', { class: 'question', 'aria-labelledby': 'question-title', 'aria-describedby': 'question-text' },
      html('div', { class: 'sheet' },
        html('h2', { id: 'question-title' }, title),
        html('p', { id: 'question-text' }, text),
        html('div', { class: 'buttons' },
          html('button', {
            type: 'button', class: 'quiet', autofocus: danger, 'data-testid': 'confirm-no', onclick: answer('no'),
          }, no),
          html('button', {
            type: 'button', class: danger ? 'danger' : 'primary', autofocus: !danger,
            'data-testid': 'confirm-yes', onclick: answer('yes'),
          }, yes))));
    dialog.addEventListener('close', () => resolve(dialog.returnValue === 'yes'));
    openDialog(dialog);
  });
}

/**
 * Shows a sheet with a title and a way out.
 * @param {string} title
 * @param {...Child} content
 */
export function showSheet(title, ...content) {
  const dialog = html('dialog', { class: 'question', 'aria-labelledby': 'sheet-title' });
  dialog.append(html('div', { class: 'sheet' },
    html('h2', { id: 'sheet-title' }, title),
    ...content,
    html('div', { class: 'buttons' },
      html('button', { type: 'button', class: 'quiet', onclick: () => dialog.close() }, t('dialog.close')))));
  return openDialog(dialog);
}

/**
 * Asks for one line. `check` returns why it won't do, or null if it did.
 * @param {{title: string, label: string, hint: string, yes: string, check: (text: string) => string | null}} question
 */
export function askLine({ title, label, hint, yes, check }) {
  const problem = html('p', { class: 'field-problem', role: 'alert' });
  const input = html('input', {
    id: 'asked-line', autofocus: true, autocomplete: 'off', autocapitalize: 'characters', spellcheck: 'false',
    maxlength: 40, 'aria-describedby': 'asked-hint',
  });
  const dialog = html('dialog', { class: 'question', 'aria-labelledby': 'line-title' });
  /** @type {HTMLFormElement} */
  const form = html('form', { class: 'sheet' },
    html('h2', { id: 'line-title' }, title),
    html('label', { for: 'asked-line' }, label),
    input,
    html('p', { id: 'asked-hint', class: 'hint' }, hint),
    problem,
    html('div', { class: 'buttons' },
      html('button', { type: 'button', class: 'quiet', onclick: () => dialog.close() }, t('dialog.cancel')),
      html('button', { type: 'submit', class: 'primary' }, yes)));
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const why = check(input.value);
    if (why === null) dialog.close();
    else problem.textContent = why;
  });
  dialog.append(form);
  openDialog(dialog);
}

export const dialogOpen = () => document.querySelector('dialog[open]') !== null;
