// The wish for a game: boards and rules as `POST /games` reads them.

/** @import { Board, Rules } from '../shapes/game.js' */

/** The axes of the rules, in the order in which a game meets them. */
export const AXES = [
  'repetition', 'long_cycle', 'suicide', 'scoring', 'tax', 'pass_stones', 'white_passes_last', 'dead', 'resume_first',
  'resumptions', 'handicap_bonus', 'placement', 'button', 'ties',
];

/**
 * Kinds of boards with the sides they take: `usual` first, `max` at most.
 * @type {Record<string, {sides: number, usual: number[], max: number}>}
 */
export const BOARD_KINDS = {
  grid: { sides: 2, usual: [19, 19], max: 25 },
  cylinder: { sides: 2, usual: [13, 9], max: 25 },
  roll: { sides: 2, usual: [9, 13], max: 25 },
  torus: { sides: 2, usual: [9, 9], max: 25 },
  hexagon: { sides: 1, usual: [5], max: 14 },
  triangle: { sides: 1, usual: [9], max: 34 },
  honeycomb: { sides: 1, usual: [4], max: 10 },
  petersen: { sides: 0, usual: [], max: 0 },
  dodecahedron: { sides: 0, usual: [], max: 0 },
};

/**
 * How many points a board of a kind has with these sides.
 * @param {string} kind
 * @param {number[]} sides
 */
export function pointsOfKind(kind, [one = 0, other = 0]) {
  /** @type {Record<string, number>} */
  const counts = {
    hexagon: 3 * one * (one - 1) + 1, triangle: (one * (one + 1)) / 2, honeycomb: 6 * one * one, petersen: 10, dodecahedron: 20,
  };
  return counts[kind] ?? one * other;
}

/**
 * The axes on which some rules differ from others.
 * @type {(rules: Record<string, any>, from: Record<string, any>) => string[]}
 */
export const changedAxes = (rules, from) => AXES.filter((axis) => rules[axis] !== from[axis]);

/**
 * The wish for rules: the preset's name or, if some axes differ from the
 * preset's own rules `from`, the preset with those. Without `from` every axis of
 * custom rules is said.
 * @param {Rules} rules
 * @param {Record<string, any> | null} from
 */
export function rulesWish(rules, from = null) {
  const changed = from ? changedAxes(rules, from) : rules.custom ? AXES : [];
  if (changed.length === 0) return rules.preset;
  return { preset: rules.preset, ...Object.fromEntries(changed.map((axis) => [axis, rules[axis]])) };
}

/**
 * The wish for a board: a plain grid by its size, any other by its name.
 * @param {Board} board
 */
export function boardWish({ name, width, height }) {
  return !name || name.startsWith('grid ') ? { width, height } : { name };
}

/**
 * The wish for a board of a kind with these sides.
 * @param {string} kind
 * @param {number[]} sides
 */
export function boardOfKind(kind, sides) {
  const [width, height] = sides;
  if (kind === 'grid') return { width, height };
  return { name: [kind, sides.join('x')].filter(Boolean).join(' ') };
}
