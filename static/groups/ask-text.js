// A question that is answered with a line of text.

import { html } from '../dom/html.js';
import { onSend } from '../forms/faults.js';
import { openDialog } from '../dom/dialogs.js';
import { t } from '../text/text.js';

/**
 * Asks for a line; resolves to it when `send` has done something with it, and to null if nobody answers. `check` says why a line
 * won't do, or nothing. A refusal of `send` stands at the field.
 * @param {{title: string, text?: string | null, label: string, value?: string, max: number, yes: string, danger?: boolean, check?: (line: string) => string | null, send: (line: string) => unknown}} parts
 * @returns {Promise<string | null>}
 */
export function askText({ title, text = null, label, value = '', max, yes, danger = false, check = () => null, send }) {
  return new Promise((resolve) => {
    /** @type {string | null} */
    let answer = null;
    const input = html('input', {
      id: 'asked', name: 'name', value, maxlength: max, autocomplete: 'off', autocapitalize: 'none', spellcheck: 'false', autofocus: true,
      'aria-describedby': 'asked-problem', 'data-testid': 'asked',
    });
    const problem = html('p', { id: 'asked-problem', class: 'field-problem', role: 'alert', 'data-problem': 'name' });
    const dialog = html('dialog', { class: 'question', 'aria-labelledby': 'asked-title', 'aria-describedby': text && 'asked-text' });
    const form = html('form', { class: 'sheet', novalidate: true },
      html('h2', { id: 'asked-title' }, title),
      text && html('p', { id: 'asked-text' }, text),
      html('div', { class: 'form-field' }, html('label', { for: 'asked' }, label), input, problem),
      html('p', { class: 'field-problem', role: 'alert', 'data-problem': '' }),
      html('div', { class: 'buttons' },
        html('button', { type: 'button', class: 'quiet', 'data-testid': 'asked-no', onclick: () => dialog.close() }, t('dialog.cancel')),
        html('button', { type: 'submit', class: danger ? 'danger' : 'primary', 'data-testid': 'asked-yes' }, yes)));
    onSend(form, async () => {
      const line = input.value.trim();
      const why = check(line);
      if (why) {
        problem.textContent = why;
        input.setAttribute('aria-invalid', 'true');
        input.focus();
        return;
      }
      if (await send(line) === false) return;
      answer = line;
      dialog.close();
    });
    dialog.addEventListener('close', () => resolve(answer));
    dialog.append(form);
    openDialog(dialog);
  });
}
