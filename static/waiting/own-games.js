// The own games that are not over, kept current from the lines that the server sends of them.

import { currentPlayer, onPlayer } from '../net/player.js';

/** @import { Connection } from '../net/socket.js' */
/** @import { PlayerCard } from '../shapes/player.js' */
/** @import { Summary } from '../shapes/game.js' */

export class OwnGames {
  constructor() {
    /** @type {Map<string, Summary>} */
    this.games = new Map();
    this.more = false;
    /** @type {Set<(own: OwnGames) => void>} */
    this.listeners = new Set();
    /** Is the whole known? */
    this.complete = false;
  }

  /** @param {(own: OwnGames) => void} listener */
  onChange(listener) {
    this.listeners.add(listener);
  }

  /**
   * Takes a line up.
   * @param {any} line
   */
  take(line) {
    if (line.type === 'games') {
      if (!this.more) this.games.clear();
      this.more = line.more;
    }
    for (const game of line.games ?? [line.game]) this.takeGame(game);
    this.complete ||= !this.more;
    this.tell();
  }

  /** @param {Summary} game */
  takeGame(game) {
    const known = this.games.get(game.id);
    if (known && known.seq > game.seq) return;
    if (game.phase === 'finished') this.games.delete(game.id);
    else this.games.set(game.id, game);
  }

  /**
   * Somebody else sits here: nothing is known, or, of nobody, that there is nothing.
   * @param {PlayerCard | null} player
   */
  begin(player) {
    this.games.clear();
    this.more = false;
    this.complete = !player;
    this.tell();
  }

  tell() {
    for (const listener of this.listeners) listener(this);
  }

  get all() {
    return [...this.games.values()];
  }
}

/**
 * The games of the person here, over the page's connection; `except` is one that the page follows by itself.
 * @param {Connection} connection
 * @param {string | null} except
 */
export function followOwnGames(connection, except = null) {
  const own = new OwnGames();
  onPlayer((player) => own.begin(player));
  connection.subscribeMine((line) => currentPlayer() && own.take(line), except);
  return own;
}
