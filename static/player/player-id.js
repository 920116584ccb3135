// Players as people name them.

/** The id of a player from the address of the player's page, or the id itself; empty if there is none. */
export const idIn = (text) => text.trim().replace(/[?#].*$/, '').split('/').filter(Boolean).pop() ?? '';
