// The moments of a game as its events number them, and the moves that were on the board then.

/**
 * Calls `look` with each event and the moves after it.
 * @param {any[]} events
 * @param {(event: any, moves: number) => void} look
 */
function eachMoment(events, look) {
  let moves = 0;
  for (const event of events) {
    if (event.type === 'played' || event.type === 'passed') moves += 1;
    if (event.type === 'undo_accepted') ({ moves } = event);
    look(event, moves);
  }
}

/**
 * The number of the event that brought the game to so many moves last; null if none did.
 * @param {any[]} events
 * @param {number} number
 */
export function eventOfMove(events, number) {
  let found = null;
  /** @type {any} */
  let before = null;
  eachMoment(events, ({ seq }, moves) => {
    if (moves === number && before !== number) found = seq;
    before = moves;
  });
  return found;
}

/**
 * How many moves there were after an event.
 * @param {any[]} events
 * @param {number} number
 */
export function movesAfterEvent(events, number) {
  let found = 0;
  eachMoment(events, ({ seq }, moves) => { if (seq <= number) found = moves; });
  return found;
}
