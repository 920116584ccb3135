// Moves and points in words.

import { colorText } from './names.js';
import { t } from '../text/text.js';

/** @import { Move } from '../shapes/game.js' */

/**
 * What is to be said of a point: its stone, and what is marked there. `games` are those that went on there.
 * @typedef {{vertex: string, stone: string, lastMove?: boolean, dead?: boolean, unsettled?: boolean, neutral?: boolean, owner?: string,
 *   illegal?: string | null, games?: number}} PointView
 */

/**
 * A move, and its effect.
 * @param {Pick<Move, 'color' | 'at' | 'captured'>} move
 */
export function moveText({ color, at, captured }) {
  if (at === 'pass') return t('move.pass', { color: colorText(color) });
  if (captured.length === 0) return t('move.play', { color: colorText(color), at });
  return t('move.capture', { color: colorText(color), at, count: captured.length });
}

/**
 * Why a stone may not be put there.
 * @type {(rule: string, at: string) => string}
 */
export const refusalText = (rule, at) => t(`illegal.${rule}`, { at });

/**
 * The name of a point for readers who hear the board.
 * @param {PointView} point
 */
export function pointText({ vertex, stone, lastMove, dead, unsettled, neutral, owner, illegal, games }) {
  const parts = [stone === '.' ? t('point.empty', { at: vertex })
    : t('point.stone', { at: vertex, color: t(stone === 'B' ? 'point.black' : 'point.white') })];
  if (lastMove) parts.push(t('point.last_move'));
  if (dead) parts.push(t('point.dead'));
  if (unsettled) parts.push(t('point.unsettled'));
  if (neutral) parts.push(t('point.neutral'));
  if (stone === '.' && !neutral && owner === 'B') parts.push(t('point.black_territory'));
  if (stone === '.' && !neutral && owner === 'W') parts.push(t('point.white_territory'));
  if (illegal) parts.push(t(`point.${illegal}`));
  if (games) parts.push(t('positions.point', { count: games }));
  return parts.join(', ');
}
