// <move-list>: the moves, numbered, each a button that leads there, and between
// them the events that are no moves.
// Emits `move-chosen` with detail.number.

import { Frame } from '../dom/frame.js';
import { colorText } from '../go/names.js';
import { eventText } from './status-text.js';
import { html } from '../dom/html.js';
import { stoneIcon } from '../dom/icons.js';
import { pointName, t } from '../text/text.js';

/** @import { GameEvent, Move, Snapshot } from '../shapes/game.js' */
/** @import { LogEntry } from './game-log.js' */

/** So many entries are made for one picture: those of a long game must not keep the board waiting. */
const SLICE = 24;

class MoveList extends HTMLElement {
  connectedCallback() {
    /** @type {HTMLElement} */
    this.list = html('ol', { class: 'moves', 'data-testid': 'move-list', 'aria-label': t('moves.title') });
    /** @type {HTMLElement} */
    this.empty = html('p', { class: 'hint' }, t('moves.none'));
    /** @type {Frame} */
    this.slice = new Frame(() => this.grow());
    this.clear();
    this.replaceChildren(this.list, this.empty);
    // The list gets and loses room when something comes and goes beside it.
    /** @type {any} */
    this.resized = new ResizeObserver(() => {
      /** @type {HTMLElement | null} */
      const now = this.list.querySelector('[aria-current]');
      if (now) this.keepInSight(now);
    });
    this.resized.observe(this);
    this.addEventListener('click', (/** @type {any} */ event) => {
      const button = event.target.closest('button');
      if (!button) return;
      this.dispatchEvent(new CustomEvent('move-chosen', { detail: { number: Number(button.dataset.number) } }));
    });
  }

  /**
   * With `grows` more of the log is on its way.
   * @param {Snapshot} record
   * @param {number} number
   * @param {LogEntry[]} log
   */
  show(record, number, log, { grows = false } = {}) {
    const { moves } = record;
    // Mostly moves are only added; after an undo, or when the log is known, the list is made anew.
    const grown = this.moves.length <= moves.length && this.moves.every((/** @type {Move} */ move, /** @type {number} */ i) => move.at === moves[i].at);
    const told = log.map(({ after, event }) => `${after} ${event.seq}`);
    if (!grown || !this.told.every((entry, i) => entry === told[i])) this.clear();
    this.wanted = { record, number, log, told, grows };
    this.empty.hidden = moves.length + log.length > 0;
    this.list.hidden = !this.empty.hidden;
    if (moves.length - this.moves.length <= SLICE) {
      this.grow();
      return;
    }
    this.ariaBusy = 'true';
    this.growLater();
  }

  /** Goes on with the next picture: the browser measures and paints all entries that are made between two pictures at once. */
  growLater() {
    this.slice.ask();
  }

  /** Makes the next entries, and has the shown move in sight once all are there. */
  grow() {
    const { record, number, log, told, grows } = /** @type {any} */ (this.wanted);
    const { moves } = record;
    const end = Math.min(moves.length, this.moves.length + SLICE);
    for (let i = this.moves.length; i < end; i += 1) {
      this.tell(record, log, i);
      this.buttons.push(this.entry(moves[i], i + 1));
      this.list.append(html('li', {}, this.buttons[i]));
    }
    this.moves = moves.slice(0, end);
    if (end < moves.length) {
      this.growLater();
      return;
    }
    this.tell(record, log, moves.length);
    this.told = told;
    this.ariaBusy = grows ? 'true' : null;
    this.mark(number);
  }

  clear() {
    this.list.replaceChildren();
    /** @type {HTMLElement[]} */
    this.buttons = [];
    /** @type {any} */
    this.moves = [];
    /** @type {string[]} */
    this.told = [];
    /** @type {number} */
    this.shown = 0;
  }

  /**
   * The notes before the next move, as far as they aren't there yet.
   * @param {Snapshot} record
   * @param {LogEntry[]} log
   * @param {number} moves
   */
  tell(record, log, moves) {
    while (this.shown < log.length && log[this.shown].after <= moves) {
      const entry = log[this.shown];
      this.list.append(html('li', { class: 'log-entry', 'data-testid': 'log-entry' }, eventText(entry.event, record, entry)));
      this.shown += 1;
    }
  }

  /**
   * @param {Move} parts
   * @param {number} number
   */
  entry({ color, at }, number) {
    const name = at === 'pass' ? t('moves.pass') : pointName(at);
    return html('button', { type: 'button', 'data-number': number },
      html('span', { class: 'move-number' }, String(number)), stoneIcon(color),
      html('span', { class: 'visually-hidden' }, colorText(color)), html('span', {}, name));
  }

  /** @param {number} number */
  mark(number) {
    const old = this.list.querySelector('[aria-current]');
    const now = this.buttons[number - 1] ?? null;
    if (old === now) return;
    old?.removeAttribute('aria-current');
    if (!now) {
      /** @type {number} */
      this.scrollTop = 0;
      return;
    }
    now.setAttribute('aria-current', 'step');
    this.keepInSight(now);
  }

  // Scrolls the list alone: scrollIntoView would move the whole page on a phone.
  /** @param {HTMLElement} button */
  keepInSight(button) {
    const frame = this.getBoundingClientRect();
    const place = button.getBoundingClientRect();
    if (place.top < frame.top) this.scrollTop -= frame.top - place.top;
    if (place.bottom > frame.bottom) this.scrollTop += place.bottom - frame.bottom;
  }
}

customElements.define('move-list', MoveList);
