// The requests of a game to its players, in words: a move that waits to be
// sent, the way back to the newest move, a pause, an undo, an opponent who is away, a clock for a game without one, another
// game. Each is a line with buttons.

import { clockOffer } from './given-clock.js';
import { digits } from '../text/clock-text.js';
import { opponentOf } from '../board/moves.js';
import { isLocal, mayPlay, movesToUndo } from '../go/record.js';
import { playerName } from '../people/player-name.js';
import { readingText } from './status-text.js';
import { staffPauses, untilText } from './staff-pause.js';
import { t } from '../text/text.js';

/** @import { PlayerCard } from '../shapes/player.js' */
/** @import { Color, Snapshot } from '../shapes/game.js' */
/** @import { GameState } from './game-state.js' */
/** @import { Command } from './sender.js' */

/**
 * @typedef {object} OfferButton
 * @property {string} name
 * @property {string} [text]
 * @property {Record<string, any>} [params]
 * @property {string} [href]
 * @property {boolean} [primary]
 * @property {boolean} [disabled]
 * @typedef {{kind: string, text: string, aloud?: string | null, own?: boolean, early?: boolean, buttons: OfferButton[]}} Offer
 */

/**
 * How much of a budget of pauses is left, in words.
 * @param {{times: number, millis: number}} parts
 */
export const pausesText = ({ times, millis }) => t('pause.left', { count: times, time: digits(millis) });

/**
 * The lines that stand now: {kind, text, aloud, own, buttons: [{name, text, params, href, primary, disabled}]}. `name` is
 * the action of a button and the key of its text, unless there is a `text`; one with `href` leads there. `aloud` is said
 * once, where a line has become more than it was; `own` is one that this person brought about; `early` one that only
 * counts down.
 * @param {GameState} state
 */
export function offersOf(state) {
  const { record } = state;
  if (!record) return [];
  // A command that waits for the first connection is as good as sent.
  /** @type {Offer[]} */
  const offers = state.held && !state.connecting ? [heldOffer(state.held)] : [];
  const way = wayBack(state);
  if (way) offers.push({ kind: 'reading', own: true, text: /** @type {string} */ (readingText(state)), buttons: [way] });
  if (record.phase === 'finished' && state.rematch) offers.push(rematchOffer(state));
  if (record.pause) offers.push(pauseOffer(state));
  if (record.phase !== 'playing') return offers;
  const away = way ? null : awayOffer(state);
  // A phone has room for one line. A player who will be able to claim the game needs no clock.
  const clock = offers.length > 0 || away ? null : clockOffer(state);
  // Whoever sits at a local game takes back without asking.
  if (isLocal(record)) return offers;
  if (record.undo) offers.push(undoOffer(state, clock));
  else if (clock) offers.push(clock);
  // A countdown to a claim is not an action yet, so it gives way to lines with one.
  return away && (offers.length === 0 || !away.early) ? [...offers, away] : offers;
}

/**
 * The button that leads a player from an earlier move to where something is to be done, or null.
 * @param {GameState} parts
 */
function wayBack({ record, seat, reader }) {
  if (reader.live) return null;
  const button = { name: 'back', params: { number: reader.walk.length }, primary: true };
  if (mayPlay(record, seat)) return { ...button, text: 'back_to_play' };
  return record.phase === 'scoring' && seat && !record.pause ? { ...button, text: 'back_to_mark' } : null;
}

/**
 * The answer to a player who wants to do something at an earlier move, or null if there is nothing to do.
 * @param {GameState} state
 */
export function readOnlyText(state) {
  const { number, length: total } = state.reader.walk;
  return wayBack(state) && t('said.read_only', { number, total });
}

/**
 * The effect of a command, as a thing that waits.
 * @param {{type: string, at?: string}} parts
 */
export function commandText({ type, at }) {
  return type === 'play' ? t('held.play', { at }) : t(`held.${type}`);
}

/** @param {{command: Command, why: string, withdraw: unknown}} parts */
function heldOffer({ command, why, withdraw }) {
  const what = commandText(command);
  return { kind: 'held', text: t(`held.${why}_means`, { what }), buttons: withdraw ? [{ name: 'withdraw' }] : [] };
}

