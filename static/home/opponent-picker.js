// The choice of the opponent: anybody, one of the server's computers, or the player that the address names.

import { getHouse } from '../net/api.js';
import { getPlayer } from '../net/people.js';
import { html } from '../dom/html.js';
import { playerName } from '../people/player-name.js';
import { strengthText } from '../people/strength.js';
import { t } from '../text/text.js';

/** @import { PlayerCard } from '../shapes/player.js' */

/** @type {PlayerCard | null} */
let opponent = null;

/** The player to whom a new game is offered; `null` for anybody. */
export const chosenOpponent = () => opponent?.id ?? null;

/** Whether that player is a computer or a bot. */
export const choseProgram = () => ['bot', 'computer'].includes(/** @type {string} */ (opponent?.kind));

/**
 * @param {PlayerCard | null} player
 * @param {string} testId
 * @param {string} label
 * @param {string | null} means
 */
function choice(player, testId, label, means) {
  const checked = player?.id === opponent?.id;
  return html('label', { class: 'opponent' },
    html('input', { type: 'radio', name: 'opponent', value: player?.id ?? '', checked, 'data-testid': testId, onchange: () => { opponent = player; } }),
    html('span', {}, html('strong', {}, label), means && html('span', { class: 'strength' }, means)));
}

/** The player to whom the address asks to offer a game, if there is one. */
async function named() {
  const id = new URLSearchParams(location.search).get('opponent');
  if (!id) return null;
  try {
    return await getPlayer(id);
  } catch {
    // Without that player the game is offered to anybody.
    return null;
  }
}

async function house() {
  try {
    return await getHouse();
  } catch {
    // Without an answer there are people to play with.
    return [];
  }
}

/**
 * Fills the field, which stays hidden where there is nothing to choose; `lead` says for whom a game will be.
 * @param {HTMLElement} field
 * @param {HTMLElement} lead
 */
export async function drawOpponents(field, lead) {
  const [player, players] = await Promise.all([named(), house()]);
  if (!player && players.length === 0) return;
  if (player) {
    opponent = player;
    lead.replaceChildren(t('offer.to', { name: playerName(player) }), ' ', html('a', { href: '/', 'data-testid': 'offer-to-anybody' }, t('offer.to_anybody')));
    lead.dataset.testid = 'offer-to';
    field.append(choice(player, 'opponent-named', playerName(player), t('opponent.named_means')));
  }
  field.append(choice(null, 'opponent-person', t('opponent.person'), t('opponent.person_means')),
    ...players.filter((one) => one.player.id !== player?.id).map(({ level, player: computer }) =>
      choice(computer, `opponent-${level}`, t('name.computer', { level }), strengthText(level))));
  field.hidden = false;
}
