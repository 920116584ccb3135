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

/**
 * @typedef {RecordHeadline & {id: string, created_at: number}} RecordSummary
 */

/**
 * What was forgiven or refused in a file, and where.
 * @typedef {{code: string, game?: number, line?: number, column?: number, file?: string} & Record<string, any>} FileFault
 * @typedef {{records: RecordSummary[], refused?: FileFault[], warnings?: FileFault[], more_warnings?: number}} RecordsAnswer
 */

export {};
