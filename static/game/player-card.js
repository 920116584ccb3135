// <player-card>: the player of a colour, with prisoners and a mark for the turn. Emits `about-player` with detail.player.

import './game-clock.js';
import { colorText } from '../go/names.js';
import { playerName } from '../people/player-name.js';
import { html, setText } from '../dom/html.js';
import { icon, stoneIcon } from '../dom/icons.js';
import { opponentOf } from '../board/moves.js';
import { showKind } from '../people/kind.js';
import { t } from '../text/text.js';

/** @import { Color } from '../shapes/game.js' */

class PlayerCard extends HTMLElement {
  connectedCallback() {
    /** @type {HTMLElement} */
    this.stone = html('span', { class: 'card-stone' });
    /** @type {HTMLElement} */
    this.name = html('span', { class: 'card-name' });
    /** @type {HTMLElement} */
    this.you = html('span', { class: 'card-you' }, t('card.you'));
    /** @type {HTMLElement} */
    this.about = html('span', {});
    /** @type {HTMLElement} */
    this.rest = html('span', {});
    /** @type {HTMLElement} */
    this.kind = html('span', { class: 'card-kind' });
    /** @type {HTMLElement} */
    this.count = html('span', { class: 'count' });
    /** @type {HTMLElement} */
    this.countWord = html('span', { class: 'visually-hidden' });
    /** @type {HTMLElement} */
    this.captive = html('span', {});
    /** @type {HTMLElement} */
    this.prisoners = html('span', { class: 'card-prisoners' }, this.captive, this.count, this.countWord);
    /** @type {HTMLElement} */
    this.accepted = html('span', { class: 'card-accepted' }, icon('check'), html('span', {}, t('card.accepted')));
    this.accepted.hidden = true;
    /**
     * The connection dot of the person who looks, if this is their card; else whether the player is here.
     * @type {HTMLElement}
     */
    this.place = html('span', { class: 'card-connection' });
    /** @type {HTMLElement} */
    this.presence = html('span', { class: 'connection', 'aria-hidden': 'true' });
    /** @type {any} */
    this.clock = html('game-clock', {});
    this.replaceChildren(this.stone,
      html('span', { class: 'card-who' }, html('span', { class: 'card-line' }, this.name, this.you, this.presence, this.place),
        html('span', { class: 'card-role' }, this.kind, this.about, ' ', this.rest)),
      this.accepted, this.prisoners, this.clock);
  }

  /**
   * `player` is null for a seat that is free; `called` are other words than the player's name; `lot` if the colour isn't drawn;
   * `here` null if nobody knows.
   * @param {any} parts
   */
  show({ color, lot, open, player, me, called, here, prisoners, toMove, scoring, accepted, winner, button, clock }) {
    this.dataset.testid = `player-${color}`;
    this.dataset.color = color;
    this.classList.toggle('to-move', toMove);
    this.classList.toggle('free', !player);
    const kind = lot ? 'lot' : color;
    if (this.stone.dataset.kind !== kind) {
      this.stone.dataset.kind = kind;
      this.stone.replaceChildren(stoneIcon(kind));
    }
    this.showName(player, me, called);
    this.you.hidden = !me;
    showKind(this.kind, called ? null : player);
    const facts = [toMove && t('card.to_move'), button && t('card.button'), winner && t('card.winner')].filter(Boolean);
    const about = here === false ? [t('presence.away')] : facts;
    // There is room for one line. Readers who hear the page get in words what the stone, the tint and the line below show.
    setText(this.about, about.join(' · '));
    const colorWord = lot ? t('color.lot') : colorText(color);
    setText(this.rest, [...(here === false ? facts : []), ...(colorWord === called ? [] : [colorWord])].join(' · '));
    this.rest.classList.toggle('visually-hidden', about.length > 0);
    this.presence.hidden = here === null;
    this.presence.dataset.testid = `presence-${color}`;
    this.presence.dataset.state = here === false ? 'offline' : 'online';
    this.presence.title = t(here === false ? 'presence.away' : 'presence.here');
    this.clock.show({ color, ...clock });
    this.showPrisoners(color, prisoners);
    this.prisoners.hidden = open;
    this.accepted.dataset.testid = `accepted-${color}`;
    this.accepted.dataset.accepted = String(accepted);
    this.accepted.hidden = !scoring || !accepted;
  }

  /**
   * Another player's name opens the sheet with ways to meet them.
   * @param {any} player
   * @param {boolean} me
   * @param {string | null} called
   */
  showName(player, me, called) {
    const key = player && !me && !called ? player.id : '';
    if (this.name.dataset.player !== key) {
      this.name.dataset.player = key;
      this.name.replaceChildren(...(key ? [html('button', {
        type: 'button', class: 'quiet', 'data-testid': 'about-player', 'aria-haspopup': 'dialog',
        onclick: () => this.dispatchEvent(new CustomEvent('about-player', { detail: { player } })),
      })] : []));
    }
    setText(this.name.firstElementChild ?? this.name, called ?? (player ? playerName(player) : t('card.free')));
  }

  /**
   * How many stones of the other colour this player holds.
   * @param {Color} color
   * @param {number} count
   */
  showPrisoners(color, count) {
    if (this.count.dataset.testid !== `prisoners-${color}`) {
      this.count.dataset.testid = `prisoners-${color}`;
      this.captive.replaceChildren(stoneIcon(opponentOf(color)));
    }
    setText(this.count, String(count));
    setText(this.countWord, t('card.prisoners', { count }));
    this.prisoners.title = t('card.prisoners_title', { count });
  }
}

customElements.define('player-card', PlayerCard);
