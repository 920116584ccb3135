// The own games that wait for this player, with the task and its end.

import { isInvited, isLocal, mayPlay, seatOf } from '../go/record.js';

/** @import { Snapshot, Summary } from '../shapes/game.js' */
/** @import { PlayerCard } from '../shapes/player.js' */

/**
 * Is this game offered to the player?
 * @type {(game: Pick<Summary, 'phase' | 'settings'>, player: PlayerCard | null) => boolean}
 */
export const isOfferTo = (game, player) => game.phase === 'open' && Boolean(player) && game.settings.opponent === player?.id;

/**
 * The task of a player in a game: 'move', 'undo', 'agreement', 'offer', or null for nothing.
 * @param {any} game
 * @param {PlayerCard | null} player
 * @returns {string | null}
 */
export function askedOf(game, player) {
  if (isOfferTo(game, player)) return 'offer';
  // Whoever sits at a local game knows.
  const seat = isLocal(game) ? null : seatOf(game, player);
  return (seat && game.asked?.[seat]) ?? null;
}

/**
 * Has the player something to do in a game? Of a record, which lists do not show, its parts say so.
 * @param {any} record
 * @param {PlayerCard | null} player
 */
export function isAskedIn(record, player) {
  if (isLocal(record)) return false;
  const seat = seatOf(record, player);
  if (!seat) return record.phase === 'open' && isInvited(record, player);
  if (record.phase === 'scoring') return !record.scoring.accepted[seat];
  return record.phase === 'playing' && (mayPlay(record, seat) || Boolean(record.undo && record.undo.color !== seat));
}

/**
 * Until when a game waits, in milliseconds of the server's clock; Infinity where nothing ends the waiting.
 * @type {(game: Pick<Summary, 'waits'>) => number}
 */
export const deadlineOf = (game) => game.waits?.until ?? Infinity;

/**
 * The sooner deadline first; of those that wait for ever, the one that has waited longest.
 * @param {Summary} one
 * @param {Summary} other
 */
function bySoonest(one, other) {
  const [first, second] = [deadlineOf(one), deadlineOf(other)];
  if (first !== second) return first - second;
  return one.updated_at - other.updated_at || (one.id < other.id ? -1 : 1);
}

/**
 * The games in which a player has something to do, the most urgent first.
 * @type {(games: Summary[], player: PlayerCard | null) => Summary[]}
 */
export const waitingGames = (games, player) => games.filter((game) => askedOf(game, player)).sort(bySoonest);
