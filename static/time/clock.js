// A player's time as it runs down between two messages. The server alone decides
// when the time is up; the page only shows it. All times are milliseconds.

/** @import { Clock, Color, PlayerTime, TimeSystem } from '../shapes/game.js' */

/** From here on a player is warned. */
const LOW = 10_000;

const GONE = { main: 0, period: 0, periods: 0, stones: 0 };

/**
 * A player's time on a clock of the protocol, at a moment of the server's time.
 * @param {Clock} clock
 * @param {Color} color
 * @param {number} now
 * @returns {PlayerTime}
 */
export function timeAt(clock, color, now) {
  const time = clock[color];
  return clock.running === color ? think(clock.system, time, Math.max(0, now - clock.at)) : time;
}

/**
 * @param {TimeSystem} system
 * @param {PlayerTime} time
 * @param {number} elapsed
 * @returns {PlayerTime}
 */
function think({ system, period: length }, time, elapsed) {
  if (elapsed <= time.main) return { ...time, main: time.main - elapsed };
  const over = elapsed - time.main;
  const overtime = { ...time, main: 0 };
  if (over <= time.period) return { ...overtime, period: time.period - over };
  if (system !== 'byo-yomi') return GONE;
  const beyond = over - time.period;
  const used = 1 + Math.floor((beyond - 1) / length);
  if (used >= time.periods) return GONE;
  return { ...overtime, period: length - (beyond - (used - 1) * length), periods: time.periods - used };
}

/**
 * What counts down now: how long, whether it is a period (overtime), whether the
 * game is lost at its end, and whether the player should be warned.
 * @param {TimeSystem} system
 * @param {PlayerTime} time
 */
export function countdown({ system }, time) {
  const overtime = time.main === 0 && system !== 'absolute' && system !== 'fischer';
  const millis = overtime ? time.period : time.main;
  const last = system === 'absolute' || system === 'fischer' || (overtime && !(system === 'byo-yomi' && time.periods > 1));
  return { millis, overtime, last, low: millis < LOW && (overtime || last) };
}

/**
 * How long until the shown text changes: to the next tenth when it is low, else to the next second.
 * @type {(shown: {millis: number, low: boolean}) => number}
 */
export const untilNextShown = ({ millis, low }) => (millis % (low ? 100 : 1000)) + 1;
