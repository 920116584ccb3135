// <game-clock>: the time left to one player. `tick` draws it anew.

import { clockFace } from '../text/clock-text.js';
import { colorText } from '../go/names.js';
import { html, setText } from '../dom/html.js';
import { icon } from '../dom/icons.js';
import { t } from '../text/text.js';
import { timeAt } from '../time/clock.js';

/** @typedef {ReturnType<typeof clockFace>} Face */

class GameClock extends HTMLElement {
  /** @type {any} */ clock;
  /** @type {any} */ color;
  /** @type {boolean} */ paused;
  /** @type {any} */ past;
  /** @type {boolean} */ going;

  connectedCallback() {
    if (this.digits) return;
    /** @type {HTMLElement} */
    this.label = html('span', { class: 'visually-hidden' });
    /** @type {HTMLElement} */
    this.sign = html('span', { class: 'clock-sign' });
    /** @type {any} */
    this.digits = html('span', { class: 'clock-digits' });
    /** @type {HTMLElement} */
    this.about = html('span', { class: 'clock-about' });
    this.setAttribute('role', 'timer');
    this.replaceChildren(this.label, html('span', { class: 'clock-line' }, this.sign, this.digits), this.about);
  }

  /**
   * `clock` is the protocol's, or null; `past` a time of an earlier move to show, in a game that is still `going` or not.
   * @param {any} parts
   */
  show({ clock, color, paused = false, past = null, going = false }) {
    Object.assign(this, { clock, color, paused, past, going });
    this.hidden = !clock;
    this.dataset.testid = `clock-${color}`;
  }

  get running() {
    return Boolean(this.clock) && this.clock.running === this.color;
  }

  /**
   * Shows the time at this moment of the server's; answers the time left then, or null.
   * @param {number} now
   */
  tick(now) {
    if (!this.clock) return null;
    const { system } = this.clock;
    const left = clockFace(system, timeAt(this.clock, this.color, now));
    const shown = this.past ? clockFace(system, this.past) : left;
    const state = this.paused ? 'paused' : !this.running ? 'still' : left.low ? 'low' : 'running';
    setText(this.label, `${t('clock.label', { color: colorText(this.color) })} `);
    setText(this.digits, shown.digits);
    setText(this.about, this.aboutText(shown, left));
    this.about.hidden = this.about.textContent === '';
    this.classList.toggle('running', this.running && !this.past);
    this.classList.toggle('overtime', shown.overtime || (this.running && this.past !== null));
    if (this.dataset.state !== state) {
      this.dataset.state = state;
      /** @type {Record<string, string>} */
      const signs = { low: 'alarm', running: 'clock', paused: 'pause' };
      this.sign.replaceChildren(...(signs[state] ? [icon(signs[state])] : []));
    }
    return left;
  }

  /**
   * @param {Face} shown
   * @param {Face} left
   */
  aboutText(shown, left) {
    if (this.past && this.going) return t('clock.now', { time: left.digits });
    return this.paused ? t('clock.paused') : shown.about;
  }
}

customElements.define('game-clock', GameClock);
