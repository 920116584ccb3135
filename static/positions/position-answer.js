// <position-answer>: the moves that were played in a position, and the games that reached it. With
// `choose`, a move of the table can be taken; it emits `way` with detail.at.

import { gameText, resultText } from '../go/names.js';
import { FurtherLine } from '../dom/further.js';
import { html } from '../dom/html.js';
import { pointName, t } from '../text/text.js';

/** Rarer moves are in no list of a page. */
const WAYS = 8;

/** @typedef {{at: string | null, games: number, black_wins: number, white_wins: number}} Way */

/** @type {(at: string | null) => string} */
const moveText = (at) => (at === null ? t('positions.end') : at === 'pass' ? t('positions.pass') : pointName(at));

class PositionAnswer extends HTMLElement {
  connectedCallback() {
    /** @type {HTMLElement} */
    this.ways = html('tbody');
    /** @type {HTMLElement} */
    this.table = html('table', { class: 'score', 'data-testid': 'continuations' },
      html('caption', {}, t('positions.ways')),
      html('thead', {}, html('tr', {}, ...['move', 'games', 'black', 'white'].map((name) => html('th', { scope: 'col' }, t(`positions.${name}`))))),
      this.ways);
    /** @type {HTMLElement} */
    this.others = html('ul', { class: 'others', 'aria-label': t('positions.others'), 'data-testid': 'position-games' });
    /** @type {FurtherLine} */
    this.further = new FurtherLine();
    /** @type {HTMLElement} */
    this.more = html('button', { type: 'button', class: 'quiet', onclick: () => this.askFurther() }, t('positions.more'));
    this.replaceChildren(this.table, this.others, this.further.element, this.more);
    this.clear();
  }

  clear() {
    for (const part of [this.table, this.others, this.more]) part.hidden = true;
    this.ways.replaceChildren();
    this.others.replaceChildren();
    this.further.begin();
  }

  askFurther() {
    this.further.begin();
    this.dispatchEvent(new CustomEvent('more'));
  }

  /**
   * The first page of an answer, without the games of this id; `choose`: whether its moves can be taken.
   * @param {{continuations: Way[], games: any[], next: string | null}} answer
   * @param {{except?: string | null, choose?: boolean}} manner
   */
  show({ continuations, games, next }, { except = null, choose = false } = {}) {
    this.clear();
    /** @type {string | null} */
    this.except = except;
    this.ways.append(...continuations.slice(0, WAYS).map((way) => this.wayRow(way, choose)));
    this.table.hidden = continuations.length === 0;
    this.addGames({ games, next });
  }

  /**
   * A page of games behind those that are shown.
   * @param {{games: any[], next: string | null}} page
   */
  add({ games, next }) {
    this.further.end({ count: this.addGames({ games, next }), next });
  }

  /**
   * Shows the games of a page, and answers how many of them are others.
   * @param {{games: any[], next: string | null}} page
   */
  addGames({ games, next }) {
    const others = games.filter(({ game }) => game.id !== this.except);
    this.others.append(...others.map(({ game, move_number: count, colors_swapped: swapped }) => {
      const place = [t('positions.entry_place', { count }), ...(swapped ? [t('positions.entry_swapped')] : [])].join(', ');
      return html('li', {},
        html('a', { href: `/games/${game.id}` }, t('positions.entry', { game: gameText(game), result: resultText(game.result, game.settings.rules) })),
        html('span', { class: 'means' }, place));
    }));
    this.others.hidden = this.others.children.length === 0;
    this.more.hidden = next === null;
    return others.length;
  }

  /**
   * @param {Way} way
   * @param {boolean} choose
   */
  wayRow({ at, games, black_wins: black, white_wins: white }, choose) {
    const text = moveText(at);
    const way = () => this.dispatchEvent(new CustomEvent('way', { detail: { at } }));
    const head = choose && at !== null
      ? html('button', { type: 'button', class: 'quiet', 'data-testid': 'way', onclick: way }, text) : text;
    return html('tr', {}, html('th', { scope: 'row' }, head),
      ...[games, black, white].map((value) => html('td', {}, t('positions.number', { value }))));
  }
}

customElements.define('position-answer', PositionAnswer);
