// The REST calls that list games.

import { BASE, call } from './api.js';

/** A page of a list of games; `query` has the fields of the interface. */
export const getGames = (query) => call('GET', `/games?${new URLSearchParams(query)}`);

/** Where all games of a query are, in some form: ndjson, sgf or zip. */
export const exportAddress = (query, format) => `${BASE}/games?${new URLSearchParams({ ...query, format })}`;

/** The open and live games that everybody may see. */
export const getLobby = async () => (await call('GET', '/lobby')).games;
