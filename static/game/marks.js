// Dead stones and points that are nobody's, as the server has them and as a player is about to mark them.

/** @import { Color } from '../shapes/game.js' */

/** @type {('dead' | 'neutral')[]} */
/**
 * Points that are marked, by what they are marked as; and the changes of marks.
 * @typedef {{dead: string[], neutral: string[]}} Marks
 * @typedef {Record<string, string[]>} MarkChanges
 */

/** @type {(keyof Marks)[]} */
const KINDS = ['dead', 'neutral'];

/**
 * @param {any} a
 * @param {any} b
 */
const same = (a, b) => a.size === b.size && [...a].every((item) => b.has(item));
/** @param {any} marks */
const setsOf = (marks) => Object.fromEntries(KINDS.map((kind) => [kind, new Set(marks[kind])]));

/**
 * The marks that a `scoring` has; none before play has stopped.
 * @param {any} scoring
 */
export const marksIn = (scoring) => ({ dead: scoring?.dead ?? [], neutral: scoring?.neutral ?? [] });

/**
 * The differences between two pairs of lists {dead, neutral}: stones that died or were revived, points that became neutral or owned.
 * @param {any} before
 * @param {any} after
 */
export function diffMarks(before, after) {
  /** @param {string} kind */
  const gone = (kind) => missing(before[kind], after[kind]);
  /** @param {string} kind */
  const added = (kind) => missing(after[kind], before[kind]);
  return { died: added('dead'), revived: gone('dead'), unowned: added('neutral'), owned: gone('neutral') };
}

/**
 * @param {string[]} some
 * @param {string[]} others
 */
function missing(some, others) {
  const known = new Set(others);
  return some.filter((vertex) => !known.has(vertex));
}

/**
 * All vertices of a difference.
 * @param {MarkChanges} difference
 */
export const changedVertices = (difference) => Object.values(difference).flat();

/** A player's marks that were not sent yet. */
export class PendingMarks {
  /** @type {Set<string>} */ dead;
  /** @type {Set<string>} */ neutral;

  constructor() {
    this.base = setsOf({});
    Object.assign(this, setsOf({}));
    this.overtaken = false;
  }

  get changed() {
    return KINDS.some((kind) => !same(this.base[kind], this[kind]));
  }

  /** The marks as lists. */
  get shown() {
    return { dead: [...this.dead], neutral: [...this.neutral] };
  }

  /** The marks that the server has, as lists. */
  get sent() {
    return { dead: [...this.base.dead], neutral: [...this.base.neutral] };
  }

  /** The stones and points whose marks differ from the server's. */
  get touched() {
    return changedVertices(diffMarks(this.sent, this.shown));
  }

  /**
   * Turns a whole chain, dead if it was alive and alive if it was dead, or points, nobody's and back.
   * @param {'dead' | 'neutral'} kind
   * @param {string[]} vertices
   */
  toggle(kind, vertices) {
    this.put(kind, vertices, !vertices.every((vertex) => this[kind].has(vertex)));
  }

  /**
   * Marks stones or points, or takes their marks away.
   * @param {'dead' | 'neutral'} kind
   * @param {string[]} vertices
   * @param {boolean} marked
   */
  put(kind, vertices, marked) {
    for (const vertex of vertices) {
      if (marked) this[kind].add(vertex);
      else this[kind].delete(vertex);
    }
    if (!this.changed) this.overtaken = false;
  }

  /**
   * The server's marks changed. They replace the marks on the board, but marks
   * that this player has made and not sent stay on top of them.
   * @param {any} marks
   */
  follow(marks) {
    const next = setsOf(marks);
    if (KINDS.every((kind) => same(next[kind], this.base[kind]))) return;
    const { died, revived, unowned, owned } = diffMarks(this.sent, this.shown);
    const added = { dead: died, neutral: unowned };
    const gone = { dead: revived, neutral: owned };
    this.base = next;
    for (const kind of KINDS) {
      this[kind] = new Set([...next[kind], ...added[kind]].filter((vertex) => !gone[kind].includes(vertex)));
    }
    this.overtaken = this.changed;
  }

  reset() {
    Object.assign(this, setsOf(this.base));
    this.overtaken = false;
  }
}

/**
 * The marks a player sent and accepted last in this scoring phase, each null if
 * there are none: read from the game's events, so that a page that was opened
 * anew can still show what changed since.
 * @param {any[]} events
 * @param {Color} color
 */
export function marksOf(events, color) {
  let marks = marksIn(null);
  let sent = null;
  let accepted = null;
  for (const event of events) {
    if (event.type === 'resumed') sent = accepted = null;
    if (event.type === 'accepted' && event.color === color) accepted = marks;
    if ('scoring' in event.changed) marks = marksIn(event.changed.scoring);
    if (event.type === 'proposed' && event.color === color) sent = marks;
  }
  return { sent, accepted };
}
