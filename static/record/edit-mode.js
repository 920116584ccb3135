// The mode in which the owner edits the record on its page: the acts of its buttons and fields, and the saving of a draft.

import './node-fields.js';
import { Editing } from './editing.js';
import { EditingBar } from './editing-bar.js';
import { MOST_CHANGES, RecordDraft } from './record-draft.js';
import { announce } from '../dom/announcer.js';
import { ask, dialogOpen } from '../dom/dialogs.js';
import { boardWish } from '../go/wish.js';
import { hasText, t } from '../text/text.js';
import { find } from '../dom/find.js';
import { once } from '../dom/once.js';
import { postTried } from '../net/api.js';
import { patchRecord } from '../net/records.js';
import { problemText } from '../text/problem-text.js';
import { refusedText } from '../trying/words.js';
import { remarksText } from './node-words.js';
import { showFacts } from './facts-sheet.js';

/** @import { ProblemShape } from '../shapes/player.js' */

/**
 * A refusal in words: some are about variations elsewhere, and about the record here.
 * @param {ProblemShape} problem
 */
function refusalOf(problem) {
  const own = `editing.problem.${problem.code}`;
  return hasText(own) ? t(own) : problemText(problem);
}

export class EditMode {
  /**
   * `page` is the page of the record: its `id`; `draw`; `drawInfo`, for the headline; `arrived`, which tells where the reader is;
   * `refuse`, which tells why something can't be; `show`, which takes the Editing that is shown from now on, or null with the
   * place in the record to which the reader comes back; and `renew`, which takes the record as it is now.
   * @param {any} page
   */
  constructor(page) {
    this.page = page;
    /** @type {any} */
    this.editing = null;
    /**
     * The draft that the server has refused, {changes, facts}.
     * @type {any}
     */
    this.refused = null;
    this.leaving = (/** @type {Event} */ event) => event.preventDefault();
    this.bar = new EditingBar(find('editing'), find('edit'), {
      flip: () => this.flip(), pass: () => this.play('pass'), remove: () => this.remove(), play: () => find('board').playPreview(),
      save: () => this.save(), discard: () => this.discard(),
    });
    this.fields = find('fields');
    this.fields.addEventListener('field', (/** @type {any} */ { detail: { field, value } }) => this.write(field, value));
    find('edit-facts').addEventListener('click', () => this.openFacts());
    document.addEventListener('keydown', (event) => this.hear(event));
  }

  get isOn() {
    return this.editing !== null;
  }

  /**
   * The mode begins, as `begin` says.
   * @param {any} begun
   */
  open(begun) {
    this.begin(begun);
    announce(t('editing.on'));
  }

  /**
   * Begins with the record as it is, at a place in it.
   * @param {any} parts
   */
  begin({ record, layout, place, tool = null }) {
    const { draw, refuse } = this.page;
    this.editing?.end();
    const editing = new Editing(new RecordDraft(layout, record), { board: boardWish(record.board), rules: record.judged_by, handicap: record.info.handicap }, {
      place, ask: postTried, changed: draw,
      refused: (/** @type {any} */ { at }, /** @type {string} */ rule) => refuse(refusedText(rule, at)),
      captured: (/** @type {number} */ node) => announce(remarksText(editing.tree, node)),
    });
    editing.tool = tool;
    this.begun = { record, layout };
    this.editing = editing;
    this.bar.complain('');
    this.page.show(editing);
  }

  /** Ends, once nothing is left to be saved or nobody wants it. */
  async end() {
    const { editing } = this;
    if (editing.isSaving) return;
    if (editing.draft.count > 0 && !await this.asks('leave')) return;
    const { draft, node } = editing;
    if (find('tools').contains(document.activeElement)) find('edit').focus({ preventScroll: true });
    editing.end();
    this.editing = null;
    this.page.show(null, draft.homeOf(node));
    announce(t('editing.off'));
  }

  // --- drawing ---

  /**
   * Shows the server's objection to the draft as it is now.
   * @param {string} text
   */
  complain(text) {
    const { changes, facts } = this.editing.draft;
    this.refused = { changes, facts };
    this.bar.complain(text);
  }

