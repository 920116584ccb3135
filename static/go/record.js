// A game as the page knows it: the last snapshot, carried on by each event.
// Everything but the list of moves is copied from the server's messages.

/** @import { Color, GameEvent, Move, Snapshot } from '../shapes/game.js' */
/** @import { PlayerCard } from '../shapes/player.js' */

/**
 * A state after the changes of the next event. The illegal points are told to the player who is to move, and hold until the
 * turn ends.
 * @template {object} S
 * @param {S} state
 * @param {Record<string, any>} changed
 */
export function addChanges(state, changed) {
  const ended = 'turn' in changed || 'to_move' in changed;
  return { ...state, ...(ended && { illegal: [] }), ...changed };
}

/**
 * The record after one more event; the old record stays as it was.
 * @param {Snapshot} record
 * @param {GameEvent} event
 * @returns {Snapshot}
 */
export function applyEvent(record, event) {
  const next = { ...addChanges(record, event.changed), seq: event.seq, updated_at: event.at };
  if (event.type === 'joined') next.players = event.players;
  const move = moveOf(event, next);
  if (move) next.moves = [...record.moves, move];
  if (event.type === 'undo_accepted') next.moves = record.moves.slice(0, event.moves);
  return next;
}

/**
 * An event's addition to the move list, or null; `clock` is that after it.
 * @param {any} event
 * @param {{clock?: any}} after
 * @returns {Move | null}
 */
export function moveOf({ type, color, move, captured = [] }, { clock }) {
  if (type !== 'played' && type !== 'passed') return null;
  return { color, at: type === 'played' ? move : 'pass', captured, time_left: clock?.[color] ?? null };
}

/**
 * Are both seats one person's?
 * @type {(record: {settings?: {local?: boolean}}) => boolean}
 */
export const isLocal = ({ settings }) => settings?.local === true;

/**
 * The colour for which whoever sits at a local game acts now.
 * @param {any} record
 * @returns {Color}
 */
function actingColor({ phase, to_move: toMove, scoring }) {
  if (phase === 'playing') return toMove;
  const blackIsDone = phase === 'scoring' && (scoring?.accepted.black || scoring?.proposals_left.black === 0);
  return blackIsDone ? 'white' : 'black';
}

/**
 * The seat of a player in a game: 'black', 'white' or null for a spectator. In a local game it is that of the colour that acts now.
 * @param {any} record
 * @param {PlayerCard | null | undefined} player
 * @returns {Color | null}
 */
export function seatOf(record, player) {
  if (!player) return null;
  if (isLocal(record)) return record.players.black?.id === player.id ? actingColor(record) : null;
  return /** @type {const} */ (['black', 'white']).find((color) => record.players[color]?.id === player.id) ?? null;
}

/**
 * The server's own player.
 * @type {(player: {kind?: string} | null | undefined) => boolean}
 */
export const isComputer = (player) => player?.kind === 'computer';

/** @type {(record: any, player: any) => boolean} */
export const isCreator = (record, player) => Boolean(player) && record.creator.id === player.id;

/**
 * Is an open game's seat kept for this player?
 * @type {(record: any, player: any) => boolean}
 */
export const isInvited = (record, player) => Boolean(player) && record.opponent?.id === player.id;

/**
 * Is it this seat's turn to put a stone down?
 * @type {(record: Snapshot, seat: Color | null) => boolean}
 */
export const mayPlay = (record, seat) => record.phase === 'playing' && seat !== null && record.to_move === seat && !record.pause;

/**
 * May a reader try moves beside the game? While it goes on its players may only if it was made so.
 * @type {(record: Pick<Snapshot, 'phase' | 'settings'>, seat: Color | null) => boolean}
 */
export const mayTry = ({ phase, settings }, seat) => phase === 'finished' || (phase !== 'open' && (seat === null || settings.aids?.variations === true));

/**
 * May a reader ask for estimates? While the game goes on its players may only if it was made so.
 * @type {(record: Pick<Snapshot, 'phase' | 'settings'>, seat: Color | null) => boolean}
 */
export const mayEstimate = ({ phase, settings }, seat) => phase === 'finished' || (phase === 'playing' && (seat === null || settings.aids?.estimate === true));

/**
 * A game may be called off by either player until both have made a move.
 * @type {(record: Snapshot, seat: Color | null) => boolean}
 */
export const mayAbort = (record, seat) => record.phase === 'playing' && seat !== null && !['black', 'white']
  .every((color) => record.moves.some((move) => move.color === color));

/**
 * How many moves would go back if this seat took its last one back: none, one, or its own and the answer. At a local game it is
 * the last one, whoever made it.
 * @param {Snapshot} record
 * @param {Color} seat
 */
export function movesToUndo(record, seat) {
  if (isLocal(record)) return Math.min(record.moves.length, 1);
  const last = record.moves.findLastIndex((move) => move.color === seat);
  return last < 0 ? 0 : record.moves.length - last;
}

/**
 * Names the position of a snapshot: a command that was meant for one snapshot fits every other one with the same name.
 * @type {(record: Snapshot) => string}
 */
export const positionOf = (record) => [record.phase, record.turn, record.scoring?.version].join(' ');

/**
 * Has play gone on after it ended by passes?
 * @type {(record: Pick<Snapshot, 'settings' | 'resumptions_left'>) => boolean}
 */
const isResumed = ({ settings, resumptions_left }) => resumptions_left < settings.rules.resumptions;

/**
 * What a pass would do now: 'button', 'ends' (play ends and the dead stones are agreed on), 'ends_alive' (play ends, and
 * nobody is asked about dead stones), 'white_last', 'resumed' or 'plain'.
 * @param {Snapshot} record
 */
export function passMeans(record) {
  const { settings: { rules }, button, moves, to_move, pass_ends, resumptions_left } = record;
  if (rules.button === 'first_pass' && !button) return 'button';
  if (pass_ends) return rules.dead === 'agreement' && resumptions_left > 0 ? 'ends' : 'ends_alive';
  if (isResumed(record) && rules.scoring === 'territory') return 'resumed';
  if (rules.white_passes_last && to_move === 'black' && moves.at(-1)?.at === 'pass') return 'white_last';
  return 'plain';
}
