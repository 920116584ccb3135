// <walk-bar>: the ways through a tree of moves. Emits `walk` with detail.to ('first',
// 'back', 'forward', 'last', 'up', 'down').

import { html, setText } from '../dom/html.js';
import { icon } from '../dom/icons.js';
import { t } from '../text/text.js';

const STEPS = ['first', 'back', 'forward', 'last'];
const VARIATIONS = ['up', 'down'];

class WalkBar extends HTMLElement {
  connectedCallback() {
    this.place = html('span', { class: 'place', 'data-testid': 'place' });
    this.buttons = Object.fromEntries([...STEPS, ...VARIATIONS].map((to) => [to, this.button(to)]));
    const { first, back, forward, last, up, down } = this.buttons;
    this.variations = html('div', { class: 'steps', role: 'group', 'aria-label': t('walk.variations') }, up, down);
    this.replaceChildren(
      html('div', { class: 'steps', role: 'group', 'aria-label': t('moves.walk') }, first, back, this.place, forward, last),
      this.variations);
  }

  button(to) {
    return html('button', {
      type: 'button', class: 'icon-button', 'data-testid': `move-${to}`, 'aria-label': t(`walk.${to}`), title: t(`walk.${to}`),
      onclick: () => this.dispatchEvent(new CustomEvent('walk', { detail: { to } })),
    }, icon(to));
  }

  show({ depth, length, varied }) {
    setText(this.place, t('moves.place', { number: depth, total: length }));
    for (const to of ['first', 'back']) this.buttons[to].disabled = depth === 0;
    for (const to of ['forward', 'last']) this.buttons[to].disabled = depth === length;
    this.variations.hidden = !varied;
  }
}

customElements.define('walk-bar', WalkBar);
