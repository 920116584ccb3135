// The nodes of a tree in words.

import { hasText, t } from '../text/text.js';

/** @import { TreeMove } from './tree.js' */
/** @import { TriedTree } from './tried-tree.js' */

/**
 * A move: "White Q16", with its number.
 * @param {any} parts
 */
export function moveWords({ color, at, number }) {
  const where = at === 'pass' ? t('moves.pass') : at;
  return t('tree.move', { number, color: t(`color.${color}`), at: where });
}

/**
 * The name of a node.
 * @param {TriedTree} tree
 * @param {number} node
 */
export function headText(tree, node) {
  const { move, setup } = tree.nodes[node];
  if (move) return moveWords(move);
  if (node === 0) return t('tree.start');
  return t(setup ? 'tree.setup' : 'tree.node');
}

/**
 * The stones that a move took, or nothing.
 * @param {TreeMove | null | undefined} move
 */
export const capturedText = (move) => (move?.captured?.length ? t('tree.captured', { count: move.captured.length }) : '');

/**
 * Why a move can't be tried, by the rule that forbids it.
 * @param {string} rule
 * @param {string} at
 */
export const refusedText = (rule, at) => t(hasText(`illegal.${rule}`) ? `illegal.${rule}` : 'trying.impossible', { at });

/**
 * Is anything said of a node in words, by its record or by the reader?
 * @param {any} parts
 * @param {number} node
 */
export const isSaid = ({ nodes }, node) => Boolean(nodes[node].comment) || (nodes[node].kept ?? []).some((/** @type {any} */ { words }) => words !== '');

/**
 * A node as screen readers hear it in the tree.
 * @param {TriedTree} tree
 * @param {number} node
 */
export function nodeText(tree, node) {
  const parts = [headText(tree, node)];
  const ways = tree.children[node].length;
  if (ways > 1) parts.push(t('tree.ways', { count: ways }));
  if (isSaid(tree, node)) parts.push(t('tree.has_comment'));
  if (tree.isBeside(node)) parts.push(t('trying.tried'));
  return parts.join(', ');
}

/**
 * The branches at a node, for whoever comes there: which one it is, and how many begin there.
 * @param {TriedTree} tree
 * @param {number} node
 */
export function branchTexts(tree, node) {
  const siblings = tree.siblingsOf(node);
  const parts = [];
  if (siblings.length > 1) parts.push(t('tree.variation', { number: siblings.indexOf(node) + 1, count: siblings.length }));
  if (tree.children[node].length > 1) parts.push(t('tree.ways', { count: tree.children[node].length }));
  return parts;
}
