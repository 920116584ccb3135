// The players' prisoners and times at an earlier move of a game.

import { opponentOf } from '../board/moves.js';

/** The prisoners of both colours after the first `number` moves; `log` tells whether passes cost a stone since play was resumed. */
export function prisonersAt(record, log, number) {
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

/** The time that a player had after the first `number` moves, or null without a clock. */
export function timeAfter({ moves, settings: { clock } }, color, number) {
  if (!clock) return null;
  const { main = 0, period = 0, periods = 0, stones = 0 } = clock;
  return moves.slice(0, number).findLast((move) => move.color === color)?.time_left ?? { main, period, periods, stones };
}
