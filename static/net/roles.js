// The roles of the player at this browser, as the server last told them: pages show by them the ways to the pages of the staff.
// What somebody may do the server alone decides.

/** @import { PlayerCard } from '../shapes/player.js' */

const STORE = 'tengen.roles';

/**
 * The account of a player was fetched; null for a player without one.
 * @param {PlayerCard} player
 * @param {{roles: string[]} | null | undefined} account
 */
export function rememberRoles(player, account) {
  const roles = account?.roles ?? [];
  try {
    if (roles.length > 0) localStorage.setItem(STORE, JSON.stringify({ player: player.id, roles }));
    else localStorage.removeItem(STORE);
  } catch {
    // A browser may forbid storage; the account page has the way in any case.
  }
  dispatchEvent(new Event('tengen-roles'));
}

/**
 * The roles that a player had, the highest first.
 * @param {PlayerCard | null} player
 * @returns {string[]}
 */
export function likelyRoles(player) {
  try {
    const { player: id, roles } = JSON.parse(/** @type {string} */ (localStorage.getItem(STORE))) ?? {};
    return player && id === player.id ? roles : [];
  } catch {
    return [];
  }
}
