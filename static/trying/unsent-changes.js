// The changes of a kept tree that the server does not have yet: one for each node, however often the node has changed. What a
// node says is read when a change is sent, so a change here is only its kind.

/** @typedef {'made' | 'gone' | Set<string>} Change */

/** A node is made; it goes, with all behind it; or, as a set, some of its fields are written. */
export const MADE = 'made';
export const GONE = 'gone';

/**
 * A change, and a later one of the same node.
 * @param {any} before
 * @param {any} after
 */
function joined(before, after) {
  if (after === GONE || !before) return after;
  if (before === MADE || after === MADE) return MADE;
  return before === GONE ? GONE : new Set([...before, ...after]);
}

export class UnsentChanges {
  constructor() {
    /**
     * The changes that wait, by the ids of the nodes, in the order in which they are sent. A node comes behind the one on which
     * it hangs.
     * @type {Map<string, any>}
     */
    this.waiting = new Map();
    /**
     * Those that were sent and have no answer yet.
     * @type {Map<string, any>}
     */
    this.underWay = new Map();
    /**
     * Nodes that were to be made by requests without an answer: the server may have them.
     * @type {Set<string>}
     */
    this.doubtful = new Set();
    /**
     * The ids of nodes of which something has changed since the tab's copy was made.
     * @type {Set<string>}
     */
    this.touched = new Set();
  }

  /**
   * The change of a node; undefined if there is none.
   * @param {string} id
   */
  of(id) {
    const [before, after] = [this.underWay.get(id), this.waiting.get(id)];
    return after === undefined ? before : joined(before, after);
  }

  /** All of them, by the ids of the nodes. */
  all() {
    const all = new Map(this.underWay);
    for (const [id, change] of this.waiting) all.set(id, joined(all.get(id), change));
    return all;
  }

  /** @param {string} id */
  removes(id) {
    return (this.waiting.get(id) ?? this.underWay.get(id)) === GONE;
  }

  /**
   * Is a field written with what stands here, whatever the server tells of it?
   * @param {string} id
   * @param {string} field
   */
  writes(id, field) {
    return [this.waiting, this.underWay].some((changes) => changes.get(id) === MADE || (changes.get(id) instanceof Set && changes.get(id).has(field)));
  }

  /** @param {string} id */
  make(id) {
    this.touched.add(id);
    this.waiting.set(id, MADE);
  }

  /**
   * @param {string} id
   * @param {string} field
   */
  write(id, field) {
    this.touched.add(id);
    this.waiting.set(id, joined(this.waiting.get(id), new Set([field])));
  }

  /**
   * A node goes. The server hears of it, unless it has never heard of the node.
   * @param {string} id
   * @param {{told: boolean}} how
   */
  remove(id, { told }) {
    const isKnown = told || this.underWay.has(id) || this.doubtful.has(id);
    this.touched.add(id);
    this.waiting.delete(id);
    if (isKnown) this.waiting.set(id, GONE);
  }

  /**
   * Nothing of this node is to be sent any more.
   * @param {string} id
   */
  drop(id) {
    this.touched.add(id);
    this.waiting.delete(id);
  }

  /**
   * Nodes that the server has lost are made again, before all else: what hangs on them waits already.
   * @param {string[]} ids
   */
  makeAgain(ids) {
    for (const id of ids) this.touched.add(id);
    const others = [...this.waiting].filter(([id]) => !ids.includes(id));
    this.waiting = new Map([...ids.map((id) => /** @type {[string, any]} */ ([id, MADE])), ...others]);
  }

  /**
   * A node that is to be made has another id.
   * @param {string} id
   * @param {string} name
   */
  rename(id, name) {
    for (const each of [id, name]) this.touched.add(each);
    this.waiting = new Map([...this.waiting].map(([each, change]) => [each === id ? name : each, change]));
  }

  /**
   * These are sent.
   * @param {string[]} ids
   */
  begin(ids) {
    this.underWay = new Map(ids.map((id) => [id, this.waiting.get(id)]));
    for (const id of ids) this.waiting.delete(id);
  }

  /** The server has what was sent. */
  arrived() {
    for (const id of this.underWay.keys()) {
      this.touched.add(id);
      this.doubtful.delete(id);
    }
    this.underWay = new Map();
  }

  /**
   * What was sent is to be sent again: it was refused, or with `inDoubt` nobody knows.
   * @param {{inDoubt: boolean}} how
   */
  failed({ inDoubt }) {
    if (inDoubt) for (const id of this.underWay.keys()) this.doubtful.add(id);
    this.waiting = this.all();
    this.underWay = new Map();
  }
}
