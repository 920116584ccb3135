// The moments of a game as its events number them, and the moves that were on the board then.

/** Calls `look` with each event and the moves after it. */
function eachMoment(events, look) {
  let moves = 0;
  for (const event of events) {
    if (event.type === 'played' || event.type === 'passed') moves += 1;
    if (event.type === 'undo_accepted') ({ moves } = event);
    look(event, moves);
  }
}

/** The number of the event that brought the game to so many moves last; null if none did. */
export function eventOfMove(events, number) {
  let found = null;
  let before = null;
  eachMoment(events, ({ seq }, moves) => {
    if (moves === number && before !== number) found = seq;
    before = moves;
  });
  return found;
}

/** How many moves there were after an event. */
export function movesAfterEvent(events, number) {
  let found = 0;
  eachMoment(events, ({ seq }, moves) => { if (seq <= number) found = moves; });
  return found;
}
