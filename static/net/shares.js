// The REST calls about trees of variations that are shown to others.

import { call } from './api.js';

/** @import { Share, ShareAnswer, SharedTree } from '../shapes/trees.js' */

/** @typedef {{grows: boolean, with?: 'link' | 'opponent'}} ShareWish */

/**
 * To whom the reader shows the own tree beside one of the "games" or "records": all showings, a new one, which has a `secret` if
 * it is a link, and the end of one.
 * @type {(kind: 'games' | 'records', id: string) => {list: () => Promise<{shares: Share[], opponent_shows?: boolean}>, add: (wish: ShareWish) => Promise<ShareAnswer>, end: (share: string) => Promise<null>}}
 */
export const sharesOf = (kind, id) => ({
  list: () => call('GET', `/${kind}/${id}/variations/share`),
  add: (wish) => call('POST', `/${kind}/${id}/variations/share`, wish),
  end: (share) => call('DELETE', `/shares/${share}`),
});

/**
 * A tree that a link shows: {owner, game or record, grows, created_at, revision, nodes}.
 * @type {(secret: string) => Promise<SharedTree>}
 */
export const lookAtShared = (secret) => call('POST', '/shared/look', { secret });

/**
 * The same of the tree that the opponent in a game shows.
 * @type {(game: string) => Promise<SharedTree>}
 */
export const getOpponentsTree = (game) => call('GET', `/games/${encodeURIComponent(game)}/variations/opponent`);
