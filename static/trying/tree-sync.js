// Keeps a tree the same here and on the server: reads it, sends what is changed here, and takes up what other devices of the
// reader change. One request at a time.

import { Problem } from '../net/problem.js';
import { bytesOf } from './node-shape.js';

/** The most changes of a request, and its most bytes. */
const MOST_CHANGES = 500;
const MOST_BYTES = 200_000;
/** A request of so many bytes outlives its page: browsers let no longer ones do so. */
const OUTLIVING_BYTES = 48_000;
/** Changes that come soon after each other are sent together. Whoever is shown the tree as it grows sees each within a second. */
const GATHERING = 300;
/** When to try again if the server is away; each time in vain doubles it. */
const FIRST_PAUSE = 2_000;
const LONGEST_PAUSE = 60_000;
/** So many refusals in a row are answered at once. */
const MOST_REFUSED = 5;
/** The answers that more patience changes, and those of them after which the changes may have been made. */
const UNKNOWN = ['unreachable', 'internal', 'unavailable'];
const LATER = [...UNKNOWN, 'later_release'];

/** @import { Variations } from '../net/api.js' */
/** @import { VariationChange, VariationTree } from '../shapes/trees.js' */
/** @import { KeptTree } from './kept-tree.js' */

export class TreeSync {
  /** @type {KeptTree} */ kept;
  /** @type {Variations} */ server;
  /** @type {(gone: number[]) => void} */ taken;
  /** @type {() => void} */ arrived;
  /** @type {(id: string, rule: string) => void} */ refused;
  /** @type {() => void} */ told;
  /** @type {any} */ timers;

  /**
   * `kept` is the KeptTree, and `server` has `read(since)`, `change(changes, {outlives})`, and `placesCome`: whether a place that
   * is not there may come. `taken` is told of drawn nodes that are gone when a tree was taken up, `arrived` that changes have
   * arrived, `refused` of a node whose move the rules forbid and of the rule, and `told` that `trouble` has changed.
   * @param {KeptTree} kept
   * @param {Variations} server
   * @param {any} parts
   */
  constructor(kept, server, { taken, arrived, refused, told, timers = globalThis }) {
    Object.assign(this, { kept, server, taken, arrived, refused, told, timers });
    /**
     * The server's number of the last change that is known here; null before the tree was read.
     * @type {number | null}
     */
    this.revision = null;
    this.wantsRead = true;
    this.busy = false;
    /**
     * What is being done, or was done last.
     * @type {Promise<unknown>}
     */
    this.working = Promise.resolve();
    /** Is a read under way? */
    this.reads = false;
    this.ended = false;
    /**
     * Why changes are not sent: null, 'away', 'full', 'own_full' or 'refused'.
     * @type {string | null}
     */
    this.trouble = null;
    this.hurries = false;
    this.inVain = 0;
    this.refusals = 0;
    /**
     * The node that the server missed last.
     * @type {string | null}
     */
    this.missed = null;
    /** @type {any} */
    this.timer = null;
    /** Does the timer wait for the server, and not for more changes? */
    this.pausing = false;
    /** Has the server said when it wants to be asked again? */
    this.held = false;
  }

  /**
   * The tree as somebody has read it already.
   * @param {VariationTree} tree
   */
  begin(tree) {
    this.wantsRead = false;
    this.takeUp(tree);
    this.changed();
  }

  end() {
    this.ended = true;
    this.wait(null);
  }

  /** Something was changed here, or with `makesRoom` taken away. */
  changed({ makesRoom = false } = {}) {
    if (makesRoom && this.isFull) this.tell(null);
    if (this.isFull) return;
    if (this.hurries) this.work();
    else if (this.timer === null && !this.pausing) this.wait(GATHERING);
  }

  /** Somebody looks at the page again, or the network is back: other devices may have changed the tree. */
  look() {
    this.hurries = false;
    // Browsers tell that a page is seen, and then that it has the focus.
    this.wantsRead ||= !this.reads;
    // There may be room by now, or the reader may be somebody again.
    if (this.trouble !== 'away') this.tell(null);
    this.work();
  }

  /** Other devices may have changed the tree meanwhile. */
  ask() {
    this.wantsRead = true;
    if (!this.pausing) this.work();
  }

  /** Nobody looks at the page any more: from now on all goes at once. */
  hurry() {
    this.hurries = true;
    this.work();
  }

  /** @param {number | null} time */
  wait(time, { pausing = false, held = false } = {}) {
    if (this.timer !== null) this.timers.clearTimeout(this.timer);
    Object.assign(this, { pausing, held });
    this.timer = time === null ? null : this.timers.setTimeout(() => {
      Object.assign(this, { timer: null, pausing: false, held: false });
      this.work();
    }, time);
  }

