// The groups to which one is invited, and one's answers.

import { answerInvitation, getInvitations } from '../net/groups.js';
import { find } from '../dom/find.js';
import { factLine, html } from '../dom/html.js';
import { groupFacts } from './group-text.js';
import { playerName } from '../people/player-name.js';
import { press, sayIn } from './parts.js';
import { t } from '../text/text.js';

/** @import { Group, GroupInvitation } from '../shapes/groups.js' */

/**
 * @param {Group} parts
 * @param {'join' | 'decline'} act
 * @param {() => unknown} reload
 */
function answerButton({ id, name }, act, reload) {
  const accept = act === 'join';
  const button = html('button', { type: 'button', class: accept ? 'primary' : null, 'data-testid': act, 'aria-label': t(`groups.${act}_label`, { name }) }, t(`groups.${act}`));
  button.addEventListener('click', () => press(button, 'invitations', async () => {
    await answerInvitation(id, accept);
    await reload();
    sayIn('invitations', t(`groups.${act}.done`));
    // The button is gone, and perhaps the whole part.
    find('title').focus();
  }));
  return button;
}

/**
 * Whoever is not in a closed group has no page of it: what there is to know stands here.
 * @param {() => unknown} reload
 */
const invitationItem = (reload) => (/** @type {GroupInvitation} */ { group, inviter }) => html('li', { class: 'report', 'data-testid': 'invitation', 'data-group': group.id },
  html('h3', {}, group.joining === 'closed' ? group.name : html('a', { href: `/groups/${group.id}` }, group.name)),
  html('p', { class: 'hint' }, ...factLine(groupFacts({ ...group, invited: false }))),
  html('p', { class: 'group-words' }, group.words),
  html('p', { class: 'person' }, html('a', { href: `/players/${inviter.id}` }, t('groups.invited_by', { name: playerName(inviter) }))),
  html('div', { class: 'ways' }, answerButton(group, 'join', reload), answerButton(group, 'decline', reload)));

/**
 * Shows the invitations. Whoever has none has no such part.
 * @param {() => unknown} reload
 */
export async function drawInvitations(reload) {
  const invitations = await getInvitations();
  find('invitations').replaceChildren(...invitations.map(invitationItem(reload)));
  find('invitations-part').hidden = invitations.length === 0;
}
