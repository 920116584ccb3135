// <position-games>: the other games that were in the position on the board, and the
// moves that were played there. It looks when it is opened, and again when the reader has come
// to rest somewhere else. Emits `continued` when there is something else to mark.

import '../positions/position-answer.js';
import { getPosition } from '../net/api.js';
import { html, setText } from '../dom/html.js';
import { problemText } from '../text/problem-text.js';
import { hasText, t } from '../text/text.js';

/** @import { GameState } from './game-state.js' */

/** A reader who walks through the moves quickly asks the server nothing on the way. */
const PAUSE = 200;
/** One more game than is shown: the game of this page is among the answers. */
const GAMES = 6;

class PositionGames extends HTMLElement {
  /** Not before the texts are here, which may come after the module. */
  build() {
    /** @type {HTMLElement} */
    this.said = html('p', { class: 'hint', role: 'status', 'data-testid': 'positions-said' });
    /** @type {any} */
    this.shown = html('position-answer', { onmore: () => this.ask() });
    /** @type {HTMLDetailsElement} */
    this.details = html('details', { 'data-testid': 'positions', ontoggle: () => this.follow() },
      html('summary', {}, t('positions.title')), this.said, this.shown);
    this.replaceChildren(this.details);
    /** @type {any} */
    this.asked = null;
    this.clear('');
  }

  /**
   * The points to mark on the board at this move: [{at, alike, games}].
   * @param {number} number
   */
  continued(number) {
    return this.details?.open && this.answer && this.number === number ? this.answer.continuations : [];
  }

  /** @param {Pick<GameState, 'record' | 'reader'>} parts */
  show({ record, reader }) {
    this.hidden = record.phase !== 'finished' || !hasText('positions.title');
    if (this.hidden) return;
    if (!this.details) this.build();
    /** @type {any} */
    this.game = record.id;
    /** @type {any} */
    this.at = reader.walk.number;
    this.follow();
  }

  /** Asks for the position that is shown, unless that is done. */
  follow() {
    if (this.hidden || this.asked === (this.details.open ? this.at : null)) return;
    clearTimeout(this.timer);
    this.asked = this.details.open ? this.at : null;
    this.clear(t('positions.searching'));
    if (this.details.open) this.timer = setTimeout(() => this.ask(), PAUSE);
  }

  /** @param {string} text */
  clear(text) {
    /** @type {any} */
    this.answer = null;
    setText(this.said, text);
    this.shown.clear();
    this.dispatchEvent(new CustomEvent('continued'));
  }

  /** Fetches the first page, or the next one. */
  async ask() {
    const { asked: number, answer } = this;
    let page;
    try {
      page = await getPosition({ game: this.game, move: number, limit: GAMES, ...(answer && { cursor: answer.next }) });
    } catch (problem) {
      if (this.asked === number) setText(this.said, problemText(problem));
      return;
    }
    // Meanwhile the reader went on, or somebody asked for the same page twice.
    if (this.asked !== number || this.answer !== answer) return;
    this.answer = page;
    /** @type {any} */
    this.number = number;
    if (answer) this.shown.add(page);
    else this.fill(page);
  }

  /** @param {any} page */
  fill(page) {
    const { games_total: total, games } = page;
    const alone = total === 1 && games[0]?.game.id === this.game;
    setText(this.said, total === 0 ? t('positions.none') : alone ? t('positions.only') : t('positions.count', { count: total }));
    // A move of this game alone is no news.
    this.shown.show(alone ? { ...page, continuations: [] } : page, { except: this.game });
    this.dispatchEvent(new CustomEvent('continued'));
  }
}

customElements.define('position-games', PositionGames);
