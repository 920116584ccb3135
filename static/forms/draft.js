// What somebody has typed, kept in the tab: it is there again after a way to a provider, to the door, or out of a dialog.

import { kept } from '../storage/kept.js';

/** @type {(key: string) => string} */
const storeName = (key) => `tengen.draft.${key}`;
/** @type {(field: any) => boolean} */
const isKept = (field) => field.name && field.type !== 'password';
/** @type {(field: any) => string | boolean} */
const read = (field) => (['checkbox', 'radio'].includes(field.type) ? field.checked : field.value);

/**
 * The fields of a form by their names; each choice of several by its value as well.
 * @type {(form: any) => [name: string, field: any][]}
 */
const fieldsOf = (form) => [...form.elements].filter(isKept)
  .map((field) => [field.type === 'radio' ? `${field.name}.${field.value}` : field.name, field]);

/**
 * Fills a form with the draft that was kept under a key, and keeps from now on what is typed.
 * @param {HTMLFormElement} form
 * @param {string} key
 */
export function keepDraft(form, key) {
  const draft = JSON.parse(kept((store) => store.getItem(storeName(key))) ?? '{}');
  for (const [name, field] of fieldsOf(form)) {
    if (!Object.hasOwn(draft, name)) continue;
    if (typeof draft[name] === 'boolean') field.checked = draft[name];
    else field.value = draft[name];
  }
  form.addEventListener('input', () => {
    const typed = Object.fromEntries(fieldsOf(form).map(([name, field]) => [name, read(field)]));
    kept((store) => store.setItem(storeName(key), JSON.stringify(typed)));
  });
  return Object.keys(draft).length > 0;
}

/**
 * What was typed has arrived.
 * @type {(key: string) => void}
 */
export const dropDraft = (key) => kept((store) => store.removeItem(storeName(key)));
