// The shapes of records as the interface has them (docs/protocol.md), for the checker of types alone: no page loads this.

/** @import { Board, Color, PerColor } from './game.js' */
/** @import { PlayerCard } from './player.js' */

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
 * A place in a file of records; what was forgiven there, or why a game of it is not kept.
 * @typedef {{line: number, column: number, game?: number, file?: string}} FilePlace
 * @typedef {FilePlace & {code: string}} FileFault
 * @typedef {FilePlace & {reason: string, detail: string}} RefusedGame
 * @typedef {{records: RecordSummary[], refused?: RefusedGame[], warnings?: FileFault[], more_warnings?: number}} RecordsAnswer
 */

/**
 * The headline of a record on its page.
 * @typedef {object} RecordInfo
 * @property {PerColor<RecordedPlayer>} players
 * @property {RecordResult | null} result
 * @property {string | null} rules
 * @property {string | null} preset
 * @property {number | null} komi
 * @property {number} handicap
 * @property {string | null} time
 * @property {number | null} main_time
 * @property {string | null} overtime
 * @property {string | null} name
 * @property {string | null} date
 * @property {string | null} place
 * @property {string | null} event
 * @property {string | null} round
 * @property {string | null} opening
 * @property {string | null} annotator
 * @property {string | null} user
 * @property {string | null} source
 * @property {string | null} copyright
 * @property {string | null} application
 * @property {string | null} comment
 */

/**
 * A node of a record. Marks are points by their kind; labels, lines and arrows are pairs.
 * @typedef {object} RecordNode
 * @property {number} [node]
 * @property {number | null} parent
 * @property {{color: Color, at: string, number: number, captured?: string[], illegal?: string}} [move]
 * @property {{black?: string[], white?: string[], empty?: string[]}} [setup]
 * @property {Color} [to_move]
 * @property {string} [name]
 * @property {string} [comment]
 * @property {Record<string, any[]>} [marks]
 * @property {Record<string, number>} [remarks]
 * @property {number} [value]
 * @property {Record<string, number>} [time_left]
 * @property {Record<string, number>} [overtime_left]
 */

/**
 * A record on its page. A server of an earlier release does not say how it was read.
 * @typedef {object} KeptRecord
 * @property {string} id
 * @property {number} created_at
 * @property {PlayerCard} owner
 * @property {number} revision
 * @property {string | null} [encoding]
 * @property {boolean | null} [ascii]
 * @property {Board} board
 * @property {RecordInfo} info
 * @property {any} judged_by
 * @property {RecordNode[]} nodes
 * @property {FileFault[]} [warnings]
 * @typedef {RecordSummary & {words: string | null}} RecordReading
 */

export {};
