// The forms of acts: one act is one form, and a reason is in each of them.

import { REASON } from './acts.js';
import { dropDraft, keepDraft } from '../forms/draft.js';
import { fieldOf, valueOf } from './act-field.js';
import { hasText, t } from '../text/text.js';
import { html } from '../dom/html.js';
import { onSend } from '../forms/faults.js';
import { openDialog } from '../dom/dialogs.js';
import { whenFresh } from './entry.js';

/** @import { Act, ActField } from './acts.js' */

/**
 * The body of an act as its form has it, or the problem of the first field that is missing.
 * @param {string} act
 * @param {ActField[]} fields
 * @param {HTMLFormElement} form
 */
const bodyOf = (act, fields, form) => ({ act, ...Object.fromEntries(fields.map((field) => [field.name, valueOf(form, field)])) });

/**
 * What an act is done to, and by what. `about` says it in words, and `buttons` stand beside the form's own.
 * @typedef {object} ActOptions
 * @property {string | number} id
 * @property {any} target
 * @property {(body: Record<string, unknown>) => unknown} send
 * @property {(act: string) => unknown} done
 * @property {string} [about]
 * @property {Node[]} [buttons]
 */

/**
 * The form of an act on a target, which is kept as a draft under the target's id. `send` does what the form says, and `done` is called
 * afterwards with the name of the act.
 * @param {Act} parts
 * @param {ActOptions} more
 */
function actForm({ act, name = act, fields, danger = false }, { id, target, send, done, buttons = [] }) {
  const draft = `${name}.${id}`;
  const all = [...fields, REASON];
  const hint = hasText(`act.${name}.hint`) ? html('p', { class: 'hint' }, t(`act.${name}.hint`)) : null;
  const form = html('form', { novalidate: true, 'data-testid': `act-${name}` }, hint, ...all.map((field) => fieldOf(name, field, target)),
    html('p', { class: 'field-problem', role: 'alert', 'data-problem': '' }),
    html('div', { class: 'act-buttons' }, ...buttons,
      html('button', { type: 'submit', class: danger ? 'danger' : 'primary', 'data-testid': `do-${name}` }, t(`act.${name}`))));
  const isDraft = keepDraft(form, draft);
  // What stands beside a field follows what is in it.
  if (isDraft) for (const field of form.querySelectorAll('[name]')) field.dispatchEvent(new Event('input', { bubbles: true }));
  onSend(form, async () => {
    const body = bodyOf(act, all, form);
    if (!await whenFresh(() => send(body))) return;
    dropDraft(draft);
    await done(name);
  });
  return { form, isDraft };
}

/**
 * Every act for a target, each folded up. An act that was begun is open.
 * @param {Act[]} acts
 * @param {ActOptions} options
 */
export function foldedActs(acts, options) {
  return acts.filter(({ isFor }) => isFor?.(options.target) ?? true).map((each) => {
    const { form, isDraft } = actForm(each, options);
    form.className = 'door-form';
    const name = each.name ?? each.act;
    return html('details', { class: 'fold', open: isDraft }, html('summary', { 'data-testid': `fold-${name}` }, t(`act.${name}`)), form);
  });
}

/**
 * The form of an act, open.
 * @param {Act} act
 * @param {ActOptions} options
 */
export function openAct(act, options) {
  const { form } = actForm(act, options);
  form.className = 'door-form';
  return form;
}

/**
 * Asks for an act in a dialog, which closes when it is done. `about` says to what it is done.
 * @param {Act} act
 * @param {ActOptions} options
 */
export function askAct(act, options) {
  const dialog = html('dialog', { class: 'question', 'aria-labelledby': 'act-title', 'aria-describedby': 'act-about' });
  const cancel = html('button', { type: 'button', class: 'quiet', onclick: () => dialog.close() }, t('dialog.cancel'));
  /** @param {string} name */
  const done = async (name) => {
    dialog.close();
    await options.done(name);
  };
  const { form } = actForm(act, { ...options, done, buttons: [cancel] });
  form.className = 'sheet';
  form.prepend(html('h2', { id: 'act-title' }, t(`act.${act.name ?? act.act}`)), html('p', { id: 'act-about', class: 'act-about' }, options.about));
  dialog.append(form);
  openDialog(dialog);
}
