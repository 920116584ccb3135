// Events of a game beside its moves, each after the move it followed.

const LOGGED = [
  'undo_accepted', 'undo_rejected', 'paused', 'unpaused', 'clock_given', 'credited', 'resumed', 'timed_out', 'claimed', 'resigned', 'aborted',
];

export class GameLog {
  /** From a game's first event on, or from a snapshot of it. */
  constructor({ moves = [], undo = null, clock = null } = {}) {
    this.moves = moves.length;
    this.asked = undo?.color ?? null;
    this.timed = clock !== null;
    /** {after: a number of moves, event, withdrawn: whether an undo was rejected by who had asked, timed: whether there was a clock} */
    this.entries = [];
  }

  static from(events) {
    const log = new GameLog();
    for (const event of events) log.add(event);
    return log;
  }

  add(event) {
    if (event.type === 'played' || event.type === 'passed') this.moves += 1;
    if ('clock' in event.changed) this.timed = event.changed.clock !== null;
    if (event.type === 'undo_requested') this.asked = event.color;
    if (event.type === 'undo_accepted') this.takeBack(event.moves);
    if (!LOGGED.includes(event.type)) return;
    const withdrawn = event.type === 'undo_rejected' && event.color === this.asked;
    this.entries.push({ after: this.moves, event, withdrawn, timed: this.timed });
  }

  takeBack(moves) {
    this.moves = moves;
    for (const entry of this.entries) entry.after = Math.min(entry.after, moves);
  }

  /** Is there more in a game's log than the snapshot shows? Each move is an event, and so is taking the seats. */
  static isLonger({ seq, moves, players }) {
    return seq > moves.length + (players.black ? 1 : 0);
  }
}