/** @param {any} parts */
function pauseOffer({ record, seat, now, online }) {
  const { color, until } = record.pause;
  if (staffPauses(record)) return { kind: 'pause', text: untilText('pause.staff', until), buttons: [] };
  const time = digits(until - now);
  if (seat !== color) return { kind: 'pause', text: t('pause.theirs', { name: playerName(record.players[color]), time }), buttons: [] };
  const { times } = record.pauses_left[color];
  return { kind: 'pause', text: t('pause.mine', { time, count: times }), buttons: [{ name: 'unpause', primary: true, disabled: !online }] };
}

/**
 * A player who waits for an answer may give the game a `clock`, if it is offered.
 * @param {any} parts
 * @param {Offer | null} clock
 */
function undoOffer({ record, seat, online }, clock) {
  const { color, moves } = record.undo;
  const count = record.moves.length - moves;
  const name = playerName(record.players[color]);
  const points = record.moves.slice(moves).map((/** @type {any} */ { at }) => (at === 'pass' ? t('moves.pass') : at)).join(', ');
  const disabled = !online;
  if (!seat) return { kind: 'undo', text: t('undo.watch', { name, count, points }), buttons: [] };
  if (seat === color) {
    const text = t('undo.mine', { name: playerName(record.players[opponentOf(color)]), count, points });
    return { kind: 'undo', text, aloud: clock?.aloud, buttons: [{ name: 'undo_withdraw', disabled }, ...clock?.buttons ?? []] };
  }
  return {
    kind: 'undo',
    text: t('undo.theirs', { name, count, points }),
    buttons: [{ name: 'undo_accept', primary: true, disabled }, { name: 'undo_reject', disabled }],
  };
}

/** @param {any} parts */
function awayOffer({ record, seat, presence, now, online }) {
  const other = seat && opponentOf(seat);
  const { here = true, claimable_at: from = null } = presence?.[other] ?? {};
  if (here || from === null || record.pause) return null;
  const name = playerName(record.players[other]);
  const early = now < from;
  const text = early ? t('away.early', { name, time: digits(from - now) }) : t('away.now', { name });
  const disabled = early || !online;
  return { kind: 'away', early, text, aloud: early ? null : t('said.claimable', { name }), buttons: [{ name: 'claim_win', primary: true, disabled }, { name: 'claim_abort', disabled }] };
}

/**
 * Another game between the same two: to answer, or to go to.
 * @param {any} parts
 */
function rematchOffer({ record, seat, player, rematch, busy, online }) {
  const go = { name: 'rematch_go', href: `/games/${rematch.game}` };
  const disabled = busy || !online;
  if (!seat || isLocal(record)) return { kind: 'rematch', text: t('rematch.watch'), buttons: [go] };
  if (rematch.by === player?.id) {
    return { kind: 'rematch', text: t('rematch.mine'), buttons: [{ ...go, primary: true }, { name: 'rematch_decline', text: 'undo_withdraw', disabled }] };
  }
  const by = Object.values(record.players).find((one) => one?.id === rematch.by);
  const name = by ? playerName(by) : '';
  const buttons = [{ name: 'rematch', text: 'rematch_play', primary: true, disabled }, { name: 'rematch_decline', text: 'decline', disabled }];
  return { kind: 'rematch', text: t('rematch.theirs', { name }), buttons };
}

/** A wait that ends later is none that anybody has to think of: a day. */
const NEAR = 86_400_000;

/**
 * The thing that the game waits for, and how long, in a sentence, or nothing: a clock shows by itself how long a move may take.
 * What is not near is told if `all` is.
 * @param {any} parts
 */
export function deadlineText({ record, seat, now }, all = false) {
  const { for: what, until } = record?.waits ?? {};
  if (!all && until - now > NEAR) return '';
  const time = digits((until ?? 0) - now);
  if (what === 'agreement') return t('waits.agreement', { time });
  if (what !== 'first_move') return '';
  if (seat === record.to_move) return t('waits.first_move_yours', { time });
  return t('waits.first_move', { time, name: playerName(record.players[record.to_move]) });
}

/**
 * The request of the Undo button: its text and the sentence that explains it.
 * @param {Snapshot} record
 * @param {Color} seat
 */
export function undoButton(record, seat) {
  const count = movesToUndo(record, seat);
  if (isLocal(record)) return { count, text: t('action.undo'), means: '' };
  const name = playerName(/** @type {PlayerCard} */ (record.players[opponentOf(seat)]));
  return { count, text: count > 1 ? t('action.undo_both', { count }) : t('action.undo'), means: t('undo.means', { name, count }) };
}
