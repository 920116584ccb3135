// <game-notice>: the way into an open game, or a finished game's result and the
// ways on. Emits `action` with detail.name.

import { html } from '../dom/html.js';
import { isCreator, isInvited, isLocal } from '../go/record.js';
import { resultText, shortResult } from '../go/names.js';
import { playerName } from '../people/player-name.js';
import { nameInput } from '../forms/name-input.js';
import { setting } from '../storage/settings.js';
import { sgfAddress } from '../net/api.js';
import { shareLine, showSharing } from './sharing.js';
import { t } from '../text/text.js';

/** @import { Rematch, Result, Snapshot } from '../shapes/game.js' */
/** @import { PlayerCard } from '../shapes/player.js' */
/** @import { GameState } from './game-state.js' */

/** @type {Record<string, string>} */
const BUTTON_IDS = { again: 'new-game' };

class GameNotice extends HTMLElement {
  /** @param {GameState} state */
  show(state) {
    const { record, player, seat, busy, rematch, online } = state;
    const kind = kindOf(record, /** @type {PlayerCard} */ (player));
    const signature = JSON.stringify([kind, seat, busy || !online, Boolean(rematch), player?.id, Boolean(record.voided_at)]);
    if (this.signature === signature) return;
    /** @type {any} */
    this.signature = signature;
    /** @type {any} */
    this.disabled = busy || !online;
    this.hidden = kind === 'none';
    // A name that is being typed stays where it is.
    const typing = this.querySelector('#name') === document.activeElement;
    this.replaceChildren(.../** @type {Node[]} */ (this.content(kind, state).filter(Boolean)));
    if (typing) /** @type {HTMLElement | null} */ (this.querySelector('#name'))?.focus();
  }

  /**
   * @param {string} kind
   * @param {any} parts
   */
  content(kind, { record, player, seat, rematch }) {
    switch (kind) {
      case 'mine':
        return [this.link(record, this.button('abort', 'quiet'))];
      case 'invited':
        return [html('div', { class: 'row' }, this.button('join', 'primary', 'accept_game'), this.button('decline'))];
      case 'kept':
        return [this.link(record)];
      case 'joinable':
        return [...(player ? [] : [html('div', { class: 'guest-name' }, html('label', { for: 'name' }, t('name.label')), nameInput(setting('name')))]),
          html('div', { class: 'row' }, this.button('join', 'primary')), this.link(record)];
      case 'finished':
        return [this.result(record),
          record.voided_at ? html('p', { class: 'hint voided', 'data-testid': 'voided' }, t('result.voided')) : null,
          html('div', { class: 'row' },
          seat && this.rematch(rematch),
          this.button('again', seat ? '' : 'primary'),
          html('a', { class: 'button', href: sgfAddress(record.id), download: `tengen-${record.id}.sgf`, 'data-testid': 'sgf-link' }, t('result.sgf')),
          html('button', { type: 'button', 'data-testid': 'share', onclick: () => showSharing(record.id) }, t('share.open')),
          html('a', { class: 'button quiet', href: '/' }, t('result.home')))];
      default:
        return [];
    }
  }

  /**
   * @param {Snapshot} record
   * @param {...any} more
   */
  link(record, ...more) {
    const label = t(record.settings.opponent ? 'link.label_kept' : 'link.label');
    return shareLine({ game: record.id, label, more });
  }

  /** @param {Snapshot} record */
  result(record) {
    const { players, settings: { rules } } = record;
    const result = /** @type {Result} */ (record.result);
    const short = shortResult(result, rules);
    // At a local game it is a colour that wins, and nobody by name.
    const words = result.winner && !isLocal(record) ? t(`result.winner_${result.by}`, { name: playerName(/** @type {PlayerCard} */ (players[result.winner])) }) : resultText(result, rules);
    return html('div', { class: 'result' },
      html('span', { class: 'result-short', 'data-testid': 'result' }, short),
      words !== short && html('span', { 'data-testid': 'result-words' }, words));
  }

  /**
   * While an offer stands it is answered where all requests are, and nothing is seen here: the place stays, for a button must not
   * move under a finger.
   * @param {Rematch} rematch
   */
  rematch(rematch) {
    return rematch ? html('span', { class: 'button kept-place', 'aria-hidden': 'true' }, t('action.rematch')) : this.button('rematch', 'primary');
  }

  /** @param {string} name */
  button(name, kind = '', text = name) {
    return html('button', {
      type: 'button', class: kind, disabled: this.disabled, 'data-testid': BUTTON_IDS[name] ?? name,
      onclick: () => this.dispatchEvent(new CustomEvent('action', { detail: { name } })),
    }, t(`action.${text}`));
  }
}

/**
 * @param {Snapshot} record
 * @param {PlayerCard} player
 */
function kindOf(record, player) {
  if (record.phase === 'finished') return 'finished';
  if (record.phase !== 'open') return 'none';
  if (isCreator(record, player)) return 'mine';
  if (record.settings.opponent) return isInvited(record, player) ? 'invited' : 'kept';
  return 'joinable';
}

customElements.define('game-notice', GameNotice);
