// The news of a game for the ear: events, sounds, and players who come and go.

import { announce } from '../dom/announcer.js';
import { eventText, remarkText, statusText } from './status-text.js';
import { isLocal } from '../go/record.js';
import { opponentOf } from '../board/moves.js';
import { resultText } from '../go/names.js';
import { sound } from '../sound/sound.js';
import { t } from '../text/text.js';

/** @import { GameEvent, Presence, Result } from '../shapes/game.js' */
/** @import { LogEntry } from './game-log.js' */
/** @import { GameState } from './game-state.js' */

/** Events since they were told last. However many they are, they are told as one: how many moves, and the last event. */
export class News {
  constructor() {
    this.clear();
  }

  clear() {
    /**
     * The last event, or null: {event, entry: of the log, own: did it come of a click here}.
     * @type {{event: GameEvent, entry: LogEntry, own: boolean} | null}
     */
    this.last = null;
    /**
     * How many moves were made, not counting the moves of this page.
     * @type {number}
     */
    this.moves = 0;
    /** Were marks sent? The computer accepts them at once, so that its answer is the last event. */
    this.marked = false;
    this.ended = false;
  }

  /** Is there anything to tell? */
  get waiting() {
    return this.last !== null || this.ended;
  }

  /**
   * @param {GameEvent} event
   * @param {{entry: LogEntry, own: boolean}} parts
   */
  add(event, { entry, own }) {
    this.last = { event, entry, own };
    this.marked ||= event.type === 'proposed';
    if (!own && (event.type === 'played' || event.type === 'passed')) this.moves += 1;
    // Moves that were taken back are no news.
    if (event.type === 'undo_accepted') this.moves = 0;
  }

  /**
   * Tells all of it.
   * @param {GameState} state
   */
  tell(state) {
    const { last, moves, marked, ended } = this;
    this.clear();
    if (last) {
      if (moves > 1) announce(t('moves.new', { count: moves }));
      announce(/** @type {string} */ (eventText(last.event, state.record, last.entry)));
      if (marked && state.overruled) announce(/** @type {string} */ (statusText(state)));
      else if (marked && state.remark) announce(remarkText(state));
      makeSound(last.event, last.own);
    }
    if (!ended) return;
    announce(resultText(/** @type {Result} */ (state.record.result), state.record.settings.rules));
    sound.end();
  }
}

/**
 * `own` tells whether the event came of a click here: one's own stone was heard when it was put down.
 * @param {GameEvent} event
 * @param {boolean} own
 */
function makeSound(event, own) {
  if (event.type === 'joined') sound.start();
  if (event.type === 'passed') sound.pass();
  if (event.type === 'played') {
    if (!own) sound.stone();
    if (event.captured.length) sound.capture(event.captured.length);
  }
}

/**
 * Says when the opponent leaves or comes back.
 * @param {any} parts
 * @param {any} after
 */
export function tellPresence({ record, seat, presence: before }, after) {
  const other = seat && opponentOf(seat);
  const here = after?.[other]?.here;
  if (record?.phase !== 'playing' || isLocal(record) || here === undefined || (before?.[other]?.here ?? here) === here) return;
  announce(t(here ? 'said.back' : 'said.away', record.players[other]));
}

let networkIsGone = false;

/**
 * Says when the network of this device is gone and when the game is connected again; a socket that changes alone is no news.
 * @param {boolean} online
 */
export function tellNetwork(online) {
  const isGone = !online && (networkIsGone || !navigator.onLine);
  if (isGone === networkIsGone) return;
  networkIsGone = isGone;
  announce(t(isGone ? 'status.offline' : 'connection.online'));
}
