// <game-notice>: an open game's link and Join button, or a finished game's
// result. Emits `action` with detail.name 'join', 'abort' or 'again'.

import { announce } from './announcer.js';
import { html } from '../dom/html.js';
import { isCreator } from './record.js';
import { sgfAddress } from '../net/api.js';
import { t } from '../text/text.js';

export class GameNotice extends HTMLElement {
  show({ record, player, seat, busy }) {
    const kind = record.phase === 'open' ? (isCreator(record, player) ? 'mine' : 'joinable')
      : record.phase === 'finished' ? 'finished' : 'none';
    const signature = `${kind} ${seat} ${busy}`;
    if (this.signature === signature) return;
    this.signature = signature;
    this.hidden = kind === 'none';
    this.replaceChildren(...this.content(kind, record, busy));
  }

  content(kind, record, busy) {
    switch (kind) {
      case 'mine':
        return [this.link(this.button('abort', 'quiet', busy))];
      case 'joinable':
        return [html('div', { class: 'row' }, this.button('join', 'primary', busy)), this.link()];
      case 'finished':
        return [this.result(record), html('div', { class: 'row' },
          this.button('again', 'primary', busy),
          html('a', { class: 'button', href: sgfAddress(record.id), download: `tengen-${record.id}.sgf`, 'data-testid': 'sgf-link' }, t('result.sgf')),
          html('a', { class: 'button quiet', href: '/' }, t('result.home')))];
      default:
        return [];
    }
  }

  link(...more) {
    const address = location.origin + location.pathname;
    const copy = async () => {
      let done = t('link.copied');
      try {
        await navigator.clipboard.writeText(address);
      } catch {
        // Without https there is no clipboard; then the text is selected for it.
        getSelection().selectAllChildren(text);
        done = t('link.selected');
      }
      button.textContent = done;
      announce(done);
    };
    const text = html('a', { class: 'address', href: address, 'data-testid': 'share-link' }, address);
    const button = html('button', { type: 'button', 'data-testid': 'copy-link', onclick: copy }, t('link.copy'));
    return html('div', { class: 'share' }, html('p', {}, t('link.label')), html('div', { class: 'share-line' }, text, button, ...more));
  }

  result({ result, players }) {
    return html('div', { class: 'result' },
      html('span', { class: 'result-short', 'data-testid': 'result' }, result.text),
      result.winner && html('span', {}, t('result.winner', { name: players[result.winner].name })));
  }

  button(name, kind, busy) {
    return html('button', {
      type: 'button', class: kind, disabled: busy, 'data-testid': name === 'again' ? 'new-game' : name,
      onclick: () => this.dispatchEvent(new CustomEvent('action', { detail: { name } })),
    }, t(`action.${name}`));
  }
}

customElements.define('game-notice', GameNotice);
