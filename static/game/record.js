// A game as the page knows it: the last snapshot, carried on by each event.
// Everything but the move list is taken from the server's own words.

/** The record after one more event; the old record stays as it was. */
export function applyEvent(record, event) {
  const next = { ...record, ...event.state, seq: event.seq, updated_at: event.at };
  if (event.type === 'joined') next.players = event.players;
  const move = moveOf(event);
  if (move) next.moves = [...record.moves, move];
  return next;
}

/** What an event adds to the move list, or null. */
export function moveOf(event) {
  if (event.type === 'played') return { color: event.color, at: event.move, captured: event.captured };
  if (event.type === 'passed') return { color: event.color, at: 'pass', captured: [] };
  return null;
}

export const opponentOf = (color) => (color === 'black' ? 'white' : 'black');

/** The seat of a player in a game: 'black', 'white' or null for a spectator. */
export function seatOf(record, player) {
  if (!player) return null;
  return ['black', 'white'].find((color) => record.players[color]?.id === player.id) ?? null;
}

export const isCreator = (record, player) => Boolean(player) && record.creator.id === player.id;

/** Is it this seat's turn to put a stone down? */
export const mayPlay = (record, seat) => record.phase === 'playing' && seat !== null && record.to_move === seat;

/** A game may be called off by either player until two moves were made. */
export const mayAbort = (record, seat) => record.phase === 'playing' && seat !== null && record.moves.length < 2;

/** Has play gone on after it ended by passes? */
export const isResumed = ({ settings, resumptions_left }) => resumptions_left < settings.rules.resumptions;

/**
 * What a pass would do now: 'button', 'ends' (play ends and the dead stones are agreed on), 'ends_alive' (play ends, and
 * nobody is asked about dead stones), 'white_last', 'resumed' or 'plain'.
 */
export function passMeans(record) {
  const { settings: { rules }, button, moves, to_move, pass_ends, resumptions_left } = record;
  if (rules.button === 'first_pass' && !button) return 'button';
  if (pass_ends) return rules.dead === 'agreement' && resumptions_left > 0 ? 'ends' : 'ends_alive';
  if (isResumed(record) && rules.scoring === 'territory') return 'resumed';
  if (rules.white_passes_last && to_move === 'black' && moves.at(-1)?.at === 'pass') return 'white_last';
  return 'plain';
}
