// The games on a screen: those that an address or a person names, or the most watched ones. A game keeps its place until it is
// over, and a while longer, so that its end can be seen and nothing jumps about.

/** How many fit. */
export const MOST = 9;
/** How long a finished game stays, in milliseconds. */
export const AFTERWARDS = 30_000;

/**
 * The places after a look at the time: `places` are {game, endedAt} with `endedAt` null while the game goes on, `wanted` the
 * ids of the games that might be shown, the most watched first. A free place is taken by the first that is not there.
 * @param {any[]} places
 * @param {string[]} wanted
 * @param {number} now
 */
export function nextPlaces(places, wanted, now) {
  /** @param {any} parts */
  const over = ({ endedAt }) => endedAt !== null && now - endedAt >= AFTERWARDS;
  const shown = new Set(places.filter((place) => !over(place)).map(({ game }) => game));
  const waiting = wanted.filter((game) => !shown.has(game));
  const kept = places.flatMap((place) => {
    if (!over(place)) return [place];
    return waiting.length > 0 ? [{ game: waiting.shift(), endedAt: null }] : [];
  });
  // Rather a finished game than nothing.
  if (kept.length === 0) kept.push(...places.slice(-1));
  const free = waiting.slice(0, Math.max(0, MOST - kept.length));
  return [...kept, ...free.map((game) => ({ game, endedAt: null }))];
}

const ID = /(?<![0-9a-z])[0-9a-hjkmnp-tv-z]{16}(?![0-9a-z])/g;

/**
 * The ids in a text of links and ids, each once, in their order.
 * @param {string} text
 */
export const idsIn = (text) => [...new Set(text.match(ID) ?? [])];

/**
 * The games of the page's own address; none to follow the most watched ones.
 * @param {string} search
 */
export const chosenGames = (search) => idsIn(new URLSearchParams(search).get('games') ?? '').slice(0, MOST);

/** @param {string[]} games */
export const addressOf = (games) => `/watch?games=${games.join(',')}`;
