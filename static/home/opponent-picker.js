// Against whom: anybody who comes, or one of the computers that the server has.

import { getHouse } from '../net/api.js';
import { html } from '../dom/html.js';
import { t } from '../text/text.js';

let opponent = null;

/** The player to whom a new game is offered; `null` for anybody. */
export const chosenOpponent = () => opponent;

function choice(id, testId, label) {
  return html('label', { class: 'pace' },
    html('input', { type: 'radio', name: 'opponent', value: id ?? '', checked: id === opponent, 'data-testid': testId, onchange: () => { opponent = id; } }),
    html('span', {}, label));
}

/** Fills the field, which stays hidden where no computer plays. */
export async function drawOpponents(field) {
  let players;
  try {
    players = await getHouse();
  } catch {
    // Without an answer there are people to play with.
    return;
  }
  if (players.length === 0) return;
  field.append(choice(null, 'opponent-person', t('opponent.person')), ...players.map(({ level, player }) =>
    choice(player.id, `opponent-${level}`, t('opponent.computer', { level }))));
  field.hidden = false;
}
