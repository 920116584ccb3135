// The REST calls of the staff's pages.

import { call, callForFile } from './api.js';

/** @import { Announcement, AuditCheck, AuditEntry, Case, CaseReport, ListedMember, Network, PlayerHistory, Staff, StaffGroup } from '../shapes/staff.js' */
/** @import { PlayerCard } from '../shapes/player.js' */

/**
 * Everybody who has a role on the server.
 * @type {() => Promise<Staff[]>}
 */
export const getStaff = async () => (await call('GET', '/staff')).staff;

/**
 * A page of the cases that wait: {cases, next}.
 * @type {(after?: string | null) => Promise<{cases: Case[], next: string | null}>}
 */
export const getCases = (after) => call('GET', `/staff/cases${after ? `?${new URLSearchParams({ after })}` : ''}`);

/**
 * A case with its reports: {case, reports}.
 * @type {(id: string) => Promise<{case: Case, reports: CaseReport[]}>}
 */
export const getCase = (id) => call('GET', `/staff/cases/${encodeURIComponent(id)}`);

/**
 * What the staff knows of a player: {player, roles, former_names, cases, sanctions, entries, players}.
 * @type {(player: string) => Promise<PlayerHistory>}
 */
export const getHistory = (player) => call('GET', `/staff/players/${encodeURIComponent(player)}`);

/**
 * From which networks a player came lately, and who else did.
 * @type {(player: string) => Promise<Network[]>}
 */
export const getNetworks = async (player) => (await call('GET', `/staff/players/${encodeURIComponent(player)}/networks`)).networks;

/**
 * The lines that stand on every page, the latest first.
 * @type {() => Promise<Announcement[]>}
 */
export const getAnnouncements = async () => (await call('GET', '/announcements')).announcements;

/**
 * A page of the members: {members, next}. `query` has the fields of the interface. A mail address goes in the body, since
 * addresses of calls stand in logs.
 * @type {(query: Record<string, any>) => Promise<{members: ListedMember[], next: string | null}>}
 */
export const getMembers = (query) => (query.mail === undefined
  ? call('GET', `/staff/members?${new URLSearchParams(query)}`)
  : call('POST', '/staff/members/search', query));

/**
 * Everything that the server keeps of a member, as a file.
 * @type {(id: string, reason: string) => Promise<Blob>}
 */
export const exportMember = (id, reason) => callForFile(`/staff/players/${encodeURIComponent(id)}/export`, { reason });

/**
 * A page of all groups, for the staff: {groups, next}.
 * @type {(after?: string | null) => Promise<{groups: StaffGroup[], next: string | null}>}
 */
export const getGroupsForStaff = (after) => call('GET', `/staff/groups${after ? `?${new URLSearchParams({ after })}` : ''}`);

/**
 * A page of the audit log: {entries, players, next}.
 * @type {(query: Record<string, any>) => Promise<{entries: AuditEntry[], players: PlayerCard[], next: number | null}>}
 */
export const getAudit = (query) => call('GET', `/staff/audit?${new URLSearchParams(query)}`);

/**
 * Whether the chain of the audit log holds: {entries, head, broken}.
 * @type {() => Promise<AuditCheck>}
 */
export const checkAudit = () => call('GET', '/staff/audit/check');

/**
 * Acts of the staff, each with its reason.
 * @type {(id: string, act: Record<string, unknown>) => Promise<unknown>}
 */
export const actOnPlayer = (id, act) => call('POST', `/staff/players/${encodeURIComponent(id)}/acts`, act);
/** @type {(id: string, act: Record<string, unknown>) => Promise<unknown>} */
export const actOnCase = (id, act) => call('POST', `/staff/cases/${encodeURIComponent(id)}/acts`, act);
/** @type {(id: string, act: Record<string, unknown>) => Promise<unknown>} */
export const actOnGame = (id, act) => call('POST', `/staff/games/${id}/acts`, act);
/** @type {(id: string, act: Record<string, unknown>) => Promise<unknown>} */
export const actOnRecord = (id, act) => call('POST', `/staff/records/${id}/acts`, act);
/** @type {(act: Record<string, unknown>) => Promise<unknown>} */
export const actOnEntry = (act) => call('POST', '/staff/audit/acts', act);
/** @type {(act: Record<string, unknown>) => Promise<unknown>} */
export const actOnAnnouncements = (act) => call('POST', '/staff/announcements/acts', act);
/** @type {(id: string, act: Record<string, unknown>) => Promise<unknown>} */
export const actOnGroup = (id, act) => call('POST', `/staff/groups/${id}/acts`, act);
