// A list of games as tiles that keep their places.

import { Places } from './places.js';
import { html } from '../dom/html.js';
import { t } from '../text/text.js';
import { watchHand } from './hand.js';

export class TileList {
  /** `makeTile(game)` answers a tile: its `element`, and `take(game)`, which takes up the game's new state. */
  constructor(element, { most, sorted = false, makeTile, drawing }) {
    Object.assign(this, { element, makeTile, drawing });
    this.places = new Places(most, { sorted });
    this.tiles = new Map();
    this.games = [];
    this.isHeld = watchHand(element, () => this.show(this.games));
  }

  /** Shows these games. Games that were shown before keep their places; new ones come in the given order. */
  show(games) {
    this.games = games;
    const byId = new Map(games.map((game) => [game.id, game]));
    const ids = this.places.arrange([...byId.keys()], this.isHeld());
    const next = ids.map((id, place) => (id === null ? gone(this.element.children[place]) : this.tile(byId.get(id)).element));
    this.put(next);
    for (const [id, tile] of this.tiles) {
      if (ids.includes(id)) continue;
      this.tiles.delete(id);
      this.drawing.remove(tile);
    }
  }

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

  /** Tiles that stay are not touched, so that the keyboard keeps its place. */
  put(next) {
    const { element } = this;
    next.forEach((tile, place) => {
      const now = element.children[place];
      if (now === tile) return;
      if (now && !next.includes(now)) now.replaceWith(tile);
      else element.insertBefore(tile, now ?? null);
    });
    while (element.children.length > next.length) element.lastElementChild.remove();
  }

  /** Makes all tiles anew: for another player they have other texts. */
  forget() {
    for (const tile of this.tiles.values()) this.drawing.remove(tile);
    this.tiles.clear();
    this.element.replaceChildren();
    this.places.ids = [];
  }
}

/** The place of a game that has gone, as large as it was. */
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
