// How boards and stones may look: the choices, and for each stone its own little difference, which is the same at every look.

/** @typedef {{dark: string, light: string, wide: number, fine: number}} Grain */

/**
 * A wood or a paper: the colours of its plank from corner to corner, and of its grain, with how much of that is seen. All are
 * light, for lines and marks are dark.
 * @type {Record<string, {plank: string[], grain: Grain | null}>}
 */
export const BOARDS = {
  kaya: { plank: ['#efcd8f', '#e6bd78', '#d9ab62'], grain: { dark: '#7a4a14', light: '#fff3d0', wide: 0.09, fine: 0.07 } },
  katsura: { plank: ['#e6bb86', '#dcab70', '#d0a062'], grain: { dark: '#7b3f12', light: '#ffe6c0', wide: 0.12, fine: 0.05 } },
  bamboo: { plank: ['#ede4b8', '#e4d99f', '#d9cc8d'], grain: { dark: '#6f6a24', light: '#fffbe0', wide: 0.14, fine: 0.12 } },
  paper: { plank: ['#f6f2e7', '#f3eee1', '#efe9da'], grain: null },
};

/** Slate and shell with their grain, glass, flat discs, and stones that a pattern tells apart where colours do not. */
export const STONE_SETS = ['shell', 'glass', 'flat', 'pattern'];

/** How many different stones of a colour a set may have: black ones, and white ones. */
export const VARIANTS = { B: 3, W: 4 };
/**
 * How far a stone that is put down by hand lies beside its point, at most, in line distances: two neighbours never cover each
 * other's middle.
 */
const MOST_ASIDE = 0.03;

/**
 * A number for each point that looks like chance, from 0 to 1.
 * @param {number} point
 * @param {number} which
 */
function chance(point, which) {
  let hash = Math.imul(point + 1, 0x9e3779b1) ^ Math.imul(which + 1, 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  hash = Math.imul(hash ^ (hash >>> 13), 0x297a2d39);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
}

/**
 * Which of the different stones of its colour lies on a point.
 * @type {(letter: 'B' | 'W', point: number) => number}
 */
export const variantOf = (letter, point) => Math.floor(chance(point, 0) * VARIANTS[letter]);

/**
 * Where a stone lies that is put down by hand, seen from its point.
 * @param {number} point
 */
export function asideOf(point) {
  const angle = 2 * Math.PI * chance(point, 1);
  const distance = MOST_ASIDE * Math.sqrt(chance(point, 2));
  return { x: distance * Math.cos(angle), y: distance * Math.sin(angle) };
}
