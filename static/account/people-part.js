// Whom a player follows and blocks, each with a way back.

import { getAcquaintances, setAcquaintance } from '../net/people.js';
import { find } from '../dom/find.js';
import { html } from '../dom/html.js';
import { kindMark } from '../people/kind.js';
import { playerName } from '../people/player-name.js';
import { problemText } from '../text/problem-text.js';
import { t } from '../text/text.js';

/** @import { PlayerCard } from '../shapes/player.js' */

/** @type {Record<string, 'follow' | 'block'>} */
const DEEDS = { follows: 'follow', blocks: 'block' };

/**
 * @param {'follows' | 'blocks'} list
 * @param {PlayerCard} player
 */
function item(list, player) {
  const name = playerName(player);
  const label = list === 'follows' ? t('people.unfollow_label', { name }) : t('people.unblock_label', { name });
  return html('li', { class: 'device', 'data-testid': `${list}-player` },
    html('span', { class: 'person' }, html('a', { href: `/players/${player.id}` }, name), kindMark(player)),
    html('button', { type: 'button', 'data-testid': `${list}-end`, 'aria-label': label, onclick: () => end(list, player) },
      list === 'follows' ? t('people.unfollow') : t('people.unblock')));
}

/** @param {any} list */
async function drawList(list) {
  const players = await getAcquaintances(list);
  find(list).replaceChildren(...players.map((player) => item(list, player)));
  find(`no-${list}`).hidden = players.length > 0;
}

/**
 * @param {'follows' | 'blocks'} list
 * @param {PlayerCard} player
 */
async function end(list, player) {
  find('people-problem').textContent = '';
  try {
    await setAcquaintance(player.id, DEEDS[list], false);
    await drawList(list);
  } catch (problem) {
    find('people-problem').textContent = problemText(problem);
    return;
  }
  const name = playerName(player);
  find('people-said').textContent = list === 'follows' ? t('people.unfollowed', { name }) : t('people.unblocked', { name });
  // The button that had the keyboard is gone.
  find('people-title').focus();
}

/**
 * Shows the part to a player, and nothing to a visitor.
 * @param {PlayerCard | null} player
 */
export async function drawPeople(player) {
  find('people-part').hidden = !player;
  for (const list of Object.keys(DEEDS)) find(list).replaceChildren();
  if (!player) return;
  try {
    await Promise.all(Object.keys(DEEDS).map(drawList));
  } catch (problem) {
    find('people-problem').textContent = problemText(problem);
  }
}
