// Offers on pages about other things. The module that shows them is fetched with the first offer.

import { currentPlayer } from '../net/player.js';
import { withTexts } from '../text/text.js';
import { isOfferTo } from '../waiting/waiting-games.js';

/** @import { OwnGames } from '../waiting/own-games.js' */

/**
 * `isShown` tells of an offer that the page itself shows. The answer is to be called when that may have changed.
 * @param {OwnGames} own
 * @param {(game: string) => boolean} isShown
 */
export function listenForOffers(own, isShown = () => false) {
  /** @type {Promise<any> | null} */
  let notice = null;
  const tell = () => {
    const offers = own.all.filter((game) => isOfferTo(game, currentPlayer()));
    if (!notice && offers.length === 0) return;
    notice ??= withTexts(import('./offer-notice.js'), 'offers', 'rules', 'time');
    // Without a network nothing is shown; the next change asks again.
    notice.then(({ showOffers }) => showOffers(offers, isShown), () => { notice = null; });
  };
  own.onChange(tell);
  // Some may be known already.
  tell();
  return tell;
}
