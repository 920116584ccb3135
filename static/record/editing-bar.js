// The strip of the mode in which a record is edited, around the button that begins and ends the mode.

import { colorText } from '../go/names.js';
import { html, setText } from '../dom/html.js';
import { stoneIcon } from '../dom/icons.js';
import { t } from '../text/text.js';

export class EditingBar {
  /** @type {HTMLElement} */ place;
  /** @type {HTMLElement} */ end;

  /**
   * `place` holds the button `end`, which is there without the mode, too. `deeds` are called by the names of the buttons.
   * @param {HTMLElement} place
   * @param {HTMLElement} end
   * @param {Record<string, () => unknown>} deeds
   */
  constructor(place, end, deeds) {
    Object.assign(this, { place, end });
    /**
     * @param {string} name
     * @param {(Node | string)[]} content
     */
    const button = (name, content, kind = '') => html('button', { type: 'button', class: kind, 'data-testid': `edit-${name}`, onclick: () => deeds[name]() }, ...content);
    this.said = html('p', { class: 'trying-said', role: 'status', 'data-testid': 'edit-said' });
    this.problem = html('p', { class: 'field-problem', role: 'alert', 'data-testid': 'edit-problem' });
    this.flip = button('flip', []);
    this.pass = button('pass', [t('trying.pass')]);
    this.removing = button('remove', [t('editing.remove')]);
    this.play = button('play', [], 'primary');
    this.save = button('save', [t('editing.save')], 'primary');
    this.discard = button('discard', [t('editing.discard')]);
    this.count = html('p', { class: 'edit-count', 'data-testid': 'edit-count' });
    this.moves = html('div', { class: 'row', role: 'group', 'aria-label': t('editing.moves') }, this.flip, this.pass, this.removing, this.play);
    place.setAttribute('role', 'group');
    place.setAttribute('aria-label', t('record.edit'));
    end.before(this.said, this.problem, this.moves, this.save, this.discard);
    end.after(this.count);
    this.choose(null);
  }

  /**
   * A point is chosen on the board and not yet played, or none any more.
   * @param {string | null} at
   */
  choose(at) {
    this.hide(this.play, at === null);
    if (at !== null) setText(this.play, t('action.play_at', { at }));
  }

  /**
   * Shows the mode of an Editing; null if the mode is off.
   * @param {any} editing
   */
  show(editing) {
    const on = editing !== null;
    this.place.classList.toggle('on', on);
    setText(this.end, t(on ? 'editing.done' : 'record.edit'));
    for (const part of [this.said, this.problem, this.moves, this.save, this.discard, this.count]) this.hide(part, !on);
    if (!on) return;
    const { draft: { count }, toMove, tool, away, removable, isSaving } = editing;
    setText(this.said, t(isSaving ? 'editing.saving' : away ? 'trying.away' : tool ? 'editing.marking' : 'editing.on'));
    this.problem.hidden = this.problem.textContent === '';
    if (this.flip.dataset.color !== toMove) this.drawFlip(toMove);
    setText(this.count, count === 0 ? t('editing.none') : t('editing.count', { count }));
    this.count.classList.toggle('some', count > 0);
    this.hide(this.removing, removable === 0);
    this.disable(this.save, count === 0);
    this.disable(this.discard, count === 0);
  }

  /** @param {any} color */
  drawFlip(color) {
    this.flip.dataset.color = color;
    const label = t('editing.flip', { color: colorText(color) });
    this.flip.setAttribute('aria-label', label);
    this.flip.title = label;
    this.flip.replaceChildren(stoneIcon(color), html('span', {}, colorText(color)));
  }

  /**
   * Shows the server's objection to the changes, or none.
   * @param {string} text
   */
  complain(text) {
    setText(this.problem, text);
    this.problem.hidden = text === '';
  }

  /**
   * A button that goes, or can do nothing, leaves its focus to one that stays.
   * @param {HTMLElement} part
   * @param {boolean} hidden
   */
  hide(part, hidden) {
    if (hidden && part.contains(document.activeElement)) this.end.focus({ preventScroll: true });
    part.hidden = hidden;
  }

  /**
   * @param {HTMLButtonElement} button
   * @param {boolean} disabled
   */
  disable(button, disabled) {
    if (disabled && button === document.activeElement) this.end.focus({ preventScroll: true });
    button.disabled = disabled;
  }
}
