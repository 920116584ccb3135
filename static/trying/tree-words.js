// <tree-words>: what a reader says of a position: a field while moves are tried, and else a text. On a page that shows what
// somebody else says, it has data-of="others". Emits `words` with detail.words as they are written, and `written` when the reader
// leaves the field.

import { cleaned, lengthOf } from './written-words.js';
import { html, setText } from '../dom/html.js';
import { t } from '../text/text.js';

/** The most characters. */
const LONGEST = 4_000;

class TreeWords extends HTMLElement {
  /** The texts may come after the module, but before anything is shown. */
  build() {
    /** @type {HTMLTextAreaElement} */
    this.input = html('textarea', {
      id: 'tree-words-input', rows: 3, maxlength: LONGEST, 'data-testid': 'tree-words', oninput: () => this.tell(), onchange: () => this.dispatchEvent(new CustomEvent('written')),
    });
    /** @type {HTMLElement} */
    this.field = html('p', { class: 'tree-words-field' }, html('label', { for: 'tree-words-input' }, t('words.title')), this.input);
    /** @type {HTMLElement} */
    this.text = html('p', { class: 'tree-words-text', role: 'region', 'aria-label': t(this.dataset.of === 'others' ? 'words.shown' : 'words.title'), 'data-testid': 'tree-words-text' });
    this.replaceChildren(this.field, this.text);
    /** @type {any} */
    this.place = null;
  }

  tell() {
    this.dispatchEvent(new CustomEvent('words', { detail: { words: cleaned(this.input.value) } }));
  }

  /**
   * `on`: the mode in which moves are tried; `place` names the position, and `words` are said of it.
   * @param {any} parts
   */
  show({ on, place, words }) {
    this.hidden = !on && !words;
    if (this.hidden) return;
    if (!this.input) this.build();
    const { input, field, text } = this;
    // Nobody's words change while they are being written, and a place keeps its own.
    const isWritten = place === this.place && document.activeElement === input;
    if (!isWritten && input.value !== words) input.value = words;
    input.readOnly = !isWritten && lengthOf(words) > LONGEST;
    this.place = place;
    field.hidden = !on;
    text.hidden = on || !words;
    setText(text, words);
  }
}

customElements.define('tree-words', TreeWords);
