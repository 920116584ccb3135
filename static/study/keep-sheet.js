// The sheet in which a study is called something and kept.

import { formField } from '../forms/form-field.js';
import { html, setText } from '../dom/html.js';
import { once } from '../dom/once.js';
import { openDialog } from '../dom/dialogs.js';
import { problemText } from '../text/problem-text.js';
import { t } from '../text/text.js';

/** Lists show so many letters of a name. */
const LONGEST_NAME = 80;

/**
 * Shows it. `keep` is told the name and throws the problem if it could not; `forOthers` says that the study is kept to be shown.
 * Resolves to whether it is kept.
 * @param {any} parts
 */
export function showKeep({ keep, forOthers }) {
  return new Promise((resolve) => {
    const name = html('input', { value: t('study.heading'), maxlength: LONGEST_NAME, required: true, autocomplete: 'off', 'data-testid': 'keep-name' });
    const problem = html('p', { class: 'field-problem', role: 'alert', 'data-testid': 'keep-problem' });
    const submit = html('button', { type: 'submit', class: 'primary', 'data-testid': 'keep-yes' }, t('study.keep_yes'));
    const form = html('form', { class: 'sheet' },
      html('h2', { id: 'keep-title' }, t('study.keep_title')),
      html('p', { class: 'hint' }, t(forOthers ? 'study.keep_first' : 'study.keep_means')),
      formField('keep-name', t('study.keep_name'), name, '', { wide: true }), problem,
      html('div', { class: 'buttons' },
        html('button', { type: 'button', class: 'quiet', onclick: () => dialog.close() }, t('dialog.cancel')), submit));
    const dialog = html('dialog', { class: 'question', 'aria-labelledby': 'keep-title' }, form);
    let isKept = false;
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      once(submit, async () => {
        setText(problem, '');
        try {
          await keep(name.value.trim());
          isKept = true;
          dialog.close();
        } catch (refusal) {
          setText(problem, problemText(refusal));
        }
      });
    });
    dialog.addEventListener('close', () => resolve(isKept));
    openDialog(dialog);
    name.select();
  });
}
