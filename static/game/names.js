// How a game and its people are called.

import { hasText, t } from '../text/text.js';

export const sizeText = ({ width, height }) => t('game.size', { width, height });

export const rulesText = (rules) => (hasText(`rules.${rules.preset}`) ? t(`rules.${rules.preset}`) : t('rules.other'));

/** Size, rules, komi and handicap in one line. */
export function factsText({ board, rules, komi, handicap, private: hidden }, { watching = false } = {}) {
  const parts = watching ? [t('game.watching')] : [];
  parts.push(sizeText(board), rulesText(rules), t('game.komi', { komi }));
  if (handicap > 0) parts.push(t('game.handicap', { handicap }));
  if (hidden) parts.push(t('game.private'));
  return parts.join(' · ');
}

export const colorText = (color) => t(`color.${color}`);

/** "Ann v Ben", or who waits in an open game. */
export function gameText({ phase, creator, players }) {
  if (phase === 'open' || !players.black) return t('game.waits', { name: creator.name });
  return t('game.pair', { black: players.black.name, white: players.white.name });
}

export function resultText({ winner, by, margin }) {
  if (by === 'abort') return t('result.abort');
  if (by === 'no_result') return t('result.no_result');
  if (winner === null) return t('result.draw');
  const color = colorText(winner);
  if (by === 'score') return t('result.score', { color, count: Math.abs(margin) });
  if (by === 'resignation') return t('result.resignation', { color });
  return t('result.other', { color });
}
