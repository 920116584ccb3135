// The page's words about the state of a game.

import { colorText, gameText, whoIn } from '../go/names.js';
import { givenTime } from './given-clock.js';
import { opponentOf } from '../board/moves.js';
import { isComputer, isCreator, isInvited, isLocal } from '../go/record.js';
import { moveText } from '../go/move-text.js';
import { personText, playerName } from '../people/player-name.js';
import { staffPauses, untilText } from './staff-pause.js';
import { longTime } from '../text/clock-text.js';
import { hasText, sentences, t } from '../text/text.js';

/** @import { Color, GameEvent, Pause, Result, Scoring, Snapshot } from '../shapes/game.js' */
/** @import { PlayerCard } from '../shapes/player.js' */
/** @import { GameState } from './game-state.js' */
/** @import { GameTrying } from './game-trying.js' */
/** @import { MarkChanges, Marks } from './marks.js' */
/** @import { Reader } from './walk.js' */

/**
 * Whose turn it is, in a few words.
 * @param {any} parts
 */
export function turnText({ record, seat }) {
  if (record.phase === 'open') return t('turn.open');
  if (staffPauses(record)) return t('turn.paused_staff');
  if (record.phase === 'scoring') return t('turn.scoring');
  if (record.phase === 'finished') return t('turn.finished');
  if (record.pause) return t('turn.paused', { who: whoIn(record, record.pause.color) });
  if (isLocal(record)) return t('turn.local', { color: colorText(/** @type {Color} */ (record.to_move)) });
  if (seat === record.to_move) return t('turn.yours', { color: colorText(seat) });
  const name = playerName(record.players[record.to_move]);
  return t('turn.theirs', { color: colorText(record.to_move), name });
}

/**
 * The tab's title begins with the news for a person in another tab.
 * @param {GameState} state
 */
export function titleText(state) {
  return t('page.game_title', { turn: turnText(state), game: gameText(state.record) });
}

/**
 * The calm line under the turn: the last event, or the next task.
 * @param {GameState} state
 */
export function statusText(state) {
  const { record, player, reader, pending, online, connecting, headline, log, held, trying } = state;
  if (!online && !connecting) return held ? t('connection.offline') : t('status.offline');
  if (!reader.live) return readingText({ reader, trying });
  if (pending) return t('status.sending', { at: pending.at });
  if (record.phase === 'open') return openText(record, /** @type {PlayerCard} */ (player));
  if (staffPauses(record)) return untilText('said.paused_staff', /** @type {Pause} */ (record.pause).until);
  if (record.phase === 'scoring') return scoringText(state);
  if (record.phase === 'finished') return finishedText(record, log);
  if (headline) return eventText(headline, record);
  const move = record.moves.at(-1);
  const said = move ? moveText(move) : t('status.begins', { color: colorText(/** @type {Color} */ (record.to_move)) });
  return record.handicap_left > 0 ? sentences([said, t('status.handicap', { count: record.handicap_left })]) : said;
}

/**
 * The move that is shown, and its effect; or the tried one beside the game.
 * @param {{reader: Reader, trying: GameTrying}} parts
 */
export function readingText({ reader: { walk: { number, length, lastMove } }, trying }) {
  if (trying?.tried) return trying.words;
  const place = t('status.reading', { number, total: length });
  return lastMove ? sentences([place, moveText(lastMove)]) : place;
}

/**
 * The result stands beside the button for the next game. Of a game that was called off there is perhaps a reason to tell.
 * @param {Snapshot} record
 * @param {any} log
 */
function finishedText(record, log) {
  const last = log.entries.at(-1)?.event;
  return /** @type {Result} */ (record.result).by === 'abort' && last?.type === 'aborted' ? eventText(last, record) : '';
}

/**
 * @param {Snapshot} record
 * @param {PlayerCard} player
 */
function openText(record, player) {
  const { opponent, creator } = record;
  if (opponent) {
    if (isInvited(record, player)) return t('invitation.theirs', { name: playerName(creator) });
    return t(isCreator(record, player) ? 'invitation.mine' : 'invitation.watch', { name: playerName(opponent) });
  }
  if (!isCreator(record, player)) return t('status.open_visitor', { name: playerName(record.creator) });
  return record.settings.private ? t('status.open_private') : t('status.open_listed');
}

