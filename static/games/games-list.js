// <games-list>: the games that a query finds, page by page. It comes back as it was
// left: the history entry remembers the number of rows and the place of the reader.
// `getPage` is where it asks for a page: all games, unless another is set.

import { gameRow } from './game-row.js';
import { FurtherLine } from '../dom/further.js';
import { getGames } from '../net/lists.js';
import { html, setText } from '../dom/html.js';
import { patiently } from '../net/patience.js';
import { problemText } from '../text/problem-text.js';
import { t } from '../text/text.js';

/** @import { Summary } from '../shapes/game.js' */

const PAGE = 20;
/** The longest page that the server gives. */
const MOST = 100;
/** The number of empty pages that are fetched on the way to the first game. */
const PATIENCE = 8;
/** A page that nobody wants any more. */
const UNWANTED = { games: [], next: null };

export class GamesList extends HTMLElement {
  connectedCallback() {
    /** @type {HTMLElement} */
    this.said = html('p', { class: 'hint found-said', role: 'status', 'data-testid': 'found-said' });
    /** @type {HTMLElement} */
    this.problem = html('p', { class: 'field-problem', role: 'alert' });
    /** @type {HTMLElement} */
    this.rows = html('ul', { class: 'rows', role: 'list', 'data-testid': 'rows' });
    /** @type {HTMLElement} */
    this.more = html('button', { type: 'button', 'data-testid': 'show-more', hidden: true, onclick: () => this.showMore() }, t('games.show_more'));
    /** @type {FurtherLine} */
    this.further = new FurtherLine();
    this.replaceChildren(this.said, this.problem, this.rows, this.further.element, this.more);
    /** @type {number} */
    this.asked = 0;
    /** @type {typeof getGames} */
    // The page may have set another one before the element was here.
    /** @type {any} */ (this).getPage ??= getGames;
    history.scrollRestoration = 'manual';
    addEventListener('pagehide', () => this.remember());
  }

  remember() {
    history.replaceState({ ...history.state, shown: this.rows.children.length, read: scrollY }, '');
  }

  /**
   * Shows what a query finds from its beginning, or as far as this history entry has shown it. Answers the server's
   * problem if it refuses the query, else null.
   * @param {Record<string, any>} query
   */
  async show(query) {
    this.asked += 1;
    const { asked } = this;
    const { shown = 0, read = 0 } = history.state ?? {};
    /** @type {Record<string, any>} */
    this.query = query;
    setText(this.said, t('games.searching'));
    this.problem.textContent = '';
    let found;
    try {
      found = await this.search({ next: null, wanted: shown, isWanted: () => asked === this.asked });
    } catch (problem) {
      if (asked !== this.asked) return null;
      this.fill([], null);
      setText(this.said, '');
      return problem;
    }
    if (asked !== this.asked) return null;
    this.fill(found.games, found.next);
    if (read > 0) scrollTo(0, read);
    return null;
  }

  /**
   * The games behind `next`, `wanted` of them or a page, and where there may be more. A page may end before it is full, even
   * empty, when much had to be looked at for it; some empty ones are passed over. Where the server has looked at much for this address,
   * as for a class that comes at once, it says when to ask again. It ends when `isWanted` says no.
   * @param {{next: string | null, wanted?: number, isWanted: () => boolean}} search
   */
  async search({ next, wanted = 0, isWanted }) {
    /** @type {Summary[]} */
    const games = [];
    let pages = 0;
    do {
      pages += 1;
      const limit = Math.min(MOST, Math.max(PAGE, wanted - games.length));
      const query = { ...this.query, limit, ...(next && { cursor: next }) };
      const page = await patiently(() => (isWanted() ? /** @type {any} */ (this).getPage(query) : UNWANTED));
      games.push(...page.games);
      next = page.next;
    } while (isWanted() && next && (games.length < wanted || (games.length === 0 && pages < PATIENCE)));
    return { games, next };
  }

  /**
   * @param {Summary[]} games
   * @param {string | null} next
   */
  fill(games, next) {
    /** @type {string | null} */
    this.next = next;
    this.rows.replaceChildren(...games.map(gameRow));
    this.further.begin();
    this.more.hidden = next === null;
    this.tell();
    this.dispatchEvent(new CustomEvent('found', { detail: { any: games.length > 0 } }));
  }

  /** Has the query any filter beside the player? */
  get filtered() {
    return Object.keys(this.query).some((name) => name !== 'player');
  }

  /** How many there are is known when all of them are shown. */
  tell() {
    const count = this.rows.children.length;
    if (count === 0 && this.next) setText(this.said, t('games.none_so_far'));
    else if (count === 0) setText(this.said, t(this.filtered ? 'games.none' : 'games.none_yet'));
    else setText(this.said, t(this.next ? 'games.newest' : 'games.count', { count }));
  }

  async showMore() {
    const { asked, next } = this;
    this.problem.textContent = '';
    this.further.begin();
    try {
      // Meanwhile something else may be asked for, or the same page twice.
      const isWanted = () => asked === this.asked && next === this.next;
      const found = await this.search({ next, isWanted });
      if (!isWanted()) return;
      const rows = found.games.map(gameRow);
      this.rows.append(...rows);
      this.next = found.next;
      this.more.hidden = found.next === null;
      this.tell();
      this.further.end({ count: rows.length, next: found.next });
      /** @type {HTMLElement | null} */ (rows[0]?.querySelector('.row-game'))?.focus({ preventScroll: true });
    } catch (problem) {
      this.problem.textContent = problemText(problem);
    }
  }
}

customElements.define('games-list', GamesList);