  /** Has the server all that is here? */
  get isDone() {
    const { waiting, underWay } = this.kept.unsent;
    return this.revision !== null && waiting.size === 0 && underWay.size === 0;
  }

  get isFull() {
    return this.trouble === 'full' || this.trouble === 'own_full';
  }

  /** Makes the requests that are to be made now. The answer is kept when that is done. */
  work() {
    if (!this.busy && !this.held && !this.ended && this.trouble !== 'refused') this.working = this.makeRequests();
    return this.working;
  }

  async makeRequests() {
    this.busy = true;
    this.wait(null);
    try {
      while (!this.ended && await this.step());
    } finally {
      this.busy = false;
    }
  }

  /** One request; false if there is none to make now. */
  async step() {
    // Whoever leaves has no use for what others have changed, and may have no second chance to send.
    const leaves = this.hurries && this.revision !== null && this.missed === null;
    const changes = this.wantsRead && !leaves ? null : this.nextChanges();
    if (changes?.length === 0) return false;
    try {
      if (changes) await this.change(changes);
      else await this.read();
      if (!this.ended) this.fine();
      return true;
    } catch (problem) {
      if (changes) this.kept.unsent.failed({ inDoubt: UNKNOWN.includes(problem.code) });
      if (!(problem instanceof Problem)) throw problem;
      return !this.ended && this.answerTo(problem);
    }
  }

  nextChanges() {
    return this.kept.begin({ most: MOST_CHANGES, bytes: this.hurries ? OUTLIVING_BYTES : MOST_BYTES, removals: this.isFull });
  }

  removes() {
    return [...this.kept.unsent.waiting.keys()].some((id) => this.kept.unsent.removes(id));
  }

  async read() {
    Object.assign(this, { wantsRead: false, reads: true });
    try {
      const tree = await this.server.read(this.revision);
      if (!this.ended) this.takeUp(tree);
    } catch (problem) {
      this.wantsRead = true;
      throw problem;
    } finally {
      this.reads = false;
    }
  }

  /** @param {VariationTree} told */
  takeUp({ revision, ...tree }) {
    const gone = this.kept.take(tree);
    this.revision = revision;
    this.taken(gone);
  }

  /** @param {VariationChange[]} changes */
  async change(changes) {
    const { revision, behind } = await this.server.change(changes, { outlives: bytesOf(changes) < OUTLIVING_BYTES });
    if (this.ended) return;
    this.kept.arrived();
    this.refusals = 0;
    this.missed = null;
    // What was removed has made room, perhaps enough.
    if (this.isFull) this.tell(null);
    // Other devices were faster: their changes come with those from here.
    if (behind === this.revision) this.revision = revision;
    else this.wantsRead = true;
    this.arrived();
  }

  fine() {
    this.inVain = 0;
    this.tell(this.trouble === 'away' ? null : this.trouble);
  }

  /** @param {string | null} trouble */
  tell(trouble) {
    if (this.trouble === trouble) return;
    this.trouble = trouble;
    this.told();
  }

  /**
   * What is done about a refusal; true if that is another request at once.
   * @param {{code: string, params: any}} problem
   */
  answerTo({ code, params }) {
    if (code === 'too_many_requests') this.wait(params.retry_after_ms ?? FIRST_PAUSE, { pausing: true, held: true });
    else if (LATER.includes(code) || (code === 'no_such_place' && this.server.placesCome)) this.pauseLonger();
    else if (code === 'tree_full') this.tell(params.max_trees ? 'own_full' : 'full');
    else if (!this.mend(code, params)) this.tell('refused');
    else if (this.refusals <= MOST_REFUSED) return true;
    else this.pauseLonger();
    // What is removed makes room.
    return code === 'tree_full' && this.removes();
  }

  /**
   * Mends what a refusal names; false if it is about something else.
   * @param {string} code
   * @param {any} params
   */
  mend(code, { node, missing, rule }) {
    if (node === undefined) return false;
    if (code === 'no_such_node') {
      // Another device has removed it. What hangs on it here is made again with it, once that is known; if the changes don't tell
      // it, the tree does.
      if (this.missed === missing) this.revision = null;
      this.missed = missing;
      this.wantsRead = true;
    } else if (code === 'node_differs') this.kept.rename(node);
    else if (code === 'illegal_move' || code === 'no_such_place') {
      // A place that is not there, and that does not come, is one of a record that its owner has changed.
      this.refused(node, rule ?? 'place');
      return true;
    } else return false;
    this.refusals += 1;
    return true;
  }

  pauseLonger() {
    this.tell('away');
    this.wait(Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** this.inVain), { pausing: true });
    this.inVain += 1;
  }
}
