// The REST calls about other people, and what one tells the staff of them.

import { call } from './api.js';
import { patiently } from './patience.js';

/** Says that one has read a sanction. */
export const putSanctionRead = (id) => call('PUT', `/me/sanctions/${id}/read`);

/** A player, the names that the player had, and whose a bot is: {player, former_names, owner}. */
export const getProfile = (id) => call('GET', `/players/${encodeURIComponent(id)}`);

export const getPlayer = async (id) => (await getProfile(id)).player;

/** The players whom this one follows or blocks: the `list` is "follows" or "blocks". */
export const getAcquaintances = async (list) => (await call('GET', `/me/${list}`)).players;

/** Follows or blocks a player, or does so no more: the `deed` is "follow" or "block". */
export const setAcquaintance = (id, deed, wish) => call(wish ? 'PUT' : 'DELETE', `/players/${encodeURIComponent(id)}/${deed}`);

/** How a player's games ended, by colour and board: all of them, or those against one opponent. */
export function getResults(id, against = '') {
  const query = against ? `?against=${encodeURIComponent(against)}` : '';
  return patiently(() => call('GET', `/players/${encodeURIComponent(id)}/results${query}`));
}

/** Tells the staff of something: {about, id, ground, words, event}. */
export const postReport = (report) => call('POST', '/reports', report);

/** One's own reports, the latest first, each with its answer. */
export const getReports = async () => (await call('GET', '/reports')).reports;
