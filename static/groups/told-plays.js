// Who has been told in this browser that they take part in a club's rounds. Members of clubs that were there before anybody was asked take
// part without having said so.

/** @import { Group } from '../shapes/groups.js' */

const STORE = 'tengen.plays-told';
// As many are remembered: nobody is in more clubs.
const MOST = 100;

/**
 * @param {Group} group
 * @param {string | undefined} player
 */
const key = (group, player) => `${player}.${group.id}`;

/** @param {Storage} [storage] */
function read(storage) {
  try {
    const told = JSON.parse((storage ?? localStorage).getItem(STORE) ?? '[]');
    return Array.isArray(told) ? told : [];
  } catch {
    return [];
  }
}

/**
 * Notes that a player knows of it in a group; false if that was known. Without storage nobody is told at each visit.
 * @param {Group} group
 * @param {string | undefined} player
 * @param {Storage} [storage]
 */
export function notePlays(group, player, storage) {
  const told = read(storage);
  const own = key(group, player);
  if (told.includes(own)) return false;
  try {
    (storage ?? localStorage).setItem(STORE, JSON.stringify([...told, own].slice(-MOST)));
    return true;
  } catch {
    return false;
  }
}

/**
 * Whether a member of a club is to be told now, and never again, that rounds may pair them.
 * @param {Group} group
 * @param {string | undefined} player
 * @param {Storage} [storage]
 */
export const isToTell = (group, player, storage) => group.kind === 'club' && Boolean(group.role) && group.plays && notePlays(group, player, storage);
