// The shapes of accounts as the interface has them (docs/protocol.md), for the checker of types alone: no page loads this.

/** @import { Player, Sanction } from './player.js' */

/**
 * @typedef {'owner' | 'moderator'} Role
 * @typedef {{id: string, name: string}} Provider
 * @typedef {{version: string, text: string}} Terms
 */

/**
 * Who may come in, and by which ways.
 * @typedef {object} Door
 * @property {'open' | 'invited' | 'closed'} registration
 * @property {boolean} guests
 * @property {'everybody' | 'members'} viewing
 * @property {string | null} notice
 * @property {Terms | null} terms
 * @property {boolean} mail
 * @property {boolean} passwords
 * @property {boolean} passkeys
 * @property {Provider[]} providers
 */

/**
 * The ways in of a member.
 * @typedef {{id: string, provider: string | null, name: string, linked_at: number, used_at: number}} Identity
 * @typedef {{id: string, device: string | null, created_at: number, used_at: number | null}} Passkey
 */

/**
 * @typedef {object} Account
 * @property {number} registered_at
 * @property {number} rename_from
 * @property {number | null} fresh_until
 * @property {Record<string, string>} preferences
 * @property {Role[]} roles
 * @property {boolean} password
 * @property {Identity[]} identities
 * @property {Passkey[]} passkeys
 * @property {string | null} mail
 * @property {boolean} authenticator
 * @property {number} recovery_codes_left
 * @property {string | null} terms
 * @typedef {{player: Player, sanction?: Sanction, account?: Account}} Me
 */

/**
 * What is told once of a new way in.
 * @typedef {{secret: string, address: string, code: string}} AuthenticatorOffer
 * @typedef {AuthenticatorOffer & {expires_at: number}} CarryAnswer
 * @typedef {{voucher: string, expires_at: number, player: Player | null, suggested_name: string | null}} Vouched
 */

/**
 * @typedef {'read' | 'play' | 'staff'} Scope
 * @typedef {{id: string, name: string, scopes: Scope[], created_at: number, expires_at: number | null, last_used_at: number | null}} AccessToken
 * @typedef {{token: AccessToken, secret: string}} NewTokenAnswer
 * @typedef {{id: string, device: string | null, created_at: number, last_used_at: number, current: boolean}} Session
 * @typedef {{id: string, note: string, created_at: number, expires_at: number, places: number, left: number}} Invitation
 */

export {};
