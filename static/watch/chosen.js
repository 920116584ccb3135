// The games that an address or a person names.

import { MOST } from './places.js';

const ID = /(?<![0-9a-z])[0-9a-hjkmnp-tv-z]{16}(?![0-9a-z])/g;

/** The ids in a text of links and ids, each once, in their order. */
export const idsIn = (text) => [...new Set(text.match(ID) ?? [])];

/** The games of the page's own address; none to follow the most watched ones. */
export const chosenGames = (search) => idsIn(new URLSearchParams(search).get('games') ?? '').slice(0, MOST);

export const addressOf = (games) => `/watch?games=${games.join(',')}`;