  draw() {
    const { editing, refused } = this;
    // A draft that has changed since may be another matter.
    if (editing && refused && (refused.changes !== editing.draft.changes || refused.facts !== editing.draft.facts)) this.bar.complain('');
    this.bar.show(editing);
    this.fields.show(editing && { place: editing.node, said: editing.said, isStill: editing.isSaving });
    find('edit-facts').hidden = !editing;
    // A listener for it keeps a page from being kept for the way back, so it is there only while something would be lost.
    if (editing?.draft.count > 0) addEventListener('beforeunload', this.leaving);
    else removeEventListener('beforeunload', this.leaving);
  }

  // --- from the person ---

  /** @param {any} event */
  hear(event) {
    if (!this.isOn || !(event.ctrlKey || event.metaKey) || event.altKey || event.key.toLowerCase() !== 's') return;
    event.preventDefault();
    if (!dialogOpen()) this.save();
  }

  /** Nothing more may change: the draft is on its way, or as large as one may be. */
  refuseMore() {
    this.page.refuse(this.editing.isSaving ? t('editing.saving') : t('editing.full', { max: MOST_CHANGES }));
  }

  /** @param {string} at */
  play(at) {
    if (this.editing.play(at)) this.page.arrived();
    else this.refuseMore();
  }

  /**
   * @param {string} field
   * @param {any} value
   */
  write(field, value) {
    if (!this.editing.write(field, value)) this.refuseMore();
    else this.page.draw();
  }

  flip() {
    this.editing.flip();
    this.page.draw();
    announce(find('editing').querySelector('[data-color]').getAttribute('aria-label'));
  }

  async remove() {
    const { editing } = this;
    const { removable: count, node } = editing;
    if (count === 0) return;
    if (!editing.mayRemove) {
      this.refuseMore();
      return;
    }
    if (count > 1 && !await ask({ title: t('editing.remove_title'), text: t('editing.remove_text', { count }), yes: t('editing.remove'), danger: true })) return;
    // Meanwhile the server may have judged, or the mode may have ended.
    if (this.editing !== editing || editing.node !== node) return;
    editing.remove();
    announce(t('editing.removed', { count }));
    this.page.arrived();
  }

  async discard() {
    const { editing } = this;
    if (editing.draft.count === 0 || editing.isSaving || !await this.asks('discard')) return;
    announce(t('editing.discarded'));
    this.begin({ ...this.begun, place: editing.draft.homeOf(editing.node), tool: editing.tool });
  }

  /**
   * Asks before changes are lost: `way` says how that would be.
   * @param {any} way
   */
  asks(way) {
    return ask({
      title: t(`editing.${way}_title`), text: t('editing.lost', { count: this.editing.draft.count }), yes: t(`editing.${way}_yes`), no: t('editing.go_on'), danger: true,
    });
  }

  async openFacts() {
    const { facts: before, savedFacts } = this.editing.draft;
    const facts = await showFacts(before, savedFacts);
    if (!facts || !this.isOn) return;
    // Meanwhile a draft may have been saved, and another one goes on from there.
    const { draft } = this.editing;
    draft.writeFacts(facts);
    this.page.drawInfo();
    this.page.draw();
    announce(draft.count > 0 ? t('editing.count', { count: draft.count }) : t('editing.none'));
  }

  // --- saving ---

  save() {
    return once(this.bar.save, async () => {
      const { editing } = this;
      if (editing.draft.count === 0) return;
      editing.isSaving = true;
      this.bar.complain('');
      this.page.draw();
      try {
        this.taken(await patchRecord(this.page.id, editing.draft.body));
      } catch (problem) {
        editing.isSaving = false;
        this.page.draw();
        this.complain(refusalOf(problem));
      }
    });
  }

  /**
   * The record is as the draft was, and goes on from there.
   * @param {any} record
   */
  taken(record) {
    const { draft, node, tool } = this.editing;
    const place = draft.placeIn(record, node);
    this.page.renew(record);
    this.begin({ ...this.begun, record, place, tool });
    announce(t('editing.saved'));
  }
}
