// <tree-ways>: what a reader can do with the own tree of variations as a whole: show it to others, and save it as a file.

import { html } from '../dom/html.js';
import { t, withTexts } from '../text/text.js';
import { treeFile } from '../net/api.js';

class TreeWays extends HTMLElement {
  connectedCallback() {
    /** @type {HTMLButtonElement} */
    this.share = html('button', {
      type: 'button', class: 'quiet', 'aria-haspopup': 'dialog', 'data-testid': 'show-sharing', onclick: () => this.open(),
    }, t('trying.share'));
    /** @type {HTMLAnchorElement} */
    this.file = html('a', { class: 'button quiet', download: '', 'data-testid': 'tree-file', onclick: (/** @type {any} */ event) => this.save(event) }, t('trying.file'));
    this.replaceChildren(this.share, this.file);
    this.show({ has: false });
  }

  async open() {
    const { showSharing } = await withTexts(import('./sharing-sheet.js'), 'shares');
    showSharing(this.shown);
  }

  /**
   * The file has what the server has: what was changed just now goes there first.
   * @param {any} event
   */
  async save(event) {
    if (this.saving) return;
    event.preventDefault();
    await this.shown.sent();
    /** @type {any} */
    this.saving = true;
    this.file.click();
    this.saving = false;
  }

  /**
   * `kind` is "games" or "records", and `id` that of the game or the record; `has` says whether the server keeps a tree of the
   * reader there, `mayShare` whether the reader may show it, `opponent` is the name of whoever was the opponent in a game that is
   * over, and `sent` sends what the server does not have, and answers whether that is all.
   * @param {any} parts
   */
  show({ kind, id, has, mayShare = has, opponent = null, sent = async () => true }) {
    /** @type {any} */
    this.shown = { kind, id, has, opponent, sent };
    this.share.hidden = !mayShare && !opponent;
    this.file.hidden = !has;
    this.hidden = this.share.hidden && this.file.hidden;
    if (has) this.file.href = treeFile(kind, id);
  }
}

customElements.define('tree-ways', TreeWays);
