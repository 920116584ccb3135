// Dead stones, as the server has them and as a player is about to mark them.

const same = (a, b) => a.size === b.size && [...a].every((item) => b.has(item));

/** What differs between two sets of dead stones. */
export function diffMarks(before, after) {
  const old = new Set(before);
  const now = new Set(after);
  return {
    died: after.filter((vertex) => !old.has(vertex)),
    revived: before.filter((vertex) => !now.has(vertex)),
  };
}

/** A player's marks that were not sent yet. */
export class PendingMarks {
  constructor() {
    this.base = new Set();
    this.dead = new Set();
    this.overtaken = false;
  }

  get changed() {
    return !same(this.base, this.dead);
  }

  /** The stones that differ from what the server has. */
  get touched() {
    const { died, revived } = diffMarks([...this.base], [...this.dead]);
    return [...died, ...revived];
  }

  /** Turns a whole chain: dead if it was alive, alive if it was dead. */
  toggle(chain) {
    const revive = chain.every((vertex) => this.dead.has(vertex));
    for (const vertex of chain) {
      if (revive) this.dead.delete(vertex);
      else this.dead.add(vertex);
    }
    if (!this.changed) this.overtaken = false;
  }

  /**
   * The server's marks changed. They take the place of what is shown here, but
   * what this player marked and didn't send stays on top of them.
   */
  follow(dead) {
    const next = new Set(dead);
    if (same(next, this.base)) return;
    const mine = this.touched.map((vertex) => [vertex, this.dead.has(vertex)]);
    this.base = next;
    this.dead = new Set(next);
    for (const [vertex, isDead] of mine) {
      if (isDead) this.dead.add(vertex);
      else this.dead.delete(vertex);
    }
    this.overtaken = this.changed;
  }

  reset() {
    this.dead = new Set(this.base);
    this.overtaken = false;
  }
}

/**
 * The marks a player sent and accepted last in this scoring phase, each null if
 * there are none: read from the game's events, so that a page that was opened
 * anew can still show what changed since.
 */
export function marksOf(events, color) {
  let dead = [];
  let sent = null;
  let accepted = null;
  for (const event of events) {
    if (event.type === 'resumed') sent = accepted = null;
    if (event.type === 'accepted' && event.color === color) accepted = dead;
    dead = event.state.scoring?.dead ?? [];
    if (event.type === 'proposed' && event.color === color) sent = dead;
  }
  return { sent, accepted };
}
