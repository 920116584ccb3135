// The points and passes that a player types. Writers of Chinese, Japanese or Korean often has full-width letters and digits.

import { parsePair } from '../board/point-names.js';
import { parseVertex } from '../board/geometry.js';
import { t } from '../text/text.js';

/** @import { Layout } from '../board/layout.js' */

/** @param {string} text */
const plain = (text) => text.normalize('NFKC').trim().toLowerCase();

/**
 * The point that is meant, by its letter and number or by two numbers, or null.
 * @param {Layout} layout
 * @param {string} text
 */
export const typedPoint = (layout, text) => parseVertex(layout, plain(text)) ?? (layout.lettered ? parsePair(layout, plain(text)) : null);

/**
 * Is a pass meant? Each language has its words for it beside the English one.
 * @param {string} text
 */
export const isTypedPass = (text) => ['pass', ...t('type.pass_words').split(' ')].map(plain).includes(plain(text));
