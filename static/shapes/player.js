// The shapes of people as the interface has them (docs/protocol.md), for the checker of types alone: no page loads this.

/**
 * @typedef {'guest' | 'member' | 'bot' | 'computer' | 'deleted'} PlayerKind
 * @typedef {{id: string, name: string, kind: PlayerKind, guest: boolean}} PlayerCard
 * @typedef {PlayerCard & {created_at: number}} Player
 * @typedef {{level: number, player: PlayerCard}} HousePlayer
 */

/**
 * The staff's word to a player: a warning, or why there is no playing.
 * @typedef {object} Sanction
 * @property {string} id
 * @property {'warning' | 'suspension' | 'ban'} kind
 * @property {string} ground
 * @property {string} words
 * @property {number} [at]
 * @property {number | null} until
 * @property {number | null} [lifted_at]
 * @property {number | null} [read_at]
 */

/**
 * A refusal as the server tells it.
 * @typedef {{code: string, params?: Record<string, any>, status?: number}} ProblemShape
 */

/**
 * One's own report; the staff's answer stands in it once there is one.
 * @typedef {{about: string, id: string, ground: string, words: string, created_at: number, answer: {at: number, outcome: string, words: string} | null}} Report
 */

export {};
