// <game-offers>: lines with buttons for the requests of a game. Emits
// `action` with detail.name.

import { announce } from '../dom/announcer.js';
import { html, setText } from '../dom/html.js';
import { offersOf } from './offers.js';
import { t } from '../text/text.js';

/** @import { GameState } from './game-state.js' */
/** @import { Offer } from './offers.js' */

/** A new button may stand under a finger that was aimed at another one. */
const SETTLE_TIME = 500;

/** @param {{name: string}[]} buttons */
const namesOf = (buttons) => buttons.map(({ name }) => name);

class GameOffers extends HTMLElement {
  connectedCallback() {
    /** @type {any} */
    this.rows = new Map();
    /**
     * Where requests cover the status line, they show its message.
     * @type {HTMLElement}
     */
    this.said = html('p', { class: 'offers-said', 'aria-hidden': 'true' });
    this.replaceChildren(this.said);
  }

  /** @param {string} text */
  tell(text) {
    setText(this.said, text);
  }

  /**
   * Answers whether anything counts down.
   * @param {GameState} state
   */
  show(state) {
    const offers = offersOf(state);
    const kinds = offers.map(({ kind, buttons }) => `${kind} ${namesOf(buttons)}`);
    for (const [key, row] of this.rows) {
      if (kinds.includes(key)) continue;
      row.element.remove();
      this.rows.delete(key);
    }
    offers.forEach((offer, i) => {
      if (!this.rows.has(kinds[i])) {
        const next = kinds.slice(i + 1).map((kind) => this.rows.get(kind)?.element).find(Boolean);
        this.rows.set(kinds[i], this.row(offer, state, next));
      }
      this.fill(this.rows.get(kinds[i]), offer);
    });
    this.hidden = offers.length === 0;
    return offers.length > 0;
  }

  /**
   * A new line, in front of the next one of those that stand there already.
   * @param {Offer} parts
   * @param {GameState} state
   */
  row({ kind, buttons, own = false }, state, next = null) {
    const text = html('p', { id: `offer-${kind}` });
    const made = buttons.map((button) => this.button(button, text.id));
    const element = html('div', { class: 'offer', 'data-testid': `offer-${kind}` }, text, html('div', { class: 'row' }, ...made));
    this.insertBefore(element, next);
    const row = { element, text, buttons: made, settled: own };
    setTimeout(() => {
      row.settled = true;
      this.show(state);
    }, SETTLE_TIME);
    return row;
  }

  /**
   * @param {any} parts
   * @param {string | null} describedBy
   */
  button({ name, href, primary }, describedBy) {
    if (href) return html('a', { class: primary ? 'button primary' : 'button', href, 'data-testid': 'rematch-link' });
    return html('button', {
      type: 'button', class: primary ? 'primary' : '', 'data-testid': name, 'aria-describedby': describedBy,
      onclick: () => this.dispatchEvent(new CustomEvent('action', { detail: { name } })),
    });
  }

  /**
   * @param {any} row
   * @param {Offer} offer
   */
  fill(row, offer) {
    const { text, buttons, settled } = row;
    setText(text, offer.text);
    if (offer.aloud && row.aloud !== offer.aloud) announce(offer.aloud);
    row.aloud = offer.aloud;
    buttons.forEach((/** @type {HTMLElement} */ button, /** @type {number} */ i) => {
      const { name, text: label = name, params } = offer.buttons[i];
      setText(button, t(`action.${label}`, params));
      const disabled = !settled || Boolean(offer.buttons[i].disabled);
      if ('disabled' in button && button.disabled !== disabled) button.disabled = disabled;
    });
  }
}

customElements.define('game-offers', GameOffers);
