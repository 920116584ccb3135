// <board-picker>: which kind of board, and how large. `board` is the wish.

import { BOARD_KINDS, boardOfKind, pointsOfKind } from '../go/wish.js';
import { formField } from '../forms/form-field.js';
import { html } from '../dom/html.js';
import { t } from '../text/text.js';

const NAMES = [['width', 'height'], ['side']];

class BoardPicker extends HTMLElement {
  connectedCallback() {
    /** @type {HTMLSelectElement} */
    this.kinds = html('select', { id: 'board-kind', 'data-testid': 'board-kind', onchange: () => this.drawSides() },
      ...Object.keys(BOARD_KINDS).map((kind) => html('option', { value: kind }, t(`kind.${kind}`))));
    /** @type {HTMLElement} */
    this.sides = html('div', { class: 'sides' });
    const field = formField('board', t('form.board'), this.kinds, '', { wide: true });
    /** @type {HTMLElement} */
    this.about = /** @type {HTMLElement} */ (field.querySelector('.means'));
    this.replaceChildren(field, this.sides);
    this.drawSides();
  }

  get kind() {
    return this.kinds.value;
  }

  /**
   * Shows a board by its name, such as `grid 9x9` or `hexagon 5`.
   * @param {string} name
   */
  show(name) {
    const [kind, sides = ''] = name.split(' ');
    if (!Object.hasOwn(BOARD_KINDS, kind)) return;
    this.kinds.value = kind;
    this.drawSides();
    sides.split('x').slice(0, this.inputs.length).forEach((side, i) => {
      this.inputs[i].value = side;
    });
  }

  drawSides() {
    const { sides, usual, max } = BOARD_KINDS[this.kind];
    this.about.textContent = t(`kind_means.${this.kind}`);
    const names = NAMES.find((group) => group.length === sides) ?? [];
    /** @type {HTMLInputElement[]} */
    this.inputs = names.map((name, i) => html('input', {
      id: name, type: 'number', min: 1, max, value: usual[i], required: true, inputmode: 'numeric', 'data-testid': `board-${name}`,
    }));
    this.sides.replaceChildren(...names.map((name, i) => formField(`board.${name}`, this.sideText(name), this.inputs[i])));
    this.sides.hidden = names.length === 0;
  }

  /** @param {string} name */
  sideText(name) {
    return t(this.kind === 'honeycomb' ? 'form.rings' : `form.${name}`);
  }

  get numbers() {
    return this.inputs.map(({ value }) => Number(value));
  }

  get board() {
    return boardOfKind(this.kind, this.numbers);
  }

  /** How many points the board has. */
  get points() {
    return pointsOfKind(this.kind, this.numbers);
  }
}

customElements.define('board-picker', BoardPicker);
