// The nodes of a kept tree by their ids, and where they are among the moves that are drawn.
//
// A drawn node is a position. Kept nodes that lead to it share it: the same move, tried on two devices, is one way to go on, and
// a node without a move says something of the position on which it hangs. Each stays a node of its own on the server, so nothing
// of it is lost.

import { FIELDS, readNode } from './node-shape.js';
import { GONE, UnsentChanges } from './unsent-changes.js';
import { joinedMarks } from './shown-marks.js';

/** From so many changes on, what is drawn is laid out anew. */
const MANY = 100;

/**
 * Those with a move come first, and then the order decides.
 * @param {KeptNode} one
 * @param {KeptNode} other
 */
const compared = (one, other) => Number(!one.move) - Number(!other.move) || one.order - other.order || (one.id < other.id ? -1 : 1);

/**
 * Puts a node among others, which are sorted.
 * @param {any[]} nodes
 * @param {KeptNode} node
 */
function insert(nodes, node) {
  let [first, end] = [0, nodes.length];
  while (first < end) {
    const middle = (first + end) >> 1;
    if (compared(nodes[middle], node) < 0) first = middle + 1;
    else end = middle;
  }
  nodes.splice(first, 0, node);
}

/** @import { VariationNode } from '../shapes/trees.js' */
/** @import { KeptNode } from './node-shape.js' */
/** @import { TreeMove } from './tree.js' */
/** @import { TriedTree } from './tried-tree.js' */

export class KeptNodes {
  /** @type {TriedTree} */ tree;
  /** @type {(place: any) => any} */ nodeAt;
  /** @type {(drawn: any) => void} */ waits;

  /**
   * `nodeAt` finds the drawn node of a place: undefined if it is not there yet, and null if it never will be. `waits` is told of
   * each drawn node whose move nobody has judged.
   * @param {TriedTree} tree
   * @param {Partial<Pick<KeptNodes, 'nodeAt' | 'waits'>>} parts
   */
  constructor(tree, { nodeAt = (place) => tree.nodeAt(place), waits = () => {} } = {}) {
    Object.assign(this, { tree, nodeAt, waits });
    /** @type {Map<any, any>} */
    this.nodes = new Map();
    /**
     * Nodes whose place is not there yet.
     * @type {Map<any, any>}
     */
    this.homeless = new Map();
    this.unsent = new UnsentChanges();
    /** Has the server told the whole tree? */
    this.isRead = false;
  }

  get count() {
    return this.nodes.size + this.homeless.size;
  }

  /** @param {string} id */
  find(id) {
    return this.nodes.get(id) ?? this.homeless.get(id);
  }

  // --- what is said of a position ---

  /** @param {number} drawn */
  keptAt(drawn) {
    return this.tree.nodes[drawn].kept ?? [];
  }

  /** @param {number} drawn */
  wordsAt(drawn) {
    return this.keptAt(drawn).map(({ words }) => words).filter(Boolean).join('\n\n');
  }

  /** @param {number} drawn */
  marksAt(drawn) {
    return joinedMarks(this.keptAt(drawn).map(({ marks }) => marks));
  }

  // --- what the server tells ---

  /**
   * Takes up a tree, or what has changed of one. Answers the drawn nodes that are gone.
   * @param {{nodes: VariationNode[], gone?: string[]}} told
   */
  take({ nodes, gone }) {
    const told = gone ? null : new Set(nodes.map(({ id }) => id));
    const lost = gone ?? [...this.nodes.values(), ...this.homeless.values()].filter(({ id, isKnown }) => isKnown && !told?.has(id)).map(({ id }) => id);
    const change = () => {
      const removed = this.lose(lost);
      for (const node of nodes) this.hear(readNode(node));
      if (told) this.isRead = true;
      this.settle();
      return removed;
    };
    return lost.length + nodes.length < MANY ? change() : this.tree.inBulk(change);
  }

  /**
   * Takes up a node, which is this tree's own from now on.
   * @param {any} told
   */
  hear(told) {
    // This device has removed it, and so it goes; or that on which it hangs.
    if (this.unsent.removes(told.id) || (told.parent !== undefined && !this.find(told.parent))) return;
    const node = this.find(told.id);
    if (!node) {
      told.isKnown = true;
      told.captured ??= [];
      this.place(told);
      return;
    }
    node.isKnown = true;
    const { order } = node;
    for (const field of FIELDS) if (!this.unsent.writes(node.id, field)) node[field] = told[field];
    if (node.order !== order && node.drawn !== undefined) this.sort(node.drawn);
  }

