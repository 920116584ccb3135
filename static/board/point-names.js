// How points are called: C7 by a letter and a number from below, or by two numbers from the upper left corner, of which the
// second may be written in Chinese characters, as players in East Asia do. The interface and files know the first alone.

import { t } from '../text/text.js';
import { columnLetter, columnOf, parseVertex, pointAt, pointCount, rowOf } from './geometry.js';

/** @import { Sides } from './geometry.js' */

export const NAMINGS = ['letters', 'numerals', 'kanji'];

/** The numbers from one to ten in Chinese characters, which are the same in each language. */
const digits = () => t('points.digits');
const TEN_AT = 9;
/** A vertex in a text, and no part of a word. */
const VERTEX = /(?<![A-Za-z0-9])[A-HJ-Z](?:[1-9]|1\d|2[0-5])(?![A-Za-z0-9])/g;
/** Two numbers, with a sign or a letter between them; without one only where the second is in Chinese characters. */
const PAIR = /^(\d{1,2})(?:\s*[^\d\s]\s*|\s+)(\d{1,2})$/;
const PAIR_WITH_CHARACTERS = /^(\d{1,2})\s*[-,.\p{P}\p{sc=Hiragana}]?\s*(\p{sc=Han}+)$/u;

/**
 * A number up to 99 in Chinese characters.
 * @param {number} number
 */
function kanji(number) {
  const [tens, ones] = [Math.floor(number / 10), number % 10];
  return (tens > 1 ? digits()[tens - 1] : '') + (tens > 0 ? digits()[TEN_AT] : '') + (ones > 0 ? digits()[ones - 1] : '');
}

/**
 * The number that such characters say, or NaN.
 * @param {string} text
 */
function fromKanji(text) {
  // One that is none of the nine counts as no number.
  /** @type {(part: string, none: number) => number} */
  const digit = (part, none) => (part === '' ? none : [...digits().slice(0, TEN_AT)].indexOf(part) + 1 || NaN);
  const at = text.indexOf(digits()[TEN_AT]);
  return at < 0 ? digit(text, NaN) : 10 * digit(text.slice(0, at), 1) + digit(text.slice(at + 1), 0);
}

/** @type {(naming: string, column: number) => string} */
export const columnName = (naming, column) => (naming === 'letters' ? columnLetter(column) : String(column + 1));

/**
 * @param {string} naming
 * @param {Sides} board
 * @param {number} row
 */
export function rowName(naming, board, row) {
  if (naming === 'letters') return String(board.height - row);
  return naming === 'kanji' ? kanji(row + 1) : String(row + 1);
}

/**
 * The vertices in a text as they are called on a board.
 * @param {string} text
 * @param {string} naming
 * @param {Sides} board
 */
export function calledIn(text, naming, board) {
  if (naming === 'letters') return text;
  return text.replace(VERTEX, (vertex) => {
    const point = parseVertex(board, vertex);
    return point === null ? vertex : `${columnName(naming, columnOf(board, point))}-${rowName(naming, board, rowOf(board, point))}`;
  });
}

/**
 * The point that two numbers name, or null.
 * @param {Sides} board
 * @param {string} text
 */
export function parsePair(board, text) {
  const plain = PAIR.exec(text.trim());
  const [, column, row] = plain ?? PAIR_WITH_CHARACTERS.exec(text.trim()) ?? [];
  const [across, down] = [Number(column), plain ? Number(row) : fromKanji(row ?? '')];
  if (!(across >= 1 && across <= board.width && down >= 1 && down <= board.height)) return null;
  const point = pointAt(board, across - 1, down - 1);
  return point < pointCount(board) ? point : null;
}
