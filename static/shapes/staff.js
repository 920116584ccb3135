// The shapes of what the staff sees, as the interface has them (docs/protocol.md), for the checker of types alone: no page loads this.

/** @import { Role } from './account.js' */
/** @import { Group } from './groups.js' */
/** @import { Player, PlayerCard, Sanction } from './player.js' */

/** @typedef {{player: Player, roles: Role[]}} Staff */

/**
 * @typedef {'player' | 'name' | 'game' | 'record' | 'sanction'} ReportAbout
 * @typedef {{at: number, outcome: 'acted' | 'dismissed', words: string}} CaseAnswer
 * @typedef {{reporter: PlayerCard, ground: string, words: string, event: number | null, created_at: number}} CaseReport
 */

/**
 * Reports about one thing.
 * @typedef {object} Case
 * @property {string} id
 * @property {ReportAbout} about
 * @property {string} subject
 * @property {PlayerCard[]} players
 * @property {number} opened_at
 * @property {number} last_at
 * @property {number} reports
 * @property {CaseAnswer | null} answer
 */

/**
 * An entry of the audit log; `facts` depend on its kind.
 * @typedef {object} AuditEntry
 * @property {number} seq
 * @property {number} at
 * @property {string | null} actor
 * @property {string} kind
 * @property {{kind: string, id: string}} subject
 * @property {Record<string, any>} facts
 * @property {string | null} reason
 * @property {boolean} reason_erased
 * @property {string} previous
 * @property {string} hash
 * @typedef {{entries: number, head: string, broken: {seq: number, how: string} | null}} AuditCheck
 */

/**
 * What the staff knows of a player.
 * @typedef {object} PlayerHistory
 * @property {Player} player
 * @property {Role[]} roles
 * @property {{name: string, until: number}[]} former_names
 * @property {Case[]} cases
 * @property {Sanction[]} sanctions
 * @property {AuditEntry[]} entries
 * @property {PlayerCard[]} players
 * @typedef {{prefix: number, name: string, first_at: number, last_at: number, others: PlayerCard[], more: boolean}} Network
 */

/**
 * Members as the staff finds them.
 * @typedef {{state: 'active' | 'suspended' | 'banned', suspended_until: number | null, last_seen_at: number | null, mail: string | null}} MemberFacts
 * @typedef {{player: Player, registered_at: number, roles: Role[], facts: MemberFacts | null}} ListedMember
 */

/**
 * The texts of an announcement by their languages.
 * @typedef {{id: string, texts: Record<string, string>, until: number, created_at: number}} Announcement
 * @typedef {{group: Group, leaders: PlayerCard[], ended_at: number | null}} StaffGroup
 */

export {};
