// The dialog in which another board, or other rules, are chosen for a study.

import '../pickers/board-picker.js';
import '../pickers/rules-picker.js';
import { clearProblems, formField, showProblem } from '../forms/form-field.js';
import { getRules } from '../net/api.js';
import { html, setText } from '../dom/html.js';
import { nameOfBoard } from '../go/named-board.js';
import { once } from '../dom/once.js';
import { openDialog } from '../dom/dialogs.js';
import { problemText } from '../text/problem-text.js';
import { styledBy } from '../dom/style-sheet.js';
import { t } from '../text/text.js';

/** The presets and the axes, as the server knows them; null while it is away, and then the usual presets are there. */
async function knownRules() {
  try {
    return await getRules();
  } catch {
    return null;
  }
}

/**
 * Asks for another board or other rules. `board` is the layout of the present one; `take` is told {board, rules, komi}, and throws the
 * problem of a choice that is none.
 * @param {any} parts
 * @param {any} take
 */
export async function chooseBoard({ board, rules, komi }, take) {
  const [known] = await Promise.all([knownRules(), styledBy('/static/style/pickers.css')]);
  const boards = html('board-picker');
  const presets = html('rules-picker');
  const komiInput = html('input', { type: 'number', step: 0.5, value: komi, 'data-testid': 'komi' });
  const problem = html('p', { class: 'field-problem', role: 'alert', 'data-testid': 'choice-problem' });
  const submit = html('button', { type: 'submit', class: 'primary', 'data-testid': 'choose-yes' }, t('study.choose_yes'));
  const form = html('form', { class: 'sheet board-choice' },
    html('h2', { id: 'choice-title' }, t('study.choose_title')),
    boards, presets, formField('komi', t('form.komi'), komiInput),
    html('p', { class: 'hint' }, t('study.choose_means')), problem,
    html('div', { class: 'buttons' },
      html('button', { type: 'button', class: 'quiet', onclick: () => dialog.close() }, t('dialog.cancel')), submit));
  const dialog = html('dialog', { class: 'question', 'aria-labelledby': 'choice-title' }, form);
  openDialog(dialog);
  if (known) presets.learn(known);
  boards.show(board.name);
  presets.show(rules);
  const showKomi = () => {
    komiInput.placeholder = presets.preset?.komi ?? '';
  };
  showKomi();
  form.addEventListener('change', showKomi);
  /** @param {any} refusal */
  const tell = (refusal) => {
    const text = problemText(refusal);
    const field = refusal.code === 'invalid_settings' ? refusal.params.field : '';
    if (!showProblem(form, field, text)) setText(problem, text);
  };
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    once(submit, async () => {
      clearProblems(form);
      try {
        await take({ board: nameOfBoard(boards.board), rules: presets.rules, komi: komiInput.value === '' ? null : Number(komiInput.value) });
        dialog.close();
      } catch (refusal) {
        tell(refusal);
      }
    });
  });
}
