// A position that somebody lays out, in the form of the interface's query: the first stones,
// if any were taken off, and the moves since. The address of the page has the same form.

/** @import { Color } from '../shapes/game.js' */

/** @typedef {{board: string, stones: string, toMove: Color, moves: string[]}} Laid */

/** @type {Laid} */
const EMPTY = { board: '19x19', stones: '', toMove: 'black', moves: [] };

/**
 * The position that an address names.
 * @param {URLSearchParams} address
 * @returns {Laid}
 */
export function fromAddress(address) {
  const moves = address.get('moves')?.split(',').filter(Boolean) ?? [];
  return {
    board: address.get('board') || EMPTY.board,
    stones: address.get('stones') ?? '',
    toMove: address.get('to_move') === 'white' ? 'white' : 'black',
    moves,
  };
}

/** @type {(board: string) => Laid} */
export const emptyBoard = (board) => ({ ...EMPTY, board });

/** @type {(laid: Laid) => boolean} */
export const isEmpty = ({ stones, moves }) => moves.length === 0 && !/[BW]/.test(stones);

/**
 * With one more move: a vertex or `pass`.
 * @type {(laid: Laid, color: string, at: string) => Laid}
 */
export const withMove = (laid, color, at) => ({ ...laid, moves: [...laid.moves, `${color}:${at}`] });

/**
 * Without the stone at a point of these stones. The moves are dropped, for without that stone they may be illegal.
 * @type {(laid: Laid, answer: {stones: string, to_move: Color}, point: number) => Laid}
 */
export const without = ({ board }, { stones, to_move: toMove }, point) => ({
  board, toMove, stones: `${stones.slice(0, point)}.${stones.slice(point + 1)}`, moves: [],
});

/**
 * Without its last move.
 * @type {(laid: Laid) => Laid}
 */
export const withoutLast = (laid) => ({ ...laid, moves: laid.moves.slice(0, -1) });

/** @type {(laid: Laid) => string | null} */
export const lastMove = ({ moves }) => moves.at(-1)?.split(':').pop() ?? null;

/**
 * The fields of the interface; `points` is how many the board has.
 * @param {Laid} laid
 * @param {number} points
 * @returns {Record<string, any>}
 */
export function fieldsOf({ board, stones, toMove, moves }, points) {
  if (moves.length > 0) return { board, ...(stones && { stones }), moves: moves.join(',') };
  return { board, stones: stones || '.'.repeat(points), to_move: toMove };
}

/**
 * The address of the page for this position.
 * @param {Laid} laid
 */
export function addressOf(laid) {
  if (isEmpty(laid) && laid.toMove === 'black') return `/positions?board=${encodeURIComponent(laid.board)}`;
  const fields = new URLSearchParams(fieldsOf(laid, laid.stones.length));
  return `/positions?${fields}`.replaceAll('%2C', ',').replaceAll('%3A', ':');
}
