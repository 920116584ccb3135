// Refusals in words.

import { hasText, locale, t } from './text.js';
import { longTime } from './clock-text.js';

/** @import { ProblemShape } from '../shapes/player.js' */

const MIB = 1024 * 1024;

/**
 * The words for a problem that the server answered.
 * @param {ProblemShape} problem
 * @returns {string}
 */
export function problemText(problem) {
  const params = problem.params ?? {};
  if (problem.code === 'illegal_move' && hasText(`illegal.${params.rule}`)) {
    return t(`illegal.${params.rule}`, params);
  }
  const field = lastPart(params.field);
  if (problem.code === 'invalid_settings' && hasText(`invalid.${field}`)) {
    const text = t(`invalid.${field}`, { ...params, ...timesOf(params) });
    // A text about limits says nothing without them.
    if (!text.includes('{')) return text;
  }
  if (problem.code === 'unreadable_record') return t('problem.unreadable_record', { ...params, detail: unreadableText(params) });
  // Of some problems the reason, or the field, has a text of its own.
  const texts = [`problem.${problem.code}.${params.reason ?? params.field}`, `problem.${problem.code}`];
  const key = texts.find(hasText);
  if (!key) return t('problem.other', { code: problem.code });
  return t(key, { ...params, ...dateOf(params), ...sizeOf(params), count: Math.ceil((params.retry_after_ms ?? 0) / 1000) });
}

/**
 * Why a record can't be read: {reason, detail}. Of a reason that the page does not know it says the server's own words.
 * @type {(params: Record<string, any>) => string}
 */
export const unreadableText = ({ reason, detail }) => (hasText(`unreadable.${reason}`) ? t(`unreadable.${reason}`) : detail);

/**
 * The day from which something is possible again.
 * @param {Record<string, any>} params
 */
function dateOf({ from }) {
  if (from === undefined) return {};
  return { date: new Intl.DateTimeFormat(locale(), { dateStyle: 'long' }).format(from) };
}

/**
 * The limit of a length in bytes.
 * @type {(params: Record<string, any>) => {size?: string}}
 */
const sizeOf = ({ limit_bytes: bytes }) => (bytes === undefined ? {} : { size: sizeText(bytes) });

/**
 * So many bytes, as people say them.
 * @type {(bytes: number) => string}
 */
export const sizeText = (bytes) => (bytes < MIB ? `${Math.floor(bytes / 1024)} KiB` : `${Math.floor(bytes / MIB)} MiB`);

/**
 * Limits of lengths of time, as people say them.
 * @param {Record<string, any>} params
 */
function timesOf({ min, max }) {
  if (min === undefined || max === undefined) return {};
  return { min_time: longTime(min), max_time: longTime(max) };
}

/** @type {(field: unknown) => string | undefined} */
const lastPart = (field) => String(field ?? '').split('.').pop();
