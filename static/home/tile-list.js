// A list of games as tiles that keep their places.

import { html } from '../dom/html.js';
import { t } from '../text/text.js';

/** @import { Summary } from '../shapes/game.js' */
/** @import { Drawer } from './drawing.js' */

/** A finger that was there is expected back for so long. */
const FINGER_TIME = 3_000;

/**
 * Watches an element; `left` is called when the hand has gone. Answers a function that tells whether the hand is on the element.
 * @param {HTMLElement} element
 * @param {() => void} left
 */
function watchHand(element, left) {
  let pointer = false;
  /** @type {any} */
  let timer = null;
  const isThere = () => pointer || timer !== null || element.matches(':focus-within');
  const leave = () => {
    if (!isThere()) left();
  };
  const linger = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      timer = null;
      leave();
    }, FINGER_TIME);
  };
  element.addEventListener('pointerover', (/** @type {any} */ event) => {
    if (event.pointerType === 'mouse') pointer = true;
    else linger();
  });
  element.addEventListener('pointerdown', (/** @type {any} */ event) => event.pointerType !== 'mouse' && linger());
  element.addEventListener('pointerleave', () => {
    pointer = false;
    leave();
  });
  // The focus is at its new place after the event.
  element.addEventListener('focusout', () => setTimeout(leave));
  return isThere;
}

/**
 * The places of the games in a list. A tile that somebody is about to press must not move: while a hand is on the list, a game
 * that leaves keeps its place empty, and new games stand at the end.
 */
export class Places {
  /**
   * `most` is the number of places; a `sorted` list returns to its order whenever no hand is on it.
   * @param {number} most
   */
  constructor(most, { sorted = false } = {}) {
    this.most = most;
    this.sorted = sorted;
    /** @type {(string | null)[]} */
    this.ids = [];
  }

  /**
   * The ids by place, null where a place is empty. `wanted` are the ids in their order, `held` says that a hand is on the list.
   * @param {string[]} wanted
   * @param {boolean} held
   */
  arrange(wanted, held) {
    if (this.sorted && !held) {
      this.ids = wanted.slice(0, this.most);
      return this.ids;
    }
    const shown = new Set(this.ids);
    /** @type {Set<string | null>} */
    const still = new Set(wanted);
    const coming = wanted.filter((id) => !shown.has(id));
    const places = this.ids.map((id) => (still.has(id) ? id : null)).map((id) => (id === null && !held ? coming.shift() ?? null : id));
    while (places.length < this.most && coming.length > 0) places.push(/** @type {string} */ (coming.shift()));
    this.ids = held ? places : closed(places);
    return this.ids;
  }
}

/**
 * Without empty places: the last game fills each, so that the fewest move.
 * @param {(string | null)[]} places
 */
function closed(places) {
  const left = [...places];
  for (let place = 0; place < left.length; place += 1) {
    while (left.length > place && left.at(-1) === null) left.pop();
    if (place < left.length && left[place] === null) left[place] = /** @type {string} */ (left.pop());
  }
  return left;
}

export class TileList {
  /** @type {HTMLElement} */ element;
  /** @type {(game: Summary) => any} */ makeTile;
  /** @type {Drawer} */ drawing;

  /**
   * `makeTile(game)` answers a tile: its `element`, and `take(game)`, which takes up the game's new state.
   * @param {HTMLElement} element
   * @param {{most: number, sorted?: boolean, makeTile: (game: Summary) => any, drawing: Drawer}} parts
   */
  constructor(element, { most, sorted = false, makeTile, drawing }) {
    Object.assign(this, { element, makeTile, drawing });
    this.places = new Places(most, { sorted });
    this.tiles = new Map();
    /** @type {Summary[]} */
    this.games = [];
    this.isHeld = watchHand(element, () => this.show(this.games));
  }

  /**
   * Shows these games. Games that were shown before keep their places; new ones come in the given order.
   * @param {Summary[]} games
   */
  show(games) {
    this.games = games;
    const byId = new Map(games.map((game) => [game.id, game]));
    const ids = this.places.arrange([...byId.keys()], this.isHeld());
    const next = ids.map((id, place) => (id === null ? gone(this.element.children[place]) : this.tile(/** @type {Summary} */ (byId.get(id))).element));
    this.put(next);
    for (const [id, tile] of this.tiles) {
      if (ids.includes(id)) continue;
      this.tiles.delete(id);
      this.drawing.remove(tile);
    }
  }

  /** @param {Summary} game */
  tile(game) {
    const known = this.tiles.get(game.id);
    if (known) {
      known.take(game);
      return known;
    }
    const tile = this.makeTile(game);
    this.tiles.set(game.id, tile);
    this.drawing.add(tile);
    return tile;
  }

  /**
   * Tiles that stay are not touched, so that the keyboard keeps its place.
   * @param {Element[]} next
   */
  put(next) {
    const { element } = this;
    next.forEach((/** @type {any} */ tile, /** @type {any} */ place) => {
      const now = element.children[place];
      if (now === tile) return;
      if (now && !next.includes(now)) now.replaceWith(tile);
      else element.insertBefore(tile, now ?? null);
    });
    while (element.children.length > next.length) element.lastElementChild?.remove();
  }

  /** Makes all tiles anew: for another player they have other texts. */
  forget() {
    for (const tile of this.tiles.values()) this.drawing.remove(tile);
    this.tiles.clear();
    this.element.replaceChildren();
    this.places.ids = [];
  }
}

/**
 * The place of a game that has gone, as large as it was.
 * @param {any} tile
 */
function gone(tile) {
  if (tile.classList.contains('gone')) return tile;
  tile.classList.add('gone');
  tile.removeAttribute('data-testid');
  for (const way of tile.querySelectorAll('a, button')) {
    way.removeAttribute('href');
    if (way.matches('button')) way.disabled = true;
  }
  tile.append(html('p', { class: 'gone-word' }, t('home.gone')));
  return tile;
}
