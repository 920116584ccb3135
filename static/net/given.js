// The data that the server wrote into the page, so that the page need not ask for them first.

/** @import { Snapshot } from '../shapes/game.js' */
/** @import { PlayerCard } from '../shapes/player.js' */

/** @type {{player: PlayerCard | null, game: Snapshot, variations: boolean, at: number} | null} */
let known;

/**
 * {player, game, variations, at}: who reads, or null, the game as it was then, whether the reader keeps variations beside it, and
 * when it arrived by this machine's clock; null if the page brought nothing.
 */
export function givenGame() {
  known ??= read();
  return known;
}

function read() {
  const element = document.getElementById('given');
  if (!element) return null;
  const [arrival] = /** @type {PerformanceNavigationTiming[]} */ (performance.getEntriesByType('navigation'));
  const at = arrival?.responseStart ? performance.timeOrigin + arrival.responseStart : Date.now();
  return { ...JSON.parse(element.textContent), at };
}
