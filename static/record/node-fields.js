// <node-fields>: the name and the comment of the shown node, while its record is edited.
// Emits `field` with detail.field and detail.value as they are written.

import { cleaned, cleanedLine, lengthOf } from '../trying/written-words.js';
import { html } from '../dom/html.js';
import { t } from '../text/text.js';

/**
 * The most characters of each.
 * @type {Record<string, number>}
 */
const LONGEST = { comment: 40_000, name: 200 };

class NodeFields extends HTMLElement {
  /** The texts may come after the module, but before anything is shown. */
  build() {
    /** @param {string} field */
    const written = (field) => ({ id: `node-${field}`, maxlength: LONGEST[field], 'data-testid': `node-${field}`, oninput: () => this.tell(field) });
    /** @type {any} */
    this.inputs = {
      comment: html('textarea', { rows: 4, ...written('comment') }),
      name: html('input', { autocomplete: 'off', ...written('name') }),
    };
    /**
     * @param {string} field
     * @param {string} label
     */
    const part = (field, label) => html('p', { class: 'tree-words-field' }, html('label', { for: `node-${field}` }, label), this.inputs[field]);
    this.replaceChildren(part('comment', t('record.comment')), part('name', t('editing.name')));
    /** @type {any} */
    this.place = null;
  }

  /** @param {string} field */
  tell(field) {
    const value = (field === 'name' ? cleanedLine : cleaned)(this.inputs[field].value);
    this.dispatchEvent(new CustomEvent('field', { detail: { field, value } }));
  }

  /**
   * Shows the fields of `said`, the node of the name `place`; null if nothing is edited. With `isStill` they take no words for a while.
   * @param {any} shown
   */
  show(shown) {
    this.hidden = shown === null;
    if (this.hidden) return;
    if (!this.inputs) this.build();
    const { place, said, isStill } = shown;
    for (const [field, input] of Object.entries(this.inputs)) {
      const text = said[field] ?? '';
      // No words change while they are being written, and a place keeps its own.
      const isWritten = place === this.place && document.activeElement === input;
      if (!isWritten && input.value !== text) input.value = text;
      input.readOnly = isStill || (!isWritten && lengthOf(text) > LONGEST[field]);
    }
    this.place = place;
  }
}

customElements.define('node-fields', NodeFields);
