// <study-player>: a colour on a study board, data-color, with its prisoners and a mark for the turn.

import { colorText } from '../go/names.js';
import { html, setText } from '../dom/html.js';
import { prisonersOf } from '../trying/prisoners.js';
import { stoneIcon } from '../dom/icons.js';
import { t } from '../text/text.js';

class StudyPlayer extends HTMLElement {
  connectedCallback() {
    const { color } = /** @type {any} */ (this.dataset);
    this.dataset.testid = `player-${color}`;
    /** @type {HTMLElement} */
    this.turn = html('span', { class: 'card-role' });
    /** @type {any} */
    this.prisoners = prisonersOf(color);
    this.replaceChildren(html('span', { class: 'card-stone' }, stoneIcon(color)),
      html('span', { class: 'card-who' }, html('span', { class: 'card-name' }, colorText(color)), this.turn), this.prisoners.part);
  }

  /** @param {any} parts */
  show({ prisoners, toMove }) {
    this.classList.toggle('to-move', toMove);
    setText(this.turn, toMove ? t('card.to_move') : '');
    this.prisoners.show(prisoners);
  }
}

customElements.define('study-player', StudyPlayer);
