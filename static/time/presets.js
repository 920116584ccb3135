// The clocks that a new game is offered with: those that clubs expect for the size.

/** @import { TimeSystem } from '../shapes/game.js' */

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const DAY = 24 * 60 * MINUTE;

/** @type {(minutes: number, periods: number, seconds: number) => TimeSystem} */
const byoYomi = (minutes, periods, seconds) => ({ system: 'byo-yomi', main: minutes * MINUTE, periods, period: seconds * SECOND });
/** @type {(days: number) => TimeSystem} */
const perMove = (days) => ({ system: 'simple', period: days * DAY });

// By how many points a board has at most.
/** @type {{points: number, paces: Record<string, TimeSystem>}[]} */
const BY_SIZE = [
  { points: 121, paces: { quick: byoYomi(2, 3, 10), normal: byoYomi(5, 3, 20), slow: byoYomi(10, 3, 30) } },
  { points: 225, paces: { quick: byoYomi(5, 3, 20), normal: byoYomi(10, 3, 30), slow: byoYomi(20, 5, 30) } },
  { points: Infinity, paces: { quick: byoYomi(10, 3, 30), normal: byoYomi(20, 5, 30), slow: byoYomi(45, 5, 60) } },
];

export const PACES = ['quick', 'normal', 'slow', 'day', 'days', 'none'];
export const USUAL_PACE = 'normal';

/**
 * The clock of a pace for a board of so many points; null is no clock.
 * @param {string} pace
 * @param {number} points
 * @returns {TimeSystem | null}
 */
export function clockOfPace(pace, points) {
  if (pace === 'none') return null;
  if (pace === 'day' || pace === 'days') return perMove(pace === 'day' ? 1 : 3);
  return BY_SIZE.find((row) => points <= row.points)?.paces[pace] ?? null;
}
