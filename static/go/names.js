// How a game, its rules and its people are called.

import { AXES, changedAxes } from './wish.js';
import { personText, playerName } from '../people/player-name.js';
import { hasText, t } from '../text/text.js';
import { shortTime, timeText } from '../text/clock-text.js';

/** @import { RecordResult } from '../shapes/record.js' */
/** @import { Aids, Board, Color, PerColor, Result, Rules, Settings } from '../shapes/game.js' */
/** @import { PlayerCard } from '../shapes/player.js' */

/** @typedef {{preset?: string | null, scoring?: string} | string | null | undefined} RulesOrPreset */

/** @type {(preset: string) => string} */
export const presetText = (preset) => (hasText(`rules.${preset}`) ? t(`rules.${preset}`) : preset);

/** @type {(axis: string) => string} */
export const axisText = (axis) => t(`axis.${axis}`);

/**
 * The axes by their names, in one line.
 * @type {(axes: string[]) => string}
 */
export const axesText = (axes) => AXES.filter((axis) => axes.includes(axis)).map(axisText).join(', ');

/**
 * A board in words: its size, and its kind if it is no plain grid.
 * @param {Board} board
 * @returns {string}
 */
export function boardText({ width, height, name }) {
  const [kind, size = ''] = (name ?? 'grid').split(' ');
  if (kind === 'grid') return t('game.size', { width, height });
  return hasText(`board.${kind}`) ? t(`board.${kind}`, { width, height, side: size }) : /** @type {string} */ (name);
}

/**
 * A board by its name, as games and tasks carry it.
 * @param {string} name
 */
export function boardNameText(name) {
  const [width, height] = /** @type {any[]} */ (/(\d+)x(\d+)$/.exec(name)?.slice(1) ?? []);
  return boardText({ name, width, height });
}

/**
 * The rules by their preset; `from` are the preset's own axes, where it is known.
 * @param {Rules} rules
 * @param {Record<string, any> | null} from
 */
export function rulesText(rules, from = null) {
  const preset = presetText(rules.preset);
  if (!rules.custom) return preset;
  return from ? t('rules.changed_axes', { preset, axes: axesText(changedAxes(rules, from)) }) : t('rules.changed', { preset });
}

/**
 * Size, time, rules, komi and handicap, each in words; and but for a `brief` line, what is not played by.
 * @param {Settings} settings
 * @param {{watching?: boolean, from?: Record<string, any> | null, brief?: boolean}} manner
 */
export function gameFacts({ board, rules, komi, handicap, position, private: hidden, no_bots: noBots, local, aids, clock = null, delay = 0 }, { watching = false, from = null, brief = false } = {}) {
  const parts = watching ? [t('game.watching')] : [];
  parts.push(boardText(board), timeText(clock), rulesText(rules, from), komiText(komi, rules));
  if (handicap > 0) parts.push(t('game.handicap', { handicap }));
  if (position) parts.push(t('game.position'));
  if (local) parts.push(t('game.local'));
  if (brief) return parts;
  if (delay > 0) parts.push(t('game.delay', { time: shortTime(delay) }));
  if (noBots) parts.push(t('game.no_bots'));
  parts.push(...aidsFact(aids));
  if (hidden && !local) parts.push(t('game.private'));
  return parts;
}

/**
 * The help that the players may have while the game runs, as a fact or none.
 * @param {Partial<Aids>} aids
 */
export function aidsFact({ variations, estimate } = {}) {
  if (!variations && !estimate) return [];
  return [t(`game.aids.${!estimate ? 'variations' : variations ? 'both' : 'estimate'}`)];
}

/** @type {(color: string) => string} */
export const colorText = (color) => t(`color.${color}`);

/**
 * The player of a colour, as texts take one in `who`. Whoever sits at a local game is both, so there it is the colour.
 * @type {(game: {settings?: {local?: boolean}, players: any}, color: Color) => string | null}
 */
export const whoIn = ({ settings, players }, color) => (settings?.local ? colorText(color) : players[color] && personText(players[color]));

/**
 * "Ann v Ben", or the name of the player who waits in an open game.
 * @param {{phase?: string, creator?: any, players: any, settings?: {local?: boolean}}} game
 */
export function gameText({ phase, creator, players, settings }) {
  if (phase === 'open' || !players.black) return t('game.waits', { name: playerName(creator) });
  if (settings?.local) return t('game.both', { name: playerName(players.black) });
  return t('game.pair', { black: playerName(players.black), white: playerName(players.white) });
}

/**
 * A result in words, under rules with their `preset`. A record's text that nobody understands stays as it is.
 * @type {(result: Result | RecordResult, rules?: RulesOrPreset) => string}
 */
export const resultText = (result, rules) => told(result, rules, '', colorText);

/**
 * A result where there is little room, as players of the language note it.
 * @type {(result: Result | RecordResult, rules?: RulesOrPreset) => string}
 */
export const shortResult = (result, rules) => told(result, rules, 'short.', (color) => t(`color.short.${color}`));

/**
 * @param {Result | RecordResult} result
 * @param {RulesOrPreset} rules
 * @param {string} form
 * @param {(color: string) => string} colorOf
 * @returns {any}
 */
function told({ winner, by, margin, text }, rules, form, colorOf) {
  if (by === 'abort') return t('result.abort');
  if (by === 'no_result' || by === 'void') return t('result.no_result');
  if (winner === null && by === 'adjudication') return t(form ? 'result.no_result' : 'result.adjudication_none');
  if (winner === null) return by === 'score' ? t(`result.${form}draw`) : text;
  const color = colorOf(winner);
  if (by === 'score') return wonByPoints(`result.${form}score`, color, Math.abs(/** @type {number} */ (margin)), rules);
  const key = `result.${form}${by}`;
  return t(hasText(key) ? key : `result.${form}other`, { color });
}

/**
 * Komi as a fact about a game. Where one is typed it is in points, whatever the rules.
 * @param {number} komi
 * @param {RulesOrPreset} rules
 */
export function komiText(komi, rules) {
  const amount = inStones(komi, rules);
  return amount ? t('game.komi_stones', { amount }) : t('game.komi', { komi });
}

/**
 * Points as stones of one side, each worth two: 3/4, 2 又 1/4. Nothing where readers count points, under all rules but those that
 * the catalogue names, and for no points or less. `rules` are a preset's name, a record with its `preset`, or all axes of a game:
 * changed to territory, they count no stones.
 * @param {number} points
 * @param {RulesOrPreset} rules
 * @returns {string | null}
 */
export function inStones(points, rules) {
  const { preset, scoring = 'area' } = typeof rules === 'string' ? { preset: rules } : rules ?? {};
  if (scoring !== 'area' || !(points > 0) || !t('result.in_stones').split(' ').includes(/** @type {string} */ (preset))) return null;
  const whole = Math.floor(points / 2);
  const part = ['', '1/4', '1/2', '3/4'][(points * 2) % 4];
  return whole > 0 && part ? t('number.mixed', { whole, part }) : part || String(whole);
}

/**
 * Some languages have words of their own for a half.
 * @param {string} key
 * @param {string} color
 * @param {number} count
 * @param {RulesOrPreset} rules
 */
function wonByPoints(key, color, count, rules) {
  const amount = inStones(count, rules);
  if (amount) return t('result.score_stones', { color, amount });
  const whole = Math.floor(count);
  if (whole === count) return t(key, { color, count });
  return whole > 0 ? t(`${key}_half`, { color, whole }) : t(`${key}_half_point`, { color });
}
