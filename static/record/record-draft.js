// A record as its owner changes it, until it is saved: its nodes, and its headline.

import { changedFacts, drafted, factsOf, infoOf } from './facts.js';
import { changesOf } from './draft-changes.js';
import { TriedTree } from '../trying/tried-tree.js';

/** @import { RecordNode } from '../shapes/record.js' */
/** @import { Facts } from './facts.js' */

/** The tree of a record while its owner changes it. New moves are moves of the record like all others. */
class DraftTree extends TriedTree {
  /**
   * `saved` are the nodes as the server has them, which stay as they are.
   * @param {any} board
   * @param {any} saved
   */
  constructor(board, saved) {
    super(board, saved.map((/** @type {object} */ node) => ({ ...node })));
  }

  /** None is beside the record, and so each has its say in whose turn it is. */
  isTried() {
    return false;
  }

  /**
   * May a node be put before (-1) or behind (1) the next of the ways to go on?
   * @param {number} node
   * @param {number} direction
   */
  mayShift(node, direction) {
    const siblings = this.siblingsOf(node);
    return siblings[siblings.indexOf(node) + direction] !== undefined;
  }

  /**
   * @param {number} node
   * @param {number} direction
   */
  shift(node, direction) {
    const siblings = this.siblingsOf(node);
    const place = siblings.indexOf(node);
    siblings.splice(place + direction, 0, ...siblings.splice(place, 1));
    this.watcher?.turned(node);
  }

  /** All nodes in depth-first order, as the server tells them. */
  inOrder() {
    const all = [];
    const waiting = [0];
    while (waiting.length > 0) {
      const node = /** @type {number} */ (waiting.pop());
      all.push(node);
      for (let i = this.children[node].length - 1; i >= 0; i -= 1) waiting.push(this.children[node][i]);
    }
    return all;
  }
}

/** So many changes one request may have. */
export const MOST_CHANGES = 500;
/** So many bytes a request may have, with room for one more comment of usual length. The server takes 256 KiB. */
const MOST_BYTES = 200_000;
/** @param {any} value */
const bytesOf = (value) => new TextEncoder().encode(JSON.stringify(value)).length;

export class RecordDraft {
  /**
   * `board` is the layout of the record's board.
   * @param {any} board
   * @param {any} record
   */
  constructor(board, record) {
    this.record = record;
    this.tree = new DraftTree(board, record.nodes);
    this.savedFacts = factsOf(record.info);
    this.facts = this.savedFacts;
    this.changed();
  }

  /** The draft is another one now. */
  changed() {
    /** @type {any} */
    this.known = null;
  }

  /** The changes of the nodes against the saved record, as the protocol has them. */
  get changes() {
    this.known ??= changesOf(this.tree, this.record.nodes);
    return this.known;
  }

  /** How many changes are not saved. */
  get count() {
    return this.changes.length + changedFacts(this.savedFacts, this.facts).length;
  }

  /** May the nodes change in more ways before they are saved? */
  get hasRoom() {
    return this.changes.length < MOST_CHANGES && bytesOf(this.changes) < MOST_BYTES;
  }

  /** The body of the request that saves it. */
  get body() {
    const { changes } = this;
    const info = infoOf(this.savedFacts, this.facts);
    return { ...(changes.length > 0 && { changes }), ...(info && { info }) };
  }

  /** The headline as it will be. */
  get info() {
    return drafted(this.record.info, this.facts);
  }

  // --- the acts of the owner ---

  /** @param {Facts} facts */
  writeFacts(facts) {
    this.facts = { ...this.facts, ...facts };
  }

  /**
   * A new move behind a node; answers its node.
   * @param {any} parent
   * @param {any} move
   */
  add(parent, move) {
    const node = this.tree.add(parent, move);
    this.changed();
    return node;
  }

  /**
   * Takes a node away with all behind it; answers their nodes.
   * @param {number} node
   */
  remove(node) {
    const gone = this.tree.remove(node);
    this.changed();
    return gone;
  }

  /**
   * Writes the `comment`, the `name` or the `marks` of a node.
   * @param {number} node
   * @param {string} field
   * @param {any} value
   */
  write(node, field, value) {
    this.tree.nodes[node][field] = value;
    this.changed();
  }

  /**
   * @param {number} node
   * @param {number} direction
   */
  shift(node, direction) {
    if (!this.tree.mayShift(node, direction)) return;
    this.tree.shift(node, direction);
    this.changed();
  }

  // --- the same node in a record ---

  /**
   * Is a node there in the saved record?
   * @param {number} node
   */
  isSaved(node) {
    return node < this.record.nodes.length;
  }

  /**
   * The place of a node, or of the last one before it that is there, in the saved record.
   * @param {number} node
   */
  homeOf(node) {
    let home = node;
    while (!this.isSaved(home)) home = this.tree.parentOf(home);
    return home;
  }

  /**
   * The place of a node in the record that was made of this draft, or of the last one before it that is there.
   * @param {{nodes: RecordNode[]}} parts
   * @param {number} node
   */
  placeIn({ nodes }, node) {
    const home = this.homeOf(node);
    const number = this.tree.numberOf(home);
    let place = Math.max(nodes.findIndex((/** @type {any} */ told, /** @type {number} */ i) => (told.node ?? i) === number), 0);
    for (const made of this.wayTo(home, node)) {
      const { color, at } = /** @type {any} */ (this.tree.nodes[made].move);
      const next = nodes.findIndex((/** @type {any} */ { parent, move }) => parent === place && move?.color === color && move.at === at);
      if (next < 0) break;
      place = next;
    }
    return place;
  }

  /**
   * The nodes behind one that lead to another, the first one first.
   * @param {any} home
   * @param {number} node
   */
  wayTo(home, node) {
    const way = [];
    for (let at = node; at !== home; at = this.tree.parentOf(at)) way.push(at);
    return way.reverse();
  }
}
