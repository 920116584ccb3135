// The order of the reader's games on the home page behind the waiting ones, and the time that each still waits.

import { askedOf, deadlineOf } from '../waiting/waiting-games.js';

/** @import { Summary } from '../shapes/game.js' */
/** @import { PlayerCard } from '../shapes/player.js' */

/**
 * The games that go on without this player for now, the one that changed last first.
 * @param {Summary[]} games
 * @param {PlayerCard | null} player
 */
export const otherGames = (games, player) =>
  games.filter((game) => !askedOf(game, player)).sort((one, other) => other.updated_at - one.updated_at || (one.id < other.id ? -1 : 1));

/**
 * How long a game still waits at a moment of the server's clock; null where nothing ends the waiting.
 * @param {Summary} game
 * @param {number} now
 */
export function timeLeft(game, now) {
  const until = deadlineOf(game);
  return until === Infinity ? null : Math.max(0, until - now);
}
