// Words as the server keeps them.

/**
 * How long the server finds a text: it counts code points.
 * @param {string} text
 */
export const lengthOf = (text) => [...text].length;

/** Characters that no database keeps. */
const UNSEEN = /[\p{Cc}\p{Cs}]/gu;
/** @param {string} text */
export const cleaned = (text) => text.replaceAll(UNSEEN, (letter) => (letter === '\n' || letter === '\t' ? letter : ''));

/**
 * The same on one line.
 * @param {string} text
 */
export const cleanedLine = (text) => cleaned(text).replaceAll(/[\n\t]/g, ' ');
