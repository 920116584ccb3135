// <trying-bar>: the switch of the mode in which a click on the board plays beside the record, or with data-of="game" beside the game, and
// its actions. With data-of="study" there is nothing else to play, and so no switch and no way back.
// Emits `trying` with detail.name: 'switch', 'play' (the chosen point), 'pass', 'remove' or 'home'.

import { html, setText } from '../dom/html.js';
import { t } from '../text/text.js';

class TryingBar extends HTMLElement {
  connectedCallback() {
    /** @type {any} */
    this.switch = this.button('switch', 'trying.open', 'quiet');
    /** @type {any} */
    this.play = this.button('play', 'action.play', 'primary');
    /** @type {any} */
    this.pass = this.button('pass', 'trying.pass');
    /** @type {any} */
    this.removing = this.button('remove', 'trying.remove');
    const game = this.dataset.of === 'game';
    /** @type {any} */
    this.alone = this.dataset.of === 'study';
    /** @type {any} */
    this.home = this.button('home', game ? 'trying.home_game' : 'trying.home');
    /** @type {any} */
    this.means = this.alone ? '' : t(game ? 'trying.on_game' : 'trying.on');
    this.switch.hidden = this.alone;
    /** @type {HTMLElement} */
    this.said = html('p', { class: 'trying-said', role: 'status', 'data-testid': 'trying-said' });
    /** @type {HTMLElement} */
    this.deeds = html('div', { class: 'row', role: 'group', 'aria-label': t('trying.open') }, this.pass, this.removing, this.home, this.play);
    this.replaceChildren(this.switch, this.said, this.deeds);
    this.choose(null);
    this.show({ on: false, tried: false });
  }

  /**
   * @param {string} name
   * @param {string} key
   */
  button(name, key, kind = '') {
    return html('button', {
      type: 'button', class: kind, 'data-testid': `trying-${name}`,
      onclick: () => this.dispatchEvent(new CustomEvent('trying', { detail: { name } })),
    }, t(key));
  }

  /**
   * A point is chosen on the board and not yet played, or none any more.
   * @param {string | null} at
   */
  choose(at) {
    this.hide(this.play, at === null);
    if (at !== null) setText(this.play, t('action.play_at', { at }));
  }

  /**
   * `on`: the mode, and `tool`, with which a click marks a point; `tried`: whether the shown move was tried; `away`: whether
   * moves wait to be judged; `trouble`: why the server does not keep all.
   * @param {any} parts
   */
  show({ on, tool = null, tried, away = false, trouble = null }) {
    this.switch.setAttribute('aria-pressed', on);
    this.classList.toggle('on', on && !this.alone);
    this.hide(this.pass, !on);
    this.hide(this.removing, !tried);
    this.hide(this.home, !tried || this.alone);
    this.deeds.hidden = !on && !tried;
    const why = away ? t('trying.away') : trouble && t(`trying.trouble.${trouble}`);
    const means = tool ? t('trying.marking') : this.means;
    setText(this.said, why || (on ? means : ''));
    this.said.hidden = this.said.textContent === '';
  }

  /**
   * A button that goes leaves its focus to one that stays.
   * @param {HTMLElement} button
   * @param {boolean} hidden
   */
  hide(button, hidden) {
    if (hidden && button === document.activeElement) (this.alone ? this.pass : this.switch).focus({ preventScroll: true });
    button.hidden = hidden;
  }
}

customElements.define('trying-bar', TryingBar);
