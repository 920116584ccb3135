// The player at this browser. No visitor has to register: a guest is made at the
// first action that needs a player.

import { getMe, postGuest } from './api.js';
import { setting } from '../storage/settings.js';

/** @import { PlayerCard } from '../shapes/player.js' */

const STORE = 'tengen.player';
const GREETING_TIME = 2_000;

/** @type {PlayerCard | null | undefined} */
let known; // undefined: not asked yet; null: nobody
/** @type {Set<(player: PlayerCard | null) => void>} */
const listeners = new Set();
/** @type {Set<(player: PlayerCard | null) => void>} */
const lookers = new Set();

export const currentPlayer = () => known ?? null;

/**
 * The player as this browser last knew one. Some pages are never told who is here, and all others only after a while.
 * @returns {PlayerCard | null}
 */
export function likelyPlayer() {
  if (known !== undefined) return known;
  try {
    return JSON.parse(/** @type {string} */ (localStorage.getItem(STORE)));
  } catch {
    // A browser may forbid storage.
    return null;
  }
}

/** @param {PlayerCard | null} player */
function remember(player) {
  try {
    if (player) localStorage.setItem(STORE, JSON.stringify({ id: player.id, name: player.name, kind: player.kind, guest: player.guest }));
    else localStorage.removeItem(STORE);
  } catch {
    // Then the next page hears of the player from the server.
  }
}

/** Has the player an account? */
export const isMember = /** @type {(player: any) => player is PlayerCard} */ ((player) => Boolean(player) && !player.guest);

/**
 * The server said who we are (the socket's greeting, or a new guest).
 * @param {PlayerCard | null} player
 */
export function setPlayer(player) {
  const before = known;
  known = player;
  const isSame = before !== undefined && before?.id === player?.id;
  if (isSame && before?.name === player?.name && before?.kind === player?.kind) return;
  remember(player);
  for (const look of lookers) look(player);
  if (isSame) return;
  for (const listener of listeners) listener(player);
}

/** @param {(player: PlayerCard | null) => void} listener */
export function onPlayer(listener) {
  listeners.add(listener);
}

/**
 * As `onPlayer`, and when the same player has another name, or an account.
 * @param {(player: PlayerCard | null) => void} listener
 */
export function onPlayerLook(listener) {
  lookers.add(listener);
}

/** A new guest. The server makes up a name for one who has none. */
export async function makeGuest() {
  setPlayer(await postGuest(setting('name').trim() || undefined));
  return known;
}

/** The socket greets soon after the page is there, and says who we are. */
function greeting() {
  return new Promise((resolve) => {
    onPlayer(resolve);
    setTimeout(resolve, GREETING_TIME);
  });
}

/** Who is here, or null. The socket says so soon; if it doesn't, the server is asked. */
export async function whoIsHere() {
  if (known === undefined) await greeting();
  if (known === undefined) {
    try {
      setPlayer(await getMe());
    } catch (problem) {
      if (problem.code !== 'unauthenticated') throw problem;
    }
  }
  return currentPlayer();
}

async function ensurePlayer() {
  return (await whoIsHere()) ?? makeGuest();
}

/**
 * Does something that needs a player, and makes a guest if there is none.
 * @template T
 * @param {() => Promise<T>} action
 */
export async function asPlayer(action) {
  await ensurePlayer();
  try {
    return await action();
  } catch (problem) {
    // The server may have forgotten this browser's player meanwhile.
    if (problem.code !== 'unauthenticated') throw problem;
    await makeGuest();
    return action();
  }
}
