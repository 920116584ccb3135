// What a study board begins with, and its address: the board, the rules, and the stones that are set up before the first move.

import { AXES } from './wish.js';
import { nameOfBoard } from './named-board.js';
import { vertexOf } from '../board/geometry.js';

/** @import { Color } from '../shapes/game.js' */
/** @import { Layout } from '../board/layout.js' */

/** @typedef {{board: string, rules: any, komi: number | null, stones: string, to_move: Color}} Study */

/** @type {Record<string, string>} */
const STONES = { black: 'B', white: 'W', erase: '.' };
const USUAL_RULES = 'japanese';

/**
 * An empty board of this name. `komi` is null where it is that of the rules, and `stones` are empty where no stone is set up.
 * @type {(board?: string) => Study}
 */
export const emptyStudy = (board = '19x19') => ({ board, rules: USUAL_RULES, komi: null, stones: '', to_move: 'black' });

/**
 * What an address says; the server knows whether there is such a board, and such rules.
 * @param {URLSearchParams} fields
 * @returns {Study}
 */
export function fromAddress(fields) {
  const komi = fields.get('komi') ?? '';
  return {
    board: fields.get('board') || emptyStudy().board,
    rules: rulesOf(fields),
    komi: /^-?\d{1,3}(\.[05])?$/.test(komi) ? Number(komi) : null,
    stones: bare(fields.get('stones') ?? ''),
    to_move: fields.get('to_move') === 'white' ? 'white' : 'black',
  };
}

/**
 * Rules as games wish for them: a preset, or with axes that are changed.
 * @param {URLSearchParams} fields
 */
function rulesOf(fields) {
  const preset = fields.get('rules') || USUAL_RULES;
  const changed = AXES.filter((axis) => fields.has(axis)).map((axis) => [axis, valueOf(/** @type {string} */ (fields.get(axis)))]);
  return changed.length > 0 ? { preset, ...Object.fromEntries(changed) } : preset;
}

/** @param {string} text */
function valueOf(text) {
  if (text === 'true' || text === 'false') return text === 'true';
  return /^\d$/.test(text) ? Number(text) : text;
}

/**
 * No stones at all are the empty text.
 * @type {(stones: string) => string}
 */
const bare = (stones) => (/[^.]/.test(stones) ? stones : '');

/**
 * The address of a study, or of a position as the server is asked about it: its `board` is no name then.
 * @param {{board: any, rules: any, komi?: number | null, stones: string, to_move: string}} study
 */
export function studyAddress({ board, rules, komi, stones, to_move: toMove }) {
  const fields = new URLSearchParams({ board: typeof board === 'string' ? board : nameOfBoard(board) });
  const { preset, ...changed } = typeof rules === 'string' ? { preset: rules } : rules;
  for (const [name, value] of Object.entries({ rules: preset, ...changed })) fields.set(name, value);
  if (typeof komi === 'number') fields.set('komi', String(komi));
  if (bare(stones)) fields.set('stones', stones);
  if (toMove === 'white') fields.set('to_move', toMove);
  return `/study?${fields}`;
}

/**
 * Is nothing set up?
 * @type {(study: Pick<Study, 'stones' | 'to_move'>) => boolean}
 */
export const isEmpty = ({ stones, to_move: toMove }) => stones === '' && toMove === 'black';

/**
 * May these stones stand on a board of so many points?
 * @type {(study: Pick<Study, 'stones'>, points: number) => boolean}
 */
export const fits = ({ stones }, points) => stones === '' || (stones.length === points && /^[.BW]*$/.test(stones));

/**
 * A study with other stones.
 * @type {(study: Omit<Study, 'stones'>, stones: string) => Study}
 */
export const withStones = (study, stones) => ({ ...study, stones: bare(stones) });

/**
 * Stones after a click on a point by a tool, 'black', 'white' or 'erase'. A stone of the same colour goes.
 * @param {string} stones
 * @param {number} point
 * @param {string} tool
 */
export function clicked(stones, point, tool) {
  const stone = stones[point] === STONES[tool] ? '.' : STONES[tool];
  return `${stones.slice(0, point)}${stone}${stones.slice(point + 1)}`;
}

/**
 * The root of the tree of a study on its board.
 * @param {Pick<Study, 'stones' | 'to_move'>} study
 * @param {Layout} board
 */
export function rootOf({ stones, to_move: toMove }, board) {
  const vertices = (/** @type {string} */ letter) => [...stones].flatMap((stone, point) => (stone === letter ? [vertexOf(board, point)] : []));
  return { parent: null, to_move: toMove, ...(stones && { setup: { black: vertices('B'), white: vertices('W') } }) };
}
