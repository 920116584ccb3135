// The time systems that a game can be asked for, with their fields.

/** @import { TimeSystemName } from '../shapes/game.js' */

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** @type {TimeSystemName[]} */
export const TIME_SYSTEMS = ['byo-yomi', 'fischer', 'canadian', 'simple', 'absolute'];

/** @typedef {keyof typeof UNITS} Unit */
export const UNITS = { second: SECOND, minute: MINUTE, hour: HOUR, day: 24 * HOUR };

/**
 * A field of a length of time begins with a number of a unit; `optional` fields may be left empty.
 * @typedef {{name: string, kind: 'duration' | 'count', usual: number | '', unit?: Unit, optional?: boolean}} TimeField
 * @type {(name: string, usual: number | '', unit: Unit, more?: {optional?: boolean}) => TimeField}
 */
const duration = (name, usual, unit, more = {}) => ({ name, kind: 'duration', usual, unit, ...more });
/** @type {(name: string, usual: number) => TimeField} */
const count = (name, usual) => ({ name, kind: 'count', usual });

/** @type {Record<TimeSystemName, TimeField[]>} */
const FIELDS = {
  'byo-yomi': [duration('main', 20, 'minute'), count('periods', 5), duration('period', 30, 'second')],
  fischer: [duration('main', 10, 'minute'), duration('increment', 10, 'second'), duration('max', '', 'minute', { optional: true })],
  canadian: [duration('main', 20, 'minute'), count('stones', 25), duration('period', 10, 'minute')],
  simple: [duration('period', 1, 'minute')],
  absolute: [duration('main', 30, 'minute')],
};

/** @type {(system: TimeSystemName) => TimeField[]} */
export const timeFields = (system) => FIELDS[system];

/**
 * A number of a unit in milliseconds; null if the field is empty.
 * @type {(amount: number | string, unit: Unit) => number | null}
 */
export const millisOf = (amount, unit) => (String(amount).trim() === '' ? null : Math.round(Number(amount) * UNITS[unit]));
