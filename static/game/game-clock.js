// <game-clock>: what is left to one player. `tick` draws it anew.

import { clockFace } from '../time/clock-text.js';
import { colorText } from './names.js';
import { html, setText } from '../dom/html.js';
import { icon } from '../dom/icons.js';
import { t } from '../text/text.js';
import { timeAt } from '../time/clock.js';

export class GameClock extends HTMLElement {
  connectedCallback() {
    if (this.digits) return;
    this.label = html('span', { class: 'visually-hidden' });
    this.sign = html('span', { class: 'clock-sign' });
    this.digits = html('span', { class: 'clock-digits' });
    this.about = html('span', { class: 'clock-about' });
    this.setAttribute('role', 'timer');
    this.replaceChildren(this.label, html('span', { class: 'clock-line' }, this.sign, this.digits), this.about);
  }

  /** `clock` is the protocol's, or null; `past` a time to show instead, of an earlier move. */
  show({ clock, color, paused = false, past = null }) {
    Object.assign(this, { clock, color, paused, past });
    this.hidden = !clock;
    this.dataset.testid = `clock-${color}`;
  }

  get running() {
    return Boolean(this.clock) && this.clock.running === this.color && !this.past;
  }

  /** Shows the time at this moment of the server's; answers what it shows, or null. */
  tick(now) {
    if (!this.clock) return null;
    const { system } = this.clock;
    const face = clockFace(system, this.past ?? timeAt(this.clock, this.color, now));
    const state = this.paused ? 'paused' : !this.running ? 'still' : face.low ? 'low' : 'running';
    setText(this.label, `${t('clock.label', { color: colorText(this.color) })} `);
    setText(this.digits, face.digits);
    setText(this.about, this.paused ? t('clock.paused') : face.about);
    this.about.hidden = this.about.textContent === '';
    this.classList.toggle('running', this.running);
    this.classList.toggle('overtime', face.overtime);
    if (this.dataset.state !== state) {
      this.dataset.state = state;
      const signs = { low: 'alarm', running: 'clock', paused: 'pause' };
      this.sign.replaceChildren(...(signs[state] ? [icon(signs[state])] : []));
    }
    return face;
  }
}

customElements.define('game-clock', GameClock);
