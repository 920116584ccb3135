// The content of the two player cards of a game, at the newest move or an earlier one. The reader's own card is below the board.

import { opponentOf } from '../board/moves.js';
import { colorText } from '../go/names.js';
import { isCreator, isLocal } from '../go/record.js';

/** @import { Color, Scoring, Snapshot } from '../shapes/game.js' */
/** @import { LogEntry } from './game-log.js' */
/** @import { GameState } from './game-state.js' */

/**
 * The prisoners of both colours after the first `number` moves; `log` tells whether passes cost a stone since play was resumed.
 * @param {Snapshot} record
 * @param {LogEntry[]} log
 * @param {number} number
 */
function prisonersAt(record, log, number) {
  const { rules } = record.settings;
  const resumed = rules.scoring === 'territory' ? log.find(({ event }) => event.type === 'resumed')?.after ?? Infinity : Infinity;
  const held = { ...record.prisoners };
  // From the end, which the server has counted, back to the move that is shown.
  record.moves.slice(number).forEach(({ color, at, captured }, i) => {
    const other = opponentOf(color);
    if (at === 'pass') held[other] -= rules.pass_stones || number + i >= resumed ? 1 : 0;
    // Stones that take themselves off are the opponent's.
    else held[captured.includes(at) ? other : color] -= captured.length;
  });
  return held;
}

/**
 * The time that a player had after the first `number` moves, or null without a clock.
 * @param {Snapshot} parts
 * @param {Color} color
 * @param {number} number
 */
function timeAfter({ moves, settings: { clock } }, color, number) {
  if (!clock) return null;
  const { main = 0, period = 0, periods = 0, stones = 0 } = clock;
  return moves.slice(0, number).findLast((move) => move.color === color)?.time_left ?? { main, period, periods, stones };
}

/**
 * The cards from the bottom up, for PlayerCard.
 * @param {GameState} state
 */
export function cardsOf(state) {
  const { record, seat, player } = state;
  const bottom = (isLocal(record) ? null : seat) ?? (isCreator(record, player) && record.settings.color !== 'random' ? record.settings.color : 'black');
  return [bottom, opponentOf(bottom)].map((color) => cardOf(state, color, bottom));
}

/**
 * @param {GameState} parts
 * @param {Color} color
 * @param {Color} bottom
 */
function cardOf({ record, seat, player, presence, reader, log, online, connecting, trying }, color, bottom) {
  const { phase, settings, scoring } = record;
  const lot = phase === 'open' && settings.color === 'random';
  // While nobody joined, the creator has a seat of the chosen colour, or of none.
  const creators = record.creator && phase === 'open' && color === (lot ? bottom : settings.color);
  const waiting = phase === 'open' ? (creators ? record.creator : record.opponent ?? null) : null;
  const both = isLocal(record);
  const me = (!both && seat === color) || Boolean(creators && isCreator(record, player));
  const going = phase === 'playing' || phase === 'scoring';
  const { number, atEnd } = reader.walk;
  return {
    color,
    lot,
    open: phase === 'open',
    player: record.players[color] ?? waiting,
    me,
    called: both ? colorText(color) : null,
    here: going && !me && !both && (online || connecting) ? presence?.[color]?.here ?? null : null,
    prisoners: (atEnd ? record.prisoners : prisonersAt(record, log.entries, number))[color] + (trying?.takenBy(color) ?? 0),
    toMove: record.to_move === color,
    scoring: phase === 'scoring',
    accepted: phase === 'scoring' && /** @type {Scoring} */ (scoring).accepted[color],
    winner: record.result?.winner === color,
    button: record.button === color,
    clock: {
      clock: record.clock,
      paused: Boolean(record.pause),
      // A reader of an earlier move sees the times of that move and, while the game goes on, beside them the time that is left now.
      past: atEnd ? null : timeAfter(record, color, number),
      going,
    },
  };
}
