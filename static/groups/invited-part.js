// Those who are invited to a group, as its leaders see them among its members.

import { dayText } from './group-text.js';
import { deleteInvitation, getInvited } from '../net/groups.js';
import { find } from '../dom/find.js';
import { html } from '../dom/html.js';
import { playerName } from '../people/player-name.js';
import { press } from './parts.js';
import { t } from '../text/text.js';

/** @import { Group, InvitedPlayer } from '../shapes/groups.js' */
/** @import { PlayerCard } from '../shapes/player.js' */
/** @import { LeadTools } from './parts.js' */

/**
 * @param {Group} group
 * @param {PlayerCard} player
 * @param {LeadTools} tools
 */
function takeBackButton(group, player, tools) {
  const name = playerName(player);
  const button = html('button', { type: 'button', 'data-testid': 'uninvite', 'aria-label': t('lead.uninvite_label', { name }) }, t('lead.uninvite'));
  button.addEventListener('click', () => press(button, 'members', async () => {
    await deleteInvitation(group.id, player.id);
    await tools.done('members', t('lead.uninvite.done', { name }));
  }));
  return button;
}

/**
 * @param {Group} group
 * @param {LeadTools} tools
 */
const invitedItem = (group, tools) => (/** @type {InvitedPlayer} */ { player, invited_at: at }) => html('li', { class: 'device', 'data-testid': 'invited', 'data-player': player.id },
  html('div', { class: 'device-text' },
    html('span', { class: 'person' }, html('a', { href: `/players/${player.id}` }, playerName(player))),
    html('p', {}, t('lead.invited_on', { date: dayText(at) }))),
  html('div', { class: 'ways' }, takeBackButton(group, player, tools)));

/**
 * Shows those who have not answered. Where nobody waits there is no such part.
 * @param {Group} group
 * @param {LeadTools} tools
 */
export async function drawInvited(group, tools) {
  const invited = await getInvited(group.id);
  find('invited').replaceChildren(...invited.map(invitedItem(group, tools)));
  find('invited-part').hidden = invited.length === 0;
}
