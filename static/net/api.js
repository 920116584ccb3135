// The REST calls. The player's token travels in a cookie that scripts can't read.

import { Problem } from './problem.js';
import { leadToDoor } from './door.js';
import { newId } from './new-id.js';
import { patiently } from './patience.js';
import { sanctionOf, setSanction } from './sanction.js';

/** @import { Estimated, PositionAnswer, Tried, VariationChange, VariationTree, VariationsChanged } from '../shapes/trees.js' */
/** @import { Me } from '../shapes/account.js' */
/** @import { BoardShape, GameEvent, Snapshot } from '../shapes/game.js' */
/** @import { HousePlayer, PlayerCard, ProblemShape } from '../shapes/player.js' */

export const BASE = '/api/v1';
/** Refusals of a server on which only members look, or play. */
const FOR_MEMBERS = ['members_only', 'no_guests'];

/**
 * A call with a body in JSON, or none; answers the content, or null where there is none. One that `outlives` its page is made
 * also if that is left.
 * @param {string} method
 * @param {string} path
 * @param {unknown} [body]
 * @returns {Promise<any>}
 */
export function call(method, path, body, { outlives = false } = {}) {
  return body === undefined ? send(method, path) : send(method, path, JSON.stringify(body), 'application/json', { outlives });
}

/**
 * A call with a body of another type. With a `key` the same one made again makes nothing twice.
 * @param {string} method
 * @param {string} path
 * @param {BodyInit} [body]
 * @param {string} [type]
 * @param {{outlives?: boolean, key?: string | null}} manner
 * @returns {Promise<any>}
 */
export async function send(method, path, body, type, { outlives = false, key = null } = {}) {
  /** @type {RequestInit & {headers: Record<string, string>}} */
  const request = { method, credentials: 'same-origin', headers: { accept: 'application/json' }, keepalive: outlives };
  if (body !== undefined) {
    request.headers['content-type'] = /** @type {string} */ (type);
    request.body = body;
  }
  if (key !== null) request.headers['idempotency-key'] = key;
  const answer = await reach(path, request);
  if (answer.status === 204) return null;
  const text = await answer.text().catch(() => null);
  // What was made may have nothing to say of itself.
  if (answer.status === 201 && text === '') return null;
  const content = parsed(text);
  if (answer.ok && content !== null) return content;
  throw refusal(answer, content);
}

/**
 * A call with a body in JSON that is answered by a file: its blob.
 * @param {string} path
 * @param {unknown} body
 */
export async function callForFile(path, body) {
  const headers = { accept: '*/*', 'content-type': 'application/json' };
  const answer = await reach(path, { method: 'POST', credentials: 'same-origin', headers, body: JSON.stringify(body) });
  if (!answer.ok) throw refusal(answer, parsed(await answer.text().catch(() => null)));
  return answer.blob().catch(() => { throw new Problem({ code: 'unreachable' }); });
}

/**
 * @param {string} path
 * @param {RequestInit} request
 */
async function reach(path, request) {
  try {
    return await fetch(BASE + path, request);
  } catch {
    throw new Problem({ code: 'unreachable' });
  }
}

/**
 * The problem of an answer, with what follows from it at once.
 * @param {Response} answer
 * @param {any} content
 */
function refusal(answer, content) {
  if (FOR_MEMBERS.includes(content?.code)) leadToDoor();
  if (content?.code === 'suspended') setSanction(sanctionOf(content.params));
  return new Problem(content?.code ? content : { code: 'internal', status: answer.status });
}

/** @param {any} text */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** @type {(game: string) => string} */
export const sgfAddress = (game) => `${BASE}/games/${game}/sgf`;

/**
 * Who is here, with the account if there is one, and the staff's word to the player if there is any: {player, account, sanction}.
 * @returns {Promise<Me>}
 */
export async function getAccount() {
  const me = await call('GET', '/me');
  setSanction(me.sanction ?? null);
  return me;
}

/** @type {() => Promise<PlayerCard>} */
export const getMe = async () => (await getAccount()).player;

/**
 * A new guest. Many who follow one link from one network wait for each other.
 * @type {(name: string | undefined) => Promise<PlayerCard>}
 */
export const postGuest = async (name) => (await patiently(() => call('POST', '/guests', { name }))).player;

/**
 * Judges a move on a position that belongs to no game: {stones, to_move, captured, illegal}.
 * @type {(line: Record<string, unknown>) => Promise<Tried>}
 */
export const postTried = (line) => call('POST', '/positions/play', line);

/**
 * The reader's own tree of variations beside one of the "games" or "records": `read` answers what has changed since a revision
 * or, without one, the whole tree; `change` makes changes.
 * @type {(kind: 'games' | 'records', id: string) => Variations}
 * @typedef {{read: (since: number | null) => Promise<VariationTree>, change: (changes: VariationChange[], manner: {outlives: boolean}) => Promise<VariationsChanged>, placesCome: boolean}} Variations
 */
export const variationsOf = (kind, id) => ({
  read: (since) => call('GET', `/${kind}/${id}/variations${since === null ? '' : `?since=${since}`}`),
  change: (changes, { outlives }) => call('PATCH', `/${kind}/${id}/variations`, { changes }, { outlives }),
  // Games go on.
  placesCome: kind === 'games',
});

/**
 * The address of a game or a record in SGF, with the reader's own tree beside it.
 * @type {(kind: 'games' | 'records', id: string) => string}
 */
export const treeFile = (kind, id) => `${BASE}/${kind}/${id}/variations/sgf`;

/** @type {(wish: Record<string, unknown>) => Promise<Estimated>} */
export const postEstimate = (wish) => call('POST', '/positions/estimate', wish);

/** @type {(settings: Record<string, unknown>) => Promise<Snapshot>} */
export const postGame = (settings) => call('POST', '/games', settings);

/** @type {(game: string) => Promise<Snapshot>} */
export const getGame = (game) => call('GET', `/games/${game}`);

/** @type {(game: string) => Promise<Snapshot>} */
export const joinGame = (game) => call('POST', `/games/${game}/join`, {});

/**
 * Offers a rematch, or accepts the opponent's offer; answers the new game.
 * @type {(game: string) => Promise<{id: string}>}
 */
export const postRematch = (game) => call('POST', `/games/${game}/rematch`, {});

/**
 * A command in a game that this page doesn't watch.
 * @type {(game: string, command: Record<string, any>) => Promise<unknown>}
 */
export const postCommand = (game, command) => call('POST', `/games/${game}/commands`, { ...command, id: newId() });

/** @type {(game: string) => Promise<GameEvent[]>} */
export const getEvents = async (game) => (await call('GET', `/games/${game}/events?since=0&protocol=2`)).events;

/**
 * The server's own players, the weakest first.
 * @type {() => Promise<HousePlayer[]>}
 */
export const getHouse = async () => (await call('GET', '/house')).players;

/**
 * The games that were in a position: one of a game, or one that is laid out.
 * @type {(query: Record<string, any>) => Promise<PositionAnswer>}
 */
export const getPosition = (query) => call('GET', `/positions?${new URLSearchParams(query)}`);

/** @type {() => Promise<{presets: {preset: string, rules: Record<string, any>}[]}>} */
export const getRules = () => call('GET', '/rules');

/** @type {(name: string) => Promise<BoardShape>} */
export const getBoard = (name) => call('GET', `/boards/${encodeURIComponent(name)}`);
