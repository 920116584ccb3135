// The requests to be let into a group, and the answers of its leaders.

import { answerRequest, getRequests } from '../net/groups.js';
import { dayText } from './group-text.js';
import { goTo, press, sayIn } from './parts.js';
import { find } from '../dom/find.js';
import { html } from '../dom/html.js';
import { playerName } from '../people/player-name.js';
import { t } from '../text/text.js';

/** @import { Group, JoinRequest } from '../shapes/groups.js' */
/** @import { PlayerCard } from '../shapes/player.js' */

/**
 * @param {Group} group
 * @param {PlayerCard} player
 * @param {'accept' | 'decline'} answer
 * @param {() => unknown} reload
 */
function answerButton(group, player, answer, reload) {
  const name = playerName(player);
  const button = html('button', { type: 'button', class: answer === 'accept' ? 'primary' : null, 'data-testid': answer, 'aria-label': t(`lead.${answer}_label`, { name }) },
    t(`lead.${answer}`));
  button.addEventListener('click', () => press(button, 'requests', async () => {
    await answerRequest(group.id, player.id, answer === 'accept');
    await reload();
    sayIn('requests', t(`lead.${answer}.done`, { name }));
    goTo('requests');
  }));
  return button;
}

/**
 * @param {Group} group
 * @param {() => unknown} reload
 */
const requestItem = (group, reload) => (/** @type {JoinRequest} */ { player, asked_at: at }) => html('li', { class: 'device', 'data-testid': 'request', 'data-player': player.id },
  html('div', { class: 'device-text' },
    html('span', { class: 'person' }, html('a', { href: `/players/${player.id}` }, playerName(player))),
    html('p', {}, t('lead.asked', { date: dayText(at) }))),
  html('div', { class: 'ways' }, answerButton(group, player, 'accept', reload), answerButton(group, player, 'decline', reload)));

/**
 * Shows the requests. A group that nobody asks to be let into has no such part.
 * @param {Group} group
 * @param {() => unknown} reload
 */
export async function drawRequests(group, reload) {
  const requests = await getRequests(group.id);
  find('requests').replaceChildren(...requests.map(requestItem(group, reload)));
  find('no-requests').hidden = requests.length > 0;
  find('requests-part').hidden = group.joining !== 'request' && requests.length === 0;
}
