// The shapes of records as the interface has them (docs/protocol.md), for the checker of types alone: no page loads this.

/** @import { Board, Color, PerColor } from './game.js' */

/**
 * @typedef {{name?: string | null, rank?: string | null, team?: string | null}} RecordedPlayer
 * @typedef {{text: string, winner: Color | null, by: string | null, margin: number | null}} RecordResult
 */

/**
 * What lists tell of a record.
 * @typedef {object} RecordHeadline
 * @property {Board} board
 * @property {PerColor<RecordedPlayer>} players
 * @property {string | null} name
 * @property {string | null} event
 * @property {string | null} date
 * @property {string | null} preset
 * @property {RecordResult | null} result
 * @property {number} moves
 * @property {number} node_count
 * @property {string} encoding
 * @property {boolean | null} ascii
 */

export {};
