// Times in words and digits.

import { countdown } from '../time/clock.js';
import { language, t, whenNeeded } from './text.js';

/** @import { PlayerTime, TimeSystem } from '../shapes/game.js' */

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const EAST_ASIAN = /[\p{sc=Han}\p{sc=Hangul}\p{sc=Hira}\p{sc=Kana}]/u;
const JOINER = '\u2060';

/**
 * A time that stays on one line: beside the characters of East Asia a line may end, but not at a joiner.
 * @type {(text: string) => string}
 */
const unbroken = (text) => (EAST_ASIAN.test(text) ? [...text.replaceAll(JOINER, '').replaceAll(' ', '\u00a0')].join(JOINER) : text);

/** @type {(number: number) => string} */
const two = (number) => String(number).padStart(2, '0');

/**
 * A countdown in digits: "2 d 4 h", "1:02:03", "4:05" or, when it is low, "9.4".
 * @param {number} millis
 */
export function digits(millis, { tenths = false } = {}) {
  if (tenths) return Math.min(99, Math.ceil(Math.max(0, millis) / 100)).toString().padStart(2, '0').replace(/(\d)$/, '.$1');
  // A second that has begun is shown whole: a period of thirty seconds begins with 0:30.
  const seconds = Math.ceil(Math.max(0, millis) / SECOND);
  if (seconds >= DAY / SECOND) {
    const hours = Math.floor(seconds / 3600);
    const params = { days: Math.floor(hours / 24), hours: hours % 24 };
    return unbroken(t(params.hours === 0 ? 'time.days' : 'time.days_hours', params));
  }
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/** @type {[unit: string, length: number][]} */
const UNITS = [['day', DAY], ['hour', HOUR], ['minute', MINUTE], ['second', SECOND]];

/**
 * The two largest units of a length, each with its count.
 * @param {number} millis
 * @returns {[unit: string, count: number][]}
 */
function parts(millis) {
  /** @type {[unit: string, count: number][]} */
  const found = [];
  let rest = Math.round(millis / 100) * 100;
  for (const [unit, length] of UNITS) {
    const count = unit === 'second' ? rest / length : Math.floor(rest / length);
    if (count > 0) found.push([unit, count]);
    rest -= count * length;
  }
  return found.length > 0 ? found.slice(0, 2) : [['second', 0]];
}

/**
 * A length in short: "20s", "1h 30m", "3d". The catalogue abbreviates, because Intl's narrow Japanese is in Latin letters.
 * @type {(millis: number) => string}
 */
export const shortTime = (millis) => unbroken(parts(millis).map(([unit, count]) => t(`time.short.${unit}`, { count })).join(' '));

const units = whenNeeded(() => new Intl.ListFormat(language, { type: 'unit', style: 'narrow' }));

/**
 * Intl puts a space before the units of Japanese and of traditional Chinese, where times are written without one.
 * @type {(text: string) => string}
 */
const closed = (text) => text.replaceAll(/[ \u00a0](?=\p{sc=Han})/gu, '');

/** @type {(part: [unit: string, count: number]) => string} */
const inWords = ([unit, count]) => closed(new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(count));

/**
 * A length in words: "20 seconds", "1 hour 30 minutes".
 * @type {(millis: number) => string}
 */
export const longTime = (millis) => unbroken(units().format(parts(millis).map(inWords)));

/**
 * The overtime of a system, in short, or nothing.
 * @param {TimeSystem} clock
 */
function overtimeText(clock) {
  const { system, stones, periods, period = 0, increment = 0 } = clock;
  const params = { count: stones, periods, period: shortTime(period), increment: shortTime(increment) };
  const text = system === 'absolute' ? '' : t(`time.over.${system}`, params);
  return system === 'byo-yomi' ? unbroken(text) : text;
}

/**
 * A time system in one short line, for lists: "10m + 3×30s".
 * @param {TimeSystem | null | undefined} clock
 */
export function timeText(clock) {
  if (!clock) return t('time.none');
  const over = overtimeText(clock);
  if (!clock.main) return over;
  return over ? t('time.main_and', { main: shortTime(clock.main), over }) : t('time.main_only', { main: shortTime(clock.main) });
}

/**
 * A time system in words, for whoever does not know the short line: "10 minutes + 3 byo-yomi periods of 30 seconds".
 * @param {TimeSystem | null | undefined} clock
 */
export function timeInWords(clock) {
  if (!clock) return t('time.none');
  const { system, main, stones, periods, period = 0, increment = 0 } = clock;
  if (system === 'absolute') return t('time.main_only', { main: longTime(main) });
  const params = { count: periods ?? stones, period: longTime(period), increment: longTime(increment) };
  const over = t(system === 'byo-yomi' ? 'time.byo_yomi_in_words' : `time.over.${system}`, params);
  return main ? t('time.main_and', { main: longTime(main), over }) : over;
}

/**
 * The face of a clock: `digits`, and `about` them in a few words.
 * @param {TimeSystem} system
 * @param {PlayerTime} time
 */
export function clockFace(system, time) {
  const { millis, overtime, last, low } = countdown(system, time);
  return { digits: digits(millis, { tenths: low }), about: aboutText(system, time, overtime), overtime, last, low, millis };
}

/**
 * @param {TimeSystem} system
 * @param {PlayerTime} time
 * @param {boolean} overtime
 */
function aboutText(system, { periods, stones }, overtime) {
  if (!overtime) return system.system === 'absolute' ? t('clock.absolute') : t('clock.then', { over: overtimeText(system) });
  if (system.system === 'simple') return t('clock.simple');
  if (system.system === 'canadian') return t('clock.stones', { count: stones });
  return periods > 1 ? t('clock.periods', { periods, period: shortTime(system.period) }) : t('clock.last_period', { period: shortTime(system.period) });
}
