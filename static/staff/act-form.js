// The forms of acts: one act is one form, and a reason is in each of them.

import { Problem } from '../net/problem.js';
import { REASON } from './acts.js';
import { dropDraft, keepDraft } from '../account/draft.js';
import { hasText, t } from '../text/text.js';
import { html } from '../dom/html.js';
import { onSend } from '../account/faults.js';
import { openDialog } from '../dom/dialogs.js';
import { whenFresh } from './entry.js';

const KINDS = {
  line: ({ most }, attributes) => html('input', { ...attributes, maxlength: most, autocomplete: 'off', autocapitalize: 'none', spellcheck: 'false' }),
  words: ({ most }, attributes) => html('textarea', { ...attributes, rows: 3, maxlength: most }),
  choice: ({ name, values }, attributes, target) => html('select', attributes,
    html('option', { value: '' }, t('report.ground_choose')),
    ...values(target).map((value) => html('option', { value }, t(`act.${name}.${value}`)))),
};

function fieldOf(act, field, target) {
  const id = `${act}-${field.name}`;
  const hint = hasText(`act.field.${field.name}_hint`) && html('p', { id: `${id}-hint`, class: 'hint' }, t(`act.field.${field.name}_hint`));
  const input = KINDS[field.kind](field, {
    id, name: field.name, 'data-testid': id, 'aria-describedby': [hint && hint.id, `${id}-problem`].filter(Boolean).join(' '), required: Boolean(field.missing),
  }, target);
  return html('div', { class: 'form-field' }, html('label', { for: id }, t(`act.field.${field.name}`)), input, hint || null,
    html('p', { id: `${id}-problem`, class: 'field-problem', role: 'alert', 'data-problem': field.name }));
}

/** The body of an act as its form has it, or the problem of the first field that is missing. */
function bodyOf(act, fields, form) {
  const body = { act };
  for (const { name, missing } of fields) {
    body[name] = form.elements[name].value.trim();
    if (missing && !body[name]) throw new Problem(missing);
  }
  return body;
}

/**
 * The form of an act on a target, which is kept as a draft under the target's id. `send` does what the form says, and `done` is called
 * afterwards with the act.
 */
function actForm({ act, fields, danger = false }, { id, target, send, done, buttons = [] }) {
  const draft = `${act}.${id}`;
  const all = [...fields, REASON];
  const hint = hasText(`act.${act}.hint`) ? html('p', { class: 'hint' }, t(`act.${act}.hint`)) : null;
  const form = html('form', { novalidate: true, 'data-testid': `act-${act}` }, hint, ...all.map((field) => fieldOf(act, field, target)),
    html('p', { class: 'field-problem', role: 'alert', 'data-problem': '' }),
    html('div', { class: 'act-buttons' }, ...buttons,
      html('button', { type: 'submit', class: danger ? 'danger' : 'primary', 'data-testid': `do-${act}` }, t(`act.${act}`))));
  const isDraft = keepDraft(form, draft);
  onSend(form, async () => {
    const body = bodyOf(act, all, form);
    if (!await whenFresh(() => send(body))) return;
    dropDraft(draft);
    await done(act);
  });
  return { form, isDraft };
}

/** Every act for a target, each folded up. An act that was begun is open. */
export function foldedActs(acts, options) {
  return acts.filter(({ isFor }) => isFor?.(options.target) ?? true).map((each) => {
    const { form, isDraft } = actForm(each, options);
    form.className = 'door-form';
    return html('details', { class: 'fold', open: isDraft }, html('summary', { 'data-testid': `fold-${each.act}` }, t(`act.${each.act}`)), form);
  });
}

/** The form of an act, open. */
export function openAct(act, options) {
  const { form } = actForm(act, options);
  form.className = 'door-form';
  return form;
}

/** Asks for an act in a dialog, which closes when it is done. */
export function askAct(act, options) {
  const dialog = html('dialog', { class: 'question', 'aria-labelledby': 'act-title' });
  const cancel = html('button', { type: 'button', class: 'quiet', onclick: () => dialog.close() }, t('dialog.cancel'));
  const done = async (name) => {
    dialog.close();
    await options.done(name);
  };
  const { form } = actForm(act, { ...options, done, buttons: [cancel] });
  form.className = 'sheet';
  form.prepend(html('h2', { id: 'act-title' }, t(`act.${act.act}`)));
  dialog.append(form);
  openDialog(dialog);
}
