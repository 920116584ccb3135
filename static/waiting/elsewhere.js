// The waiting games, on the page of one game. The module that shows them is fetched with the first.

import { currentPlayer } from '../net/player.js';
import { waitingGames } from './waiting-games.js';

/** @import { NextGame } from './next-game.js' */
/** @import { OwnGames } from './own-games.js' */

/**
 * The way to the next game stands at the beginning of `bar`. `waitsHere` says whether the game of the page waits, which is
 * not among `own`. The answer is to be called when that may have changed.
 * @param {OwnGames} own
 * @param {Element} bar
 * @param {() => boolean} waitsHere
 */
export function tellOfWaiting(own, bar, waitsHere) {
  /** @type {Promise<NextGame> | null} */
  let way = null;
  let here = waitsHere();
  const tell = () => {
    const others = waitingGames(own.all, currentPlayer());
    if (!own.complete || (!way && others.length === 0 && !here)) return;
    const count = others.length + Number(here);
    way ??= import('./next-game.js').then(({ NextGame }) => new NextGame(bar));
    // Without a network nothing is shown; the next change asks again.
    way.then((next) => next.show(others, count), () => { way = null; });
  };
  own.onChange(tell);
  // Some may be known already.
  tell();
  return () => {
    if (here === waitsHere()) return;
    here = !here;
    tell();
  };
}