/** @param {GameState} state */
function scoringText(state) {
  const { record, seat, marks, overruled, remark } = state;
  const { players, settings: { rules } } = record;
  const scoring = /** @type {Scoring} */ (record.scoring);
  if (!seat) return remark ? remarkText(state) : t('status.scoring_watch');
  if (marks.changed) return t('status.scoring_unsent');
  const other = isLocal(record) ? null : players[opponentOf(seat)];
  if (other && scoring.accepted[seat]) return t('status.scoring_wait', { name: playerName(other) });
  if (other && overruled) return overruledText(overruled, other);
  if (remark) return remarkText(state);
  if (other && scoring.accepted[opponentOf(seat)]) return t('status.scoring_theirs', { name: playerName(other) });
  return t(rules.scoring === 'territory' ? 'status.scoring_mark_points' : 'status.scoring_mark');
}

/**
 * Where the opponent sees other stones dead or alive than this player sent, why, and what to do about it.
 * @param {MarkChanges} changed
 * @param {any} opponent
 */
function overruledText(changed, opponent) {
  return sentences([t('scoring.overruled', { name: playerName(opponent) }), ...changesText(changed), t(isComputer(opponent) ? 'scoring.overruled_computer' : 'scoring.overruled_why')]);
}

/**
 * Who has changed which marks.
 * @param {any} parts
 */
export function remarkText({ record, remark, layout, reader }) {
  return sentences([t('scoring.remark', { name: playerName(record.players[remark.color]) }), ...changesText(remark.named(layout, reader.walk.stones))]);
}

/**
 * A difference of marks, a sentence for each kind.
 * @param {MarkChanges} changed
 */
export const changesText = (changed) => Object.entries(changed).filter(([, vertices]) => vertices.length > 0)
  .map(([way, vertices]) => t(`scoring.${way}`, { stones: vertices.join(', '), count: vertices.length }));

/**
 * The announcement of an event, or null if it needs no words. `record` is that after the event; `withdrawn` tells
 * whether an undo was rejected by the player who had asked for it, `timed` whether there was a clock then.
 * @param {GameEvent} event
 * @param {Snapshot} record
 */
export function eventText(event, record, { withdrawn = false, timed = Boolean(record.clock) } = {}) {
  const color = event.color ? colorText(event.color) : '';
  const who = event.color && whoIn(record, event.color);
  switch (event.type) {
    case 'played':
      return moveText({ color: event.color, at: event.move, captured: event.captured });
    case 'passed':
      return record.phase === 'scoring' ? t('said.scoring', { color }) : moveText({ .../** @type {any} */ (event), at: 'pass' });
    case 'joined':
      return t('said.joined', { black: playerName(event.players.black), white: playerName(event.players.white) });
    case 'proposed':
      return proposedText(/** @type {any} */ (event), color);
    case 'accepted':
      return t('said.accepted', { color });
    case 'resumed':
      return t(event.color ? 'said.resumed' : 'said.resumed_late', { color, next: colorText(event.to_move) });
    case 'undo_requested':
      return t('said.undo_requested', { who, count: record.moves.length - event.moves });
    case 'undo_accepted':
      return t('said.undo_accepted', { who, number: event.moves });
    case 'undo_rejected':
      return t(withdrawn ? 'said.undo_withdrawn' : 'said.undo_rejected', { who });
    case 'paused':
      return who ? t('said.paused', { who }) : untilText('said.paused_staff', event.until);
    case 'unpaused':
      return t(who ? 'said.unpaused' : 'said.pause_over', { who });
    case 'clock_given':
      return t('said.clock_given', { who, time: givenTime() });
    case 'credited':
      return t(timed ? 'said.credited' : 'said.credited_untimed', { time: longTime(event.millis < 1000 ? event.millis : Math.round(event.millis / 1000) * 1000) });
    case 'aborted':
      return abortText(event, record, who);
    default:
      return hasText(`said.${event.type}`) ? t(`said.${event.type}`, { who }) : null;
  }
}

/**
 * @param {Marks} parts
 * @param {string} color
 */
function proposedText({ dead, neutral }, color) {
  const said = [t('said.proposed', { color, count: dead.length })];
  if (neutral.length > 0) said.push(t('score.neutral', { count: neutral.length }));
  return sentences(said);
}

/**
 * @param {GameEvent} parts
 * @param {Pick<Snapshot, 'creator' | 'opponent'>} parts
 * @param {string | null} who
 */
function abortText({ actor, reason }, { creator, opponent }, who) {
  if (!who && !actor) return t('said.lapsed');
  const said = !who && opponent?.id === actor ? t('said.declined', { who: personText(opponent) }) : t('said.aborted', { who: who ?? (creator && personText(creator)) });
  // A server may tell reasons that these pages do not know.
  return hasText(`because.${reason}`) ? sentences([said, t(`because.${reason}`)]) : said;
}
