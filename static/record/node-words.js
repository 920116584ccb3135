// The nodes of a record in words.

import { branchTexts, capturedText, headText } from '../trying/words.js';
import { colorText } from '../go/names.js';
import { digits } from '../text/clock-text.js';
import { hasText, t } from '../text/text.js';

/** @import { Color } from '../shapes/game.js' */

/**
 * The remarks about a node beside its comment: captures, mistakes, judgements, its place.
 * @param {any} tree
 * @param {number} node
 */
export function remarksText(tree, node) {
  const { move, remarks = {}, value, name, to_move: toMove } = tree.nodes[node];
  const parts = [];
  if (name) parts.push(t('record.name', { name }));
  if (capturedText(move)) parts.push(capturedText(move));
  if (move?.illegal && hasText(`record.illegal.${move.illegal}`)) parts.push(t(`record.illegal.${move.illegal}`));
  for (const [remark, degree] of Object.entries(remarks)) {
    const text = t(hasText(`remark.${remark}`) ? `remark.${remark}` : 'remark.other', { remark });
    parts.push(degree > 1 ? t('remark.very', { text }) : text);
  }
  if (value !== undefined) parts.push(t('remark.value', { value }));
  if (toMove && !move) parts.push(t('record.to_move', { color: colorText(toMove) }));
  return parts.join(' · ');
}

/**
 * A node as it is called out when a reader comes there.
 * @param {any} tree
 * @param {number} node
 */
export function calledText(tree, node) {
  return [headText(tree, node), remarksText(tree, node), ...branchTexts(tree, node), tree.nodes[node].comment].filter(Boolean).join('. ');
}

/**
 * The time that a player has left at a node, with the stones or periods left in overtime.
 * @param {any} tree
 * @param {number} node
 * @param {Color} color
 */
export function timeText(tree, node, color) {
  const left = tree.lastSaid(node, (/** @type {any} */ said) => said.time_left?.[color]);
  if (left === undefined) return '';
  const overtime = tree.lastSaid(node, (/** @type {any} */ said) => (said.time_left?.[color] === undefined ? undefined : said.overtime_left?.[color] ?? null));
  return overtime ? t('record.time_overtime', { time: digits(left), count: overtime }) : digits(left);
}
