// A quiet word about an offer, on pages that are about something else.

import { gameFacts } from '../go/names.js';
import { find } from '../dom/find.js';
import { factLine, html } from '../dom/html.js';
import { kindMark } from '../people/kind.js';
import { playerName } from '../people/player-name.js';
import { t } from '../text/text.js';

/** @import { Summary } from '../shapes/game.js' */

/** A page that shows the offer itself hears of it a moment later. */
const DRAW_PAUSE = 400;

/** @type {Summary[]} */
let known = [];
const put = new Set();
const place = find('offer-place');

/** @type {(games: Summary[]) => string} */
const idsOf = (games) => games.map(({ id }) => id).join();

/**
 * Shows the newest offer that the page itself does not show.
 * @param {Summary[]} offers
 * @param {(game: string) => boolean} isShown
 */
export function showOffers(offers, isShown) {
  // The page may have come to show it only now.
  if ([...place.children].some((/** @type {any} */ { dataset }) => isShown(dataset.game))) draw(isShown);
  const newest = [...offers].sort((one, other) => other.created_at - one.created_at);
  if (idsOf(newest) === idsOf(known)) return;
  known = newest;
  setTimeout(() => draw(isShown), DRAW_PAUSE);
}

/** @param {(game: string) => boolean} isShown */
function draw(isShown) {
  const offers = known.filter(({ id }) => !put.has(id) && !isShown(id));
  place.replaceChildren(...offers.slice(0, 1).map((game) => notice(game, isShown)));
}

/**
 * @param {Summary} game
 * @param {(game: string) => boolean} isShown
 */
function notice(game, isShown) {
  const later = () => {
    put.add(game.id);
    draw(isShown);
  };
  return html('div', { class: 'offer-notice', 'data-testid': 'offer-notice', 'data-game': game.id },
    html('p', {}, html('strong', {}, t('offer.from', { name: playerName(game.creator) }), ' ', kindMark(game.creator)), html('span', { class: 'offer-facts' }, ...factLine(gameFacts(game.settings)))),
    html('div', { class: 'row' },
      html('a', { class: 'button primary', href: `/games/${game.id}`, 'data-testid': 'offer-look' }, t('offer.look')),
      html('button', { type: 'button', class: 'quiet', 'data-testid': 'offer-later', onclick: later }, t('offer.later'))));
}
