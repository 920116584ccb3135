// The line that the readers of each language see.

import { languages } from '../text/text.js';

/**
 * Which of the texts the server shows to readers of a language: their own, or else the English one, or else the first.
 * @param {Record<string, string>} texts
 * @param {string} reader
 */
export const tagFor = (texts, reader) => [reader, 'en', ...Object.keys(texts).toSorted()].find((tag) => texts[tag]);

/**
 * A line for each language of the pages: {reader, own, tag, text}; none if there is no text.
 * @param {Record<string, string>} texts
 */
export function shownLines(texts) {
  return languages.map(([reader, own]) => ({ reader, own, tag: tagFor(texts, reader) }))
    .filter(({ tag }) => tag).map((line) => ({ ...line, text: texts[/** @type {string} */ (line.tag)] }));
}
