// The day until whose end a task is to be done, in the time of this device.

/** @param {number} number */
const two = (number) => String(number).padStart(2, '0');

/**
 * A day from now on, as a field of dates has it.
 * @param {number} days
 */
export function inDays(days, now = new Date()) {
  const day = new Date(now.getFullYear(), now.getMonth(), now.getDate() + days);
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`;
}

/**
 * The last moment of the day of a field, in milliseconds; null if there is no day.
 * @param {string} text
 */
export function lastMomentOf(text) {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text)?.map(Number) ?? [];
  return day === undefined ? null : new Date(year, month - 1, day, 23, 59, 59, 999).getTime();
}
