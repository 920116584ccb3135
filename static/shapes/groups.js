// The shapes of groups as the interface has them (docs/protocol.md), for the checker of types alone: no page loads this.

/** @import { RecordHeadline } from './record.js' */
/** @import { Color } from './game.js' */
/** @import { PlayerCard } from './player.js' */

/**
 * @typedef {'class' | 'club'} GroupKind
 * @typedef {'open' | 'request' | 'closed'} Joining
 * @typedef {'leader' | 'member'} GroupRole
 */

/**
 * @typedef {object} Group
 * @property {string} id
 * @property {GroupKind} kind
 * @property {string} name
 * @property {string} words
 * @property {Joining} joining
 * @property {number} made_at
 * @property {number} members
 * @property {GroupRole | null} role
 * @property {boolean} asked
 * @property {boolean} invited
 * @property {boolean} plays
 */

/**
 * Times are null where there is no card, or where it was never used.
 * @typedef {{made_here: boolean, ruled: boolean, card_made_at: number | null, card_used_at: number | null}} ClassAccount
 * @typedef {{player: PlayerCard, role: GroupRole, joined_at: number, plays: boolean, account?: ClassAccount}} GroupMember
 * @typedef {{player: PlayerCard, asked_at: number}} JoinRequest
 * @typedef {{group: Group, inviter: PlayerCard, invited_at: number}} GroupInvitation
 * @typedef {{player: PlayerCard, invited_at: number}} InvitedPlayer
 */

/**
 * The card of a pupil. A server of the release before has no short code.
 * @typedef {{player: PlayerCard, secret: string, address: string, code: string, short_code?: string | null, short_address?: string | null}} Card
 */

/**
 * A pair has a game also where the reader may not see which.
 * @typedef {{black: PlayerCard, white: PlayerCard, has_game: boolean, game: string | null, winner: Color | null, problem?: string}} RoundPair
 * @typedef {{number: number, made_at: number, pairs: RoundPair[], bye: PlayerCard | null}} Round
 */

/**
 * The work that a task asks for: games, or a record to replay.
 * @typedef {{kind: 'games', times: number, board?: string | null} | {kind: 'replay', record: string}} TaskWork
 * @typedef {{times: number, done: boolean}} TaskProgress
 * @typedef {{done: number, members: number}} TaskCount
 * @typedef {{player: PlayerCard, progress: TaskProgress, games: string[], replayed_at: number | null}} TaskRow
 */

/**
 * `mine` is there for whoever is to do it, and `class` for its teachers.
 * @typedef {object} Task
 * @property {string} id
 * @property {TaskWork} work
 * @property {RecordHeadline | null} record
 * @property {string} words
 * @property {number} set_at
 * @property {number} until
 * @property {TaskProgress | null} mine
 * @property {TaskCount | null} class
 */

export {};
