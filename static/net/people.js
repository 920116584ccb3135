// The REST calls about other people, and what one tells the staff of them.

import { call } from './api.js';
import { patiently } from './patience.js';

/** @import { PlayerCard, Report } from '../shapes/player.js' */

/**
 * Says that one has read a sanction.
 * @type {(id: string) => Promise<null>}
 */
export const putSanctionRead = (id) => call('PUT', `/me/sanctions/${id}/read`);

/**
 * A player, the names that the player had, and whose a bot is: {player, former_names, owner}.
 * @type {(id: string) => Promise<{player: PlayerCard & {created_at: number}, former_names: {name: string, until: number}[], owner: PlayerCard | null}>}
 */
export const getProfile = (id) => call('GET', `/players/${encodeURIComponent(id)}`);

/** @type {(id: string) => Promise<PlayerCard>} */
export const getPlayer = async (id) => (await getProfile(id)).player;

/**
 * The players whom this one follows or blocks: the `list` is "follows" or "blocks".
 * @type {(list: 'follows' | 'blocks') => Promise<PlayerCard[]>}
 */
export const getAcquaintances = async (list) => (await call('GET', `/me/${list}`)).players;

/**
 * Follows or blocks a player, or does so no more: the `deed` is "follow" or "block".
 * @type {(id: string, deed: 'follow' | 'block', wish: boolean) => Promise<null>}
 */
export const setAcquaintance = (id, deed, wish) => call(wish ? 'PUT' : 'DELETE', `/players/${encodeURIComponent(id)}/${deed}`);

/**
 * How a player's games ended, by colour and board: all of them, or those against one opponent.
 * @param {string} id
 */
export function getResults(id, against = '') {
  const query = against ? `?against=${encodeURIComponent(against)}` : '';
  return patiently(() => call('GET', `/players/${encodeURIComponent(id)}/results${query}`));
}

/**
 * Tells the staff of something: {about, id, ground, words, event}.
 * @type {(report: {about: string, id: string, ground: string, words: string, event?: number | null}) => Promise<unknown>}
 */
export const postReport = (report) => call('POST', '/reports', report);

/**
 * One's own reports, the latest first, each with its answer.
 * @type {() => Promise<Report[]>}
 */
export const getReports = async () => (await call('GET', '/reports')).reports;
