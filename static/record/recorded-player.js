// <recorded-player>: a player of a record, with prisoners and time left.

import { colorText } from '../go/names.js';
import { html, setText } from '../dom/html.js';
import { playerText } from '../go/record-words.js';
import { prisonersOf } from '../trying/prisoners.js';
import { stoneIcon } from '../dom/icons.js';

/** @import { Color } from '../shapes/game.js' */

class RecordedPlayer extends HTMLElement {
  /**
   * @param {Color} color
   * @param {any} player
   */
  open(color, player) {
    /** @type {Color} */
    this.color = color;
    this.dataset.testid = `player-${color}`;
    /** @type {HTMLElement} */
    this.time = html('span', { class: 'recorded-time', 'data-testid': `time-${color}` });
    /** @type {any} */
    this.prisoners = prisonersOf(color);
    this.replaceChildren(html('span', { class: 'card-stone' }, stoneIcon(color)),
      html('span', { class: 'card-who' },
        html('span', { class: 'card-name' }, playerText({ ...player, rank: null }, color)),
        html('span', { class: 'card-role' }, [colorText(color), player.rank, player.name && player.team].filter(Boolean).join(' · '))),
      this.time, this.prisoners.part);
  }

  /** @param {{prisoners: number, time: string}} parts */
  show({ prisoners, time }) {
    setText(this.time, time);
    this.prisoners.show(prisoners);
  }
}

customElements.define('recorded-player', RecordedPlayer);
