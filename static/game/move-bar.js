// <move-bar>: the way through the moves. Emits `walk` with detail.to ('first',
// 'back', 'forward', 'last', 'newest').

import { html, setText } from '../dom/html.js';
import { icon } from '../dom/icons.js';
import { t } from '../text/text.js';

/** @import { Reader } from './walk.js' */

class MoveBar extends HTMLElement {
  connectedCallback() {
    /** @type {HTMLElement} */
    this.place = html('span', { class: 'place', 'data-testid': 'place' });
    /** @type {HTMLButtonElement} */
    this.news = html('button', { type: 'button', class: 'news primary', 'data-testid': 'new-moves', hidden: true, onclick: () => this.walk('newest') });
    /** @type {any} */
    this.buttons = Object.fromEntries(['first', 'back', 'forward', 'last'].map((to) => [to, this.button(to)]));
    const { first, back, forward, last } = this.buttons;
    this.replaceChildren(html('div', { class: 'steps', role: 'group', 'aria-label': t('moves.walk') }, first, back, this.place, forward, last), this.news);
  }

  /** @param {string} to */
  button(to) {
    return html('button', {
      type: 'button', class: 'icon-button', 'data-testid': `move-${to}`,
      'aria-label': t(`moves.${to}`), title: t(`moves.${to}`), onclick: () => this.walk(to),
    }, icon(to));
  }

  /** @param {string} to */
  walk(to) {
    this.dispatchEvent(new CustomEvent('walk', { detail: { to } }));
  }

  /**
   * `place` is that of a reader who tries moves: {number, length, more: whether anything follows, end: the name of the way to the
   * end, where it is not the newest move}.
   * @param {Reader} reader
   * @param {{number: number, length: number, more: boolean, end?: string | null} | null} place
   */
  show(reader, place = null) {
    const { number, length } = place ?? reader.walk;
    const more = place?.more ?? number < length;
    const { last } = this.buttons;
    const name = place?.end ?? t('moves.last');
    if (last.title !== name) {
      last.title = name;
      last.setAttribute('aria-label', name);
    }
    setText(this.place, t('moves.place', { number, total: length }));
    this.buttons.first.disabled = number === 0;
    this.buttons.back.disabled = number === 0;
    this.buttons.forward.disabled = !more;
    last.disabled = place?.end ? !more : number === length;
    this.news.hidden = reader.newMoves === 0;
    setText(this.news, t('moves.new', { count: reader.newMoves }));
  }
}

customElements.define('move-bar', MoveBar);
