// The nodes of a tree in words.

import { hasText, t } from '../text/text.js';

/** A move: "White Q16", with its number. */
export function moveWords({ color, at, number }) {
  const where = at === 'pass' ? t('moves.pass') : at;
  return t('tree.move', { number, color: t(`color.${color}`), at: where });
}

/** The name of a node. */
export function headText(tree, node) {
  const { move, setup } = tree.nodes[node];
  if (move) return moveWords(move);
  if (node === 0) return t('tree.start');
  return t(setup ? 'tree.setup' : 'tree.node');
}

/** The stones that a move took, or nothing. */
export const capturedText = (move) => (move?.captured?.length ? t('tree.captured', { count: move.captured.length }) : '');

/** Why a move can't be tried, by the rule that forbids it. */
export const refusedText = (rule, at) => t(hasText(`illegal.${rule}`) ? `illegal.${rule}` : 'trying.impossible', { at });

/** Is anything said of a node in words, by its record or by the reader? */
export const isSaid = ({ nodes }, node) => Boolean(nodes[node].comment) || (nodes[node].kept ?? []).some(({ words }) => words !== '');

/** A node as screen readers hear it in the tree. */
export function nodeText(tree, node) {
  const parts = [headText(tree, node)];
  const ways = tree.children[node].length;
  if (ways > 1) parts.push(t('tree.ways', { count: ways }));
  if (isSaid(tree, node)) parts.push(t('tree.has_comment'));
  if (tree.isBeside(node)) parts.push(t('trying.tried'));
  return parts.join(', ');
}

/** The branches at a node, for whoever comes there: which one it is, and how many begin there. */
export function branchTexts(tree, node) {
  const siblings = tree.siblingsOf(node);
  const parts = [];
  if (siblings.length > 1) parts.push(t('tree.variation', { number: siblings.indexOf(node) + 1, count: siblings.length }));
  if (tree.children[node].length > 1) parts.push(t('tree.ways', { count: tree.children[node].length }));
  return parts;
}
