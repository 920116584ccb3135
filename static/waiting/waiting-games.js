// Which of the own games wait for this player, for what, and until when.

import { seatOf } from '../game/record.js';

/** Is this game offered to the player? */
export const isOfferTo = (game, player) => game.phase === 'open' && Boolean(player) && game.settings.opponent === player.id;

/** What a game wants of a player: 'move', 'undo', 'agreement', 'offer', or null for nothing. */
export function askedOf(game, player) {
  if (isOfferTo(game, player)) return 'offer';
  const seat = seatOf(game, player);
  return (seat && game.asked?.[seat]) ?? null;
}

/** Until when a game waits, in milliseconds of the server's clock; Infinity where nothing ends the waiting. */
export const deadlineOf = (game) => game.waits?.until ?? Infinity;

/** The sooner deadline first; of those that wait for ever, the one that has waited longest. */
function bySoonest(one, other) {
  const [first, second] = [deadlineOf(one), deadlineOf(other)];
  if (first !== second) return first - second;
  return one.updated_at - other.updated_at || (one.id < other.id ? -1 : 1);
}

/** The games in which a player has something to do, the most urgent first. */
export const waitingGames = (games, player) => games.filter((game) => askedOf(game, player)).sort(bySoonest);
