// Players and records as people name them: by the addresses of their pages.

import { Problem } from '../net/problem.js';

const ID = /^[0-9a-hjkmnp-tv-z]{16}$/;

/**
 * The id from the address of a page, or the id itself; empty if there is none.
 * @type {(text: string) => string}
 */
export const idIn = (text) => text.trim().replace(/[?#].*$/, '').split('/').filter(Boolean).pop() ?? '';

/**
 * The id in a field of a form; a problem of the field if it names nothing: no player, unless another `code` is given.
 * @param {{value: string, name: string}} field
 */
export function idInField(field, code = 'no_such_player') {
  const id = idIn(field.value);
  if (!ID.test(id)) throw new Problem({ code, params: { field: field.name } });
  return id;
}
