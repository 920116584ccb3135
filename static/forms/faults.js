// What is wrong with the fields of a form, each said at its field.

import { problemText } from '../text/problem-text.js';

/** @import { ProblemShape } from '../shapes/player.js' */

const EMPTY = {
  name: { code: 'invalid_name', params: {} },
  password: { code: 'password_refused', params: { reason: 'empty' } },
  mail: { code: 'invalid_mail', params: {} },
};
/**
 * The fields that a problem is about. Others name a field themselves, or are about the form as a whole.
 * @type {Record<string, string>}
 */
const FIELDS = {
  wrong_credentials: 'password', password_refused: 'password', terms_not_agreed: 'terms',
  invalid_name: 'name', name_refused: 'name', name_taken: 'name', renamed_lately: 'name', code_needed: 'code', wrong_code: 'code',
  invalid_mail: 'mail',
};

/** @type {(form: any) => any[]} */
const fieldsOf = (form) => [...form.elements].filter((field) => field.name);

/**
 * Takes back what was said.
 * @param {HTMLFormElement} form
 */
export function clearFaults(form) {
  for (const field of fieldsOf(form)) field.removeAttribute('aria-invalid');
  for (const place of form.querySelectorAll('.field-problem')) place.textContent = '';
}

/**
 * Says problems by the names of their fields, and leads to the first one.
 * @param {any} form
 * @param {Record<string, ProblemShape>} problems
 */
export function sayFaults(form, problems) {
  clearFaults(form);
  const wrong = fieldsOf(form).filter((field) => problems[field.name]);
  for (const field of wrong) {
    field.setAttribute('aria-invalid', 'true');
    form.querySelector(`[data-problem="${field.name}"]`).textContent = problemText(problems[field.name]);
  }
  wrong[0]?.focus();
}

/**
 * Says what the server refused: at a field, or below them all.
 * @param {any} form
 * @param {ProblemShape} problem
 */
export function sayProblem(form, problem) {
  const name = FIELDS[problem.code] ?? problem.params?.field;
  if (form.elements[name] && !form.elements[name].closest('[hidden]')) {
    sayFaults(form, { [name]: problem });
    return;
  }
  clearFaults(form);
  form.querySelector('[data-problem=""]').textContent = problemText(problem);
}

/**
 * The fields that are empty, with the problem of each. How long a name may be, its field says.
 * @type {(form: any) => Record<string, ProblemShape>}
 */
const emptyFields = (form) => Object.fromEntries(Object.entries(EMPTY)
  .filter(([name]) => form.elements[name] && !form.elements[name].closest('[hidden]') && form.elements[name].value.trim() === '')
  .map(([name, problem]) => [name, { ...problem, params: { ...problem.params, max: form.elements[name].maxLength } }]));

/**
 * A form that is sent once at a time. `send` answers when it is done, and says refusals by `sayProblem`.
 * @param {any} form
 * @param {() => unknown} send
 */
export function onSend(form, send) {
  const button = form.querySelector('[type="submit"]');
  form.addEventListener('submit', async (/** @type {Event} */ event) => {
    event.preventDefault();
    if (button.getAttribute('aria-disabled')) return;
    const empty = emptyFields(form);
    if (Object.keys(empty).length > 0) {
      sayFaults(form, empty);
      return;
    }
    clearFaults(form);
    // A disabled button would lose the keyboard.
    button.setAttribute('aria-disabled', 'true');
    try {
      await send();
    } catch (problem) {
      sayProblem(form, problem);
    } finally {
      button.removeAttribute('aria-disabled');
    }
  });
}

/**
 * The buttons that show what is typed in a password's field.
 * @param {any} root
 */
export function letShow(root) {
  for (const button of root.querySelectorAll('[data-shows]')) {
    const field = root.querySelector(`#${button.dataset.shows}`);
    button.addEventListener('click', () => {
      const shown = field.type === 'password';
      field.type = shown ? 'text' : 'password';
      button.setAttribute('aria-pressed', String(shown));
    });
    // What is sent is a password again, for the browser that offers to keep it.
    field.form.addEventListener('submit', () => {
      field.type = 'password';
      button.setAttribute('aria-pressed', 'false');
    }, true);
  }
}
