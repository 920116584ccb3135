// <recorded-player>: a player of a record, with prisoners and time left.

import { colorText } from '../game/names.js';
import { html, setText } from '../dom/html.js';
import { opponentOf } from '../board/moves.js';
import { playerText } from './words.js';
import { stoneIcon } from '../dom/icons.js';
import { t } from '../text/text.js';

export class RecordedPlayer extends HTMLElement {
  open(color, player) {
    this.color = color;
    this.dataset.testid = `player-${color}`;
    this.time = html('span', { class: 'recorded-time', 'data-testid': `time-${color}` });
    this.count = html('span', { 'data-testid': `prisoners-${color}` });
    this.countWord = html('span', { class: 'visually-hidden' });
    this.prisoners = html('span', { class: 'card-prisoners' }, html('span', {}, stoneIcon(opponentOf(color))), this.count, this.countWord);
    this.replaceChildren(html('span', { class: 'card-stone' }, stoneIcon(color)),
      html('span', { class: 'card-who' },
        html('span', { class: 'card-name' }, playerText({ ...player, rank: null }, color)),
        html('span', { class: 'card-role' }, [colorText(color), player.rank, player.name && player.team].filter(Boolean).join(' · '))),
      this.time, this.prisoners);
  }

  show({ prisoners, time }) {
    setText(this.time, time);
    setText(this.count, String(prisoners));
    setText(this.countWord, t('card.prisoners', { count: prisoners }));
    this.prisoners.title = t('card.prisoners_title', { count: prisoners });
  }
}

customElements.define('recorded-player', RecordedPlayer);
