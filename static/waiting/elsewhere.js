// The games that wait, on the page of one. What tells of them is fetched with the first.

import { currentPlayer } from '../net/player.js';
import { waitingGames } from './waiting-games.js';

/** The way to the next game stands at the beginning of `bar`; `open` is the game that the page shows. */
export function tellOfWaiting(own, bar, open) {
  let way = null;
  const tell = () => {
    const waiting = waitingGames(own.all, currentPlayer());
    if (!way && waiting.length === 0) return;
    way ??= import('./next-game.js').then(({ NextGame }) => new NextGame(bar, open));
    // Without a network nothing is shown; the next change asks again.
    way.then((next) => next.show(waiting), () => { way = null; });
  };
  own.onChange(tell);
  // Some may be known already.
  tell();
}
