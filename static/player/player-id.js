// Players as people name them.

import { Problem } from '../net/problem.js';

const ID = /^[0-9a-hjkmnp-tv-z]{16}$/;

/** The id of a player from the address of the player's page, or the id itself; empty if there is none. */
export const idIn = (text) => text.trim().replace(/[?#].*$/, '').split('/').filter(Boolean).pop() ?? '';

/** The id in a field of a form; a problem of the field if it names no player. */
export function idInField(field) {
  const id = idIn(field.value);
  if (!ID.test(id)) throw new Problem({ code: 'no_such_player', params: { field: field.name } });
  return id;
}
