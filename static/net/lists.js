// The REST calls that list games.

import { BASE, call } from './api.js';

/** @import { Summary } from '../shapes/game.js' */

/**
 * A page of a list of games; `query` has the fields of the interface.
 * @type {(query: Record<string, any>) => Promise<{games: Summary[], next: string | null}>}
 */
export const getGames = (query) => call('GET', `/games?${new URLSearchParams(query)}`);

/**
 * Where all games of a query are, in some form: ndjson, sgf or zip.
 * @type {(query: Record<string, string>, format: string) => string}
 */
export const exportAddress = (query, format) => `${BASE}/games?${new URLSearchParams({ ...query, format })}`;

/**
 * The open and live games that everybody may see.
 * @type {() => Promise<Summary[]>}
 */
export const getLobby = async () => (await call('GET', '/lobby')).games;
