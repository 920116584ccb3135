// <move-list>: the moves, numbered, each a button that leads there.
// Emits `move-chosen` with detail.number.

import { colorText } from './names.js';
import { html } from '../dom/html.js';
import { stoneIcon } from '../dom/icons.js';
import { t } from '../text/text.js';

export class MoveList extends HTMLElement {
  connectedCallback() {
    this.moves = [];
    this.list = html('ol', { class: 'moves', 'data-testid': 'move-list', 'aria-label': t('moves.title') });
    this.empty = html('p', { class: 'hint' }, t('moves.none'));
    this.replaceChildren(this.list, this.empty);
    this.addEventListener('click', (event) => {
      const button = event.target.closest('button');
      if (!button) return;
      this.dispatchEvent(new CustomEvent('move-chosen', { detail: { number: Number(button.dataset.number) } }));
    });
  }

  show(moves, number) {
    // Moves are only ever added, unless another game's worth arrives.
    const grown = this.moves.length <= moves.length && this.moves.every((move, i) => move.at === moves[i].at);
    if (!grown) this.list.replaceChildren();
    for (let i = this.list.children.length; i < moves.length; i += 1) this.list.append(this.entry(moves[i], i + 1));
    this.moves = moves;
    this.empty.hidden = moves.length > 0;
    this.list.hidden = moves.length === 0;
    this.mark(number);
  }

  entry({ color, at }, number) {
    const name = at === 'pass' ? t('moves.pass') : at;
    return html('li', {},
      html('button', { type: 'button', 'data-number': number },
        html('span', { class: 'move-number' }, String(number)), stoneIcon(color),
        html('span', { class: 'visually-hidden' }, colorText(color)), html('span', {}, name)));
  }

  mark(number) {
    const old = this.list.querySelector('[aria-current]');
    const now = this.list.children[number - 1]?.firstElementChild ?? null;
    if (old === now) return;
    old?.removeAttribute('aria-current');
    if (!now) {
      this.scrollTop = 0;
      return;
    }
    now.setAttribute('aria-current', 'step');
    this.keepInSight(now);
  }

  // Scrolls the list alone: scrollIntoView would move the whole page on a phone.
  keepInSight(button) {
    const frame = this.getBoundingClientRect();
    const place = button.getBoundingClientRect();
    if (place.top < frame.top) this.scrollTop -= frame.top - place.top;
    if (place.bottom > frame.bottom) this.scrollTop += place.bottom - frame.bottom;
  }
}

customElements.define('move-list', MoveList);
