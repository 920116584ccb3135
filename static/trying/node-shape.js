// A kept node as the protocol has it, and as the page does.

/** @import { Color } from '../shapes/game.js' */
/** @import { GamePlace, RecordPlace, VariationNode } from '../shapes/trees.js' */

/** @typedef {Record<string, any>} Marks */

/**
 * A kept node: `from` is its place in the record or the game, if it hangs on no other kept node, and `drawn` its node in the tree.
 * @typedef {object} KeptNode
 * @property {string} id
 * @property {string} [parent]
 * @property {GamePlace | RecordPlace} [from]
 * @property {{color: Color, at: string} | null} move
 * @property {string[]} [captured]
 * @property {string} words
 * @property {Marks} marks
 * @property {number} order
 * @property {boolean} isKnown
 * @property {any} [drawn]
 */

const ID_BYTES = 12;
/** The fields of a node that may change. */
export const FIELDS = ['words', 'marks', 'order'];

/** An id that no other device makes. */
export function newNodeId() {
  const bytes = crypto.getRandomValues(new Uint8Array(ID_BYTES));
  return btoa(String.fromCharCode(...bytes)).replaceAll('+', '-').replaceAll('/', '_');
}

/**
 * How long a value is in a request.
 * @param {unknown} value
 */
export const bytesOf = (value) => new TextEncoder().encode(JSON.stringify(value)).length;

/**
 * Does a kept node draw anything?
 * @param {Marks} marks
 */
export const isMarked = (marks) => Object.values(marks).some((list) => list.length > 0);

/**
 * A node of the page, from one of the protocol: with its move as {color, at}, or null, and with all of its fields. A tree has
 * thousands: browsers make objects that all have the same fields in the same order several times as fast as those that are put
 * together.
 * @param {VariationNode} told
 * @returns {KeptNode}
 */
export function readNode({ id, parent, from, move, captured, words = '', marks = {}, order = 0 }) {
  return { id, parent, from, move: move === undefined ? null : readMove(move), captured, words, marks, order, isKnown: false, drawn: undefined };
}

/** @param {string} move */
function readMove(move) {
  const colon = move.indexOf(':');
  return { color: /** @type {Color} */ (move.slice(0, colon)), at: move.slice(colon + 1) };
}

/**
 * Everything that the protocol tells of a node when it is made.
 * @param {KeptNode} node
 */
export function writtenNode({ id, parent, from, move, words, marks, order }) {
  return {
    id, ...(parent === undefined ? { from } : { parent }), ...(move && { move: `${move.color}:${move.at}` }),
    ...(words && { words }), ...(isMarked(marks) && { marks }), order,
  };
}
