// The open and live games, kept current by the server's lines.

/** @import { Moved, Summary } from '../shapes/game.js' */

export class Lobby {
  constructor() {
    /** @type {Map<string, Summary>} */
    this.games = new Map();
  }

  /** @param {Summary[]} games */
  all(games) {
    this.games = new Map(games.map((game) => [game.id, game]));
  }

  /**
   * `moved` tells moves in known games: the members of the game and the points of its board that they have changed.
   * @param {Summary[]} games
   * @param {string[]} removed
   * @param {Moved[]} moved
   */
  update(games, removed, moved = []) {
    for (const game of games) {
      const known = this.games.get(game.id);
      if (!known || known.seq <= game.seq) this.games.set(game.id, game);
    }
    for (const { stones, ...changed } of moved) {
      const known = this.games.get(changed.id);
      if (known && known.seq < changed.seq) this.games.set(known.id, { ...known, ...changed, stones: put(/** @type {string} */ (known.stones), stones) });
    }
    for (const id of removed) this.games.delete(id);
  }

  get open() {
    return this.sorted((game) => game.phase === 'open');
  }

  get live() {
    return this.sorted((game) => game.phase === 'playing' || game.phase === 'scoring');
  }

  /** @param {(game: Summary) => boolean} wanted */
  sorted(wanted) {
    return [...this.games.values()].filter(wanted).sort((a, b) => b.created_at - a.created_at || (a.id < b.id ? 1 : -1));
  }
}

/**
 * Stones as text, after some points have changed.
 * @param {string} stones
 * @param {{at: number, is: string}[]} points
 */
function put(stones, points) {
  const changed = [...stones];
  for (const { at, is } of points) changed[at] = is;
  return changed.join('');
}
