// A report from the page of a game: of the game at the move that is looked at, or of one of its players.

import { eventOfMove } from './moment.js';
import { getEvents } from '../net/api.js';
import { playerName } from '../people/player-name.js';
import { showReport } from '../reports/report-dialog.js';

/** @import { PlayerCard } from '../shapes/player.js' */
/** @import { GameState } from './game-state.js' */

/**
 * The event and the number of the move at which a reader looks: the last event for a reader of the newest move.
 * @param {GameState} parts
 */
async function momentOf({ reader, record }) {
  const { number } = reader.walk;
  if (reader.live) return { event: record.seq, number };
  try {
    const event = eventOfMove(await getEvents(record.id), number);
    return event === null ? null : { event, number };
  } catch {
    // A report without its move is better than none.
    return null;
  }
}

/**
 * Reports the game, or this player of it.
 * @param {GameState} state
 * @param {PlayerCard} player
 * @param {any} newPlayer
 */
export async function reportFromGame(state, player, newPlayer) {
  const name = playerName(player);
  const ofPlayer = ['player', 'name'].map((about) => ({ about, id: player.id, name }));
  const hasPerson = !['computer', 'deleted'].includes(player.kind);
  await showReport({
    subjects: [{ about: 'game', id: state.record.id }, ...(hasPerson ? ofPlayer : [])],
    moment: await momentOf(state), newPlayer,
  });
}