  /**
   * The server has these nodes no more. Those on which something hangs that it does not have yet are made again.
   * @param {string[]} ids
   */
  lose(ids) {
    for (const id of ids) if (this.unsent.removes(id)) this.unsent.drop(id);
    const lost = new Set(ids.filter((id) => this.find(id)));
    const kept = this.waysTo([...this.unsent.all()].filter(([, change]) => change !== GONE).map(([id]) => id)).filter(({ id }) => lost.has(id));
    for (const node of kept) {
      node.isKnown = false;
      lost.delete(node.id);
    }
    if (kept.length > 0) this.unsent.makeAgain(kept.map(({ id }) => id));
    const touched = new Set();
    for (const id of lost) {
      const { drawn } = this.find(id);
      this.giveUp(id);
      if (drawn !== undefined) touched.add(drawn);
    }
    const removed = this.prune([...touched]);
    for (const drawn of touched) if (this.tree.has(drawn)) this.sort(drawn);
    return removed;
  }

  /**
   * These nodes and all on which they hang, each behind the one on which it hangs.
   * @param {string[]} ids
   */
  waysTo(ids) {
    const seen = new Set();
    const all = [];
    for (const id of ids) {
      const way = [];
      for (let node = this.find(id); node && !seen.has(node.id); node = this.find(node.parent)) {
        seen.add(node.id);
        way.push(node);
      }
      all.push(...way.reverse());
    }
    return all;
  }

  /** @param {string} id */
  forget(id) {
    this.nodes.delete(id);
    this.homeless.delete(id);
    this.unsent.drop(id);
  }

  /**
   * A node is kept no more, though its move stays.
   * @param {string} id
   */
  giveUp(id) {
    const node = this.find(id);
    this.forget(id);
    if (node?.drawn !== undefined) this.tree.nodes[node.drawn].kept = this.keptAt(node.drawn).filter((other) => other !== node);
  }

  /**
   * Takes drawn nodes away that nothing keeps any more, and then those before them.
   * @param {number[]} drawn
   */
  prune(drawn) {
    const { tree } = this;
    const removed = [];
    for (const start of drawn.sort((a, b) => tree.depths[b] - tree.depths[a])) {
      let node = start;
      while (tree.has(node) && tree.isTried(node) && tree.children[node].length === 0 && this.keptAt(node).length === 0) {
        const parent = tree.parentOf(node);
        removed.push(...tree.remove(node));
        node = parent;
      }
    }
    return removed;
  }

  // --- where nodes are drawn ---

  /**
   * Hangs a node where it belongs, or as soon as its place is there.
   * @param {KeptNode} node
   */
  place(node) {
    if (this.hang(node) === undefined) this.homeless.set(node.id, node);
  }

  /** Hangs those whose place is there by now, and gives up those that have none. Answers whether there were any. */
  settle() {
    const { size } = this.homeless;
    for (let found = true; found && this.homeless.size > 0;) {
      found = false;
      for (const node of [...this.homeless.values()]) {
        const lost = this.isRead && node.parent !== undefined && !this.find(node.parent);
        const hung = lost ? null : this.hang(node);
        if (hung === undefined) continue;
        found = true;
        this.homeless.delete(node.id);
        if (hung === null) this.forget(node.id);
      }
    }
    return this.homeless.size < size;
  }

  /**
   * True if it hangs now, undefined if its place is not there yet, and null if that never will be.
   * @param {KeptNode} node
   */
  hang(node) {
    const { tree } = this;
    const at = node.parent === undefined ? this.nodeAt(node.from) : this.nodes.get(node.parent)?.drawn;
    if (at === undefined || at === null) return at;
    this.nodes.set(node.id, node);
    const known = node.move ? tree.sameMove(at, node.move) : at;
    if (known === undefined) {
      node.drawn = tree.add(at, { .../** @type {TreeMove} */ (node.move), captured: node.captured }, [node]);
      if (node.captured === undefined) this.waits(node.drawn);
      return true;
    }
    node.drawn = known;
    if (tree.nodes[known].waits && node.captured) tree.settle(known, node.captured);
    const kept = (tree.nodes[known].kept ??= []);
    insert(kept, node);
    if (kept[0] === node) tree.sort(known);
    return true;
  }

  /** @param {number} drawn */
  sort(drawn) {
    this.tree.nodes[drawn].kept?.sort(compared);
    this.tree.sort(drawn);
  }
}
