// The games that were played to their end, the newest first.

import { find } from '../dom/find.js';
import { finishedTile } from './game-tiles.js';
import { getGames } from '../net/lists.js';

const SHOWN = 6;
const PAUSE = 1_500;
/** Games that were called off have nothing to show. */
const PLAYED = 'score,resignation,time,absence,adjudication,no_result';

/** @param {HTMLElement} element */
const isSeen = (element) => {
  const { top, bottom } = element.getBoundingClientRect();
  return bottom > 0 && top < innerHeight;
};
/** @type {any} */
let timer = null;

export async function drawFinished() {
  try {
    const { games } = await getGames({ phase: 'finished', result: PLAYED, limit: SHOWN });
    find('finished').hidden = games.length === 0;
    find('finished-games').replaceChildren(...games.map((game) => finishedTile(game).element));
  } catch {
    // The list comes with the next visit; the rest of the page works.
  }
}

/** Games have ended: the list is made anew where nobody looks at it. */
export function drawFinishedSoon() {
  clearTimeout(timer);
  timer = setTimeout(() => !isSeen(find('finished')) && drawFinished(), PAUSE);
}
