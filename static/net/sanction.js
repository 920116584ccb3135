// What the staff of the server has to say to the player at this browser: why there is no playing, or a warning that was not read.

/** @import { Sanction } from '../shapes/player.js' */

/** @type {Sanction | null} */
let known = null;
/** @type {Set<(sanction: Sanction | null) => void>} */
const listeners = new Set();

/**
 * The server said so (the socket's greeting, the account, or a refusal); null if there is nothing.
 * @param {Sanction | null} sanction
 */
export function setSanction(sanction) {
  const isSame = known?.id === sanction?.id && known?.until === sanction?.until;
  known = sanction;
  if (isSame) return;
  for (const listener of listeners) listener(sanction);
}

/**
 * Calls with each sanction, and with null when it is over; at once if there is one.
 * @param {(sanction: Sanction | null) => void} listener
 */
export function onSanction(listener) {
  listeners.add(listener);
  if (known) listener(known);
}

/**
 * The sanction of a refusal.
 * @type {(params: any) => Sanction}
 */
export const sanctionOf = ({ sanction, until, ...rest }) => ({ ...rest, id: sanction, until, kind: until === null ? 'ban' : 'suspension' });
