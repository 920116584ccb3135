// The clock that either player may give a game without one, when nobody has moved
// for long: to whom it is offered, and when.

import { opponentOf } from '../board/moves.js';
import { isComputer, isLocal, mayAbort } from '../go/record.js';
import { longTime } from '../text/clock-text.js';
import { t } from '../text/text.js';

/** @import { PlayerCard } from '../shapes/player.js' */
/** @import { Color } from '../shapes/game.js' */
/** @import { GameState } from './game-state.js' */

/** The time for each move of a given clock, in milliseconds; the server tells it only once the clock is given. */
const FOR_A_MOVE = 3 * 24 * 60 * 60 * 1_000;

/** The time for each move, in words. */
export const givenTime = () => longTime(FOR_A_MOVE);

/**
 * From when on this person is offered to give a clock, or null. Whoever may still call the game off needs none, and the
 * computer waits without end.
 * @param {any} parts
 */
function offeredAt({ record, seat }) {
  if (!seat || isLocal(record) || mayAbort(record, seat)) return null;
  const waitedFor = seat === record.to_move && isComputer(record.players[opponentOf(seat)]);
  return waitedFor ? null : record.clock_givable_at ?? null;
}

/**
 * The line that offers the clock now, or null.
 * @param {GameState} state
 */
export function clockOffer(state) {
  const { record, seat, now, online } = state;
  const from = offeredAt(state);
  if (from === null || now < from) return null;
  const buttons = [{ name: 'give_clock', disabled: !online }];
  if (seat === record.to_move) return { kind: 'clock', text: t('give_clock.yours'), buttons };
  const text = t('give_clock.theirs', /** @type {PlayerCard} */ (record.players[opponentOf(/** @type {Color} */ (seat))]));
  return { kind: 'clock', text, aloud: text, buttons };
}

/**
 * In how many milliseconds the clock will be offered, if nobody moves before, or null.
 * @param {GameState} state
 */
export function untilClockOffer(state) {
  const from = state.record.phase === 'playing' ? offeredAt(state) : null;
  return from !== null && state.now < from ? from - state.now : null;
}
