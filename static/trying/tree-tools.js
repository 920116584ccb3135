// <tree-tools>: the tools for marks on the board, while moves are tried, and for the order of the ways to go on. A mark that is
// chosen stays so until it is pressed again. Emits `tool` with detail.name, or null if none is chosen any more, and `shift` with
// detail.direction.

import { TOOLS } from './marking.js';
import { html } from '../dom/html.js';
import { icon } from '../dom/icons.js';
import { svg } from '../dom/svg.js';
import { t } from '../text/text.js';

/** @type {Record<string, string>} */
const SHAPES = {
  triangle: 'M12 5l8 14H4z', square: 'M6 6h12v12H6z', circle: 'M12 5.5a6.5 6.5 0 100 13 6.5 6.5 0 000-13z', cross: 'M6 6l12 12M18 6L6 18',
  letter: 'M6 19.5L12 4.5l6 15M8.4 14h7.2', number: 'M8.5 8.5L12.5 5v14.5M8.5 19.5h8',
  earlier: 'M12 19.5V5M5.5 11.5L12 5l6.5 6.5', later: 'M12 4.5V19M5.5 12.5L12 19l6.5-6.5',
};
const SHIFTS = { earlier: -1, later: 1 };

/** @param {string} tool */
function face(tool) {
  if (tool === 'remove') return icon('remove');
  return svg('svg', { class: 'icon', viewBox: '0 0 24 24', 'aria-hidden': 'true' }, svg('path', { d: SHAPES[tool] }));
}

class TreeTools extends HTMLElement {
  /** The texts may come after the module, but before anything is shown. */
  build() {
    /** @type {any} */
    this.tools = new Map(TOOLS.map((tool) => [tool, this.button(tool, () => this.choose(tool))]));
    /** @type {any} */
    this.shifts = new Map(Object.entries(SHIFTS).map(([name, direction]) => [
      name, this.button(name, () => this.dispatchEvent(new CustomEvent('shift', { detail: { direction } }))),
    ]));
    this.setAttribute('role', 'group');
    this.setAttribute('aria-label', t('tool.title'));
    this.replaceChildren(...this.tools.values(), ...this.shifts.values());
  }

  /**
   * @param {string} name
   * @param {any} onclick
   */
  button(name, onclick) {
    const label = t(`tool.${name}`);
    return html('button', { type: 'button', class: 'icon-button', 'data-testid': `tool-${name}`, 'aria-label': label, title: label, onclick }, face(name));
  }

  /** @param {string} tool */
  choose(tool) {
    const isChosen = this.tools.get(tool).getAttribute('aria-pressed') === 'true';
    this.dispatchEvent(new CustomEvent('tool', { detail: { name: isChosen ? null : tool } }));
  }

  /**
   * `on`: the mode in which moves are tried; `tool`: the chosen one, or null; `earlier` and `later`: whether the shown way may be
   * put elsewhere.
   * @param {any} parts
   */
  show({ on, tool, earlier = false, later = false }) {
    this.hidden = !on;
    if (!on) return;
    if (!this.tools) this.build();
    for (const [name, button] of this.tools) button.setAttribute('aria-pressed', name === tool);
    const focused = /** @type {any} */ (document.activeElement);
    this.shifts.get('earlier').disabled = !earlier;
    this.shifts.get('later').disabled = !later;
    // Where there is one way alone, none can be put elsewhere.
    for (const button of this.shifts.values()) button.hidden = !earlier && !later;
    // At the end of the ways the focus stays with them.
    if ([...this.shifts.values()].includes(focused) && (focused.disabled || focused.hidden)) {
      [...this.shifts.values(), ...this.tools.values()].find((button) => !button.disabled && !button.hidden).focus({ preventScroll: true });
    }
  }
}

customElements.define('tree-tools', TreeTools);
