// The form by which a member founds a club, and an owner of the server a class as well.

import { find } from '../dom/find.js';
import { dropDraft, keepDraft } from '../forms/draft.js';
import { hintAtClosed } from './closed-hint.js';
import { idInField } from '../people/player-id.js';
import { onSend } from '../forms/faults.js';
import { postGroup } from '../net/groups.js';
import { whenFresh } from './parts.js';

const DRAFT = 'group';
/**
 * How one usually joins a group of a kind.
 * @type {Record<string, string>}
 */
const USUAL = { club: 'request', class: 'closed' };

const form = find('found');
const kindOf = () => form.elements.kind.value;

function follow() {
  const isClass = kindOf() === 'class';
  find('leader-field').hidden = !isClass;
  hintAtClosed(isClass);
}

async function send() {
  const { name, words, joining, leader } = form.elements;
  /** @type {Record<string, string>} */
  const wish = { kind: kindOf(), name: name.value.trim(), words: words.value.trim(), joining: joining.value };
  if (wish.kind === 'class' && leader.value.trim()) wish.leader = idInField(leader);
  await whenFresh(async () => {
    const { id } = await postGroup(wish);
    dropDraft(DRAFT);
    location.assign(`/groups/${id}`);
  });
}

/**
 * Lets owners of the server choose a class.
 * @param {boolean} may
 */
export function letFoundClasses(may) {
  find('kind-field').hidden = !may;
  if (!may) form.elements.kind.value = 'club';
  follow();
}

form.addEventListener('change', (/** @type {any} */ { target }) => {
  if (target.name === 'kind') form.elements.joining.value = USUAL[kindOf()];
  follow();
});
find('found-fold').open = keepDraft(form, DRAFT);
onSend(form, send);
follow();
