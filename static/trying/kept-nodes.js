// The nodes of a kept tree by their ids, and where they are among the moves that are drawn.
//
// A drawn node is a position. Kept nodes that lead to it share it: the same move, tried on two devices, is one way to go on, and a node without a
// move says something of the position on which it hangs. Each stays a node of its own on the server, so nothing of it is lost.

import { FIELDS, bytesOf, isMarked, newNodeId, readNode, writtenNode } from './node-shape.js';
import { GONE, MADE, UnsentChanges } from './unsent-changes.js';
import { joinedMarks } from './joined-marks.js';

const LARGEST_ORDER = 2 ** 31 - 1;
const EMPTY = { words: '', marks: {} };
const isSaid = ({ words, marks }) => words !== '' || isMarked(marks);

/** Those with a move come first, and then the order decides. */
const compared = (one, other) => (!one.move - !other.move) || one.order - other.order || (one.id < other.id ? -1 : 1);

export class KeptNodes {
  /**
   * `nodeAt` finds the drawn node of a place: undefined if it is not there yet, and null if it never will be. `waits` is told of each drawn node
   * whose move nobody has judged.
   */
  constructor(tree, { nodeAt = (place) => tree.nodeAt(place), waits = () => {} } = {}) {
    Object.assign(this, { tree, nodeAt, waits });
    this.nodes = new Map();
    /** Nodes whose place is not there yet. */
    this.homeless = new Map();
    this.unsent = new UnsentChanges();
    /** Has the server told the whole tree? */
    this.isRead = false;
  }

  get count() {
    return this.nodes.size + this.homeless.size;
  }

  find(id) {
    return this.nodes.get(id) ?? this.homeless.get(id);
  }

  // --- what the reader does ---

  /** A new node behind a drawn one: a move, or something that is said of the position. Answers the drawn node. */
  make(at, { move = null, ...said } = {}) {
    const place = this.tree.placeOf(at);
    const last = this.tree.children[at].at(-1);
    const order = move && last !== undefined ? Math.min((this.tree.orderOf(last)?.order ?? -1) + 1, LARGEST_ORDER) : 0;
    const node = {
      ...EMPTY, ...said, id: newNodeId(), ...(place ? { from: place } : { parent: this.keptAt(at)[0].id }), move, order, isKnown: false,
    };
    this.unsent.make(node.id);
    this.hang(node);
    return node.drawn;
  }

  /** The move of a drawn node takes these stones off. */
  judged(drawn, captured) {
    for (const node of this.keptAt(drawn)) {
      node.captured = captured;
      if (!node.isKnown) this.unsent.touched.add(node.id);
    }
  }

  /** Drawn nodes were taken away, with all behind them. */
  remove(drawn) {
    const nodes = drawn.flatMap((each) => this.keptAt(each));
    const gone = new Set(nodes.map(({ id }) => id));
    for (const { id, parent, isKnown } of nodes) {
      this.nodes.delete(id);
      // The server takes away by itself what hangs on a node.
      if (gone.has(parent)) this.unsent.drop(id);
      else this.unsent.remove(id, { told: isKnown });
    }
  }

  /** Writes the words or the marks at a drawn node. */
  write(drawn, field, value) {
    const [first, ...others] = this.keptAt(drawn);
    const said = { ...EMPTY, [field]: value };
    if (first) this.set(first, field, value);
    else if (isSaid(said)) this.make(drawn, said);
    // What several nodes said is said by the first one from now on.
    for (const other of others) if (isSaid({ ...EMPTY, [field]: other[field] })) this.set(other, field, EMPTY[field]);
    for (const note of this.keptAt(drawn)) if (!note.move && !isSaid(note) && !this.carries(note)) this.removeNote(note);
  }

  /** The kept ways to go on among which a drawn one is, and its place among them. */
  waysAbout(drawn) {
    const ways = this.tree.siblingsOf(drawn).filter((way) => this.tree.orderOf(way));
    return { ways, place: ways.indexOf(drawn) };
  }

  /** May a drawn node be put before (-1) or behind (1) the next of the kept ways to go on? */
  mayShift(drawn, direction) {
    const { ways, place } = this.waysAbout(drawn);
    return place >= 0 && ways[place + direction] !== undefined;
  }

  shift(drawn, direction) {
    if (!this.mayShift(drawn, direction)) return;
    const { ways, place } = this.waysAbout(drawn);
    ways.splice(place + direction, 0, ...ways.splice(place, 1));
    ways.forEach((way, order) => {
      for (const node of this.keptAt(way)) if (node.move && node.order !== order) this.set(node, 'order', order);
    });
    this.sort(drawn);
  }

  set(node, field, value) {
    node[field] = value;
    this.unsent.write(node.id, field);
  }

  /** Does anything hang on a node itself? */
  carries({ id, drawn }) {
    return this.tree.children[drawn].some((child) => this.keptAt(child).some(({ parent }) => parent === id));
  }

  removeNote({ id, drawn, isKnown }) {
    this.nodes.delete(id);
    this.tree.nodes[drawn].kept = this.keptAt(drawn).filter((node) => node.id !== id);
    this.unsent.remove(id, { told: isKnown });
  }

  // --- what is said of a position ---

  keptAt(drawn) {
    return this.tree.nodes[drawn].kept ?? [];
  }

  wordsAt(drawn) {
    return this.keptAt(drawn).map(({ words }) => words).filter(Boolean).join('\n\n');
  }

  marksAt(drawn) {
    return joinedMarks(this.keptAt(drawn).map(({ marks }) => marks));
  }

  // --- what the server tells ---

  /** Takes up a tree, or what has changed of one. Answers the drawn nodes that are gone. */
  take({ nodes, gone }) {
    const told = gone ? null : new Set(nodes.map(({ id }) => id));
    const lost = gone ?? [...this.nodes.values(), ...this.homeless.values()].filter(({ id, isKnown }) => isKnown && !told.has(id)).map(({ id }) => id);
    const removed = this.lose(lost);
    for (const node of nodes) this.hear(readNode(node));
    if (told) this.isRead = true;
    this.settle();
    return removed;
  }

  hear(told) {
    // This device has removed it, and so it goes; or that on which it hangs.
    if (this.unsent.removes(told.id) || (told.parent !== undefined && !this.find(told.parent))) return;
    const node = this.find(told.id);
    if (!node) {
      this.place({ ...told, isKnown: true, captured: told.captured ?? [] });
      return;
    }
    node.isKnown = true;
    const { order } = node;
    for (const field of FIELDS) if (!this.unsent.writes(node.id, field)) node[field] = told[field];
    if (node.order !== order && node.drawn !== undefined) this.sort(node.drawn);
  }

  /** The server has these nodes no more. Those on which something hangs that it does not have yet are made again. */
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

  /** These nodes and all on which they hang, each behind the one on which it hangs. */
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

  forget(id) {
    this.nodes.delete(id);
    this.homeless.delete(id);
    this.unsent.drop(id);
  }

  /** A node is kept no more, though its move stays. */
  giveUp(id) {
    const node = this.find(id);
    this.forget(id);
    if (node?.drawn !== undefined) this.tree.nodes[node.drawn].kept = this.keptAt(node.drawn).filter((other) => other !== node);
  }

  /** Takes drawn nodes away that nothing keeps any more, and then those before them. */
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

  /** Hangs a node where it belongs, or as soon as its place is there. */
  place(node) {
    if (this.hang(node) === undefined) this.homeless.set(node.id, node);
  }

  /** Hangs those whose place is there by now. */
  settle() {
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
  }

  /** True if it hangs now, undefined if its place is not there yet, and null if that never will be. */
  hang(node) {
    const { tree } = this;
    const at = node.parent === undefined ? this.nodeAt(node.from) : this.nodes.get(node.parent)?.drawn;
    if (at === undefined || at === null) return at;
    this.nodes.set(node.id, node);
    const known = node.move ? tree.sameMove(at, node.move) : at;
    if (known === undefined) {
      node.drawn = tree.add(at, { ...node.move, captured: node.captured }, [node]);
      if (node.captured === undefined) this.waits(node.drawn);
      return true;
    }
    node.drawn = known;
    if (tree.nodes[known].waits && node.captured) tree.settle(known, node.captured);
    tree.nodes[known].kept = [...this.keptAt(known), node];
    this.sort(known);
    return true;
  }

  sort(drawn) {
    this.tree.nodes[drawn].kept?.sort(compared);
    this.tree.sort(drawn);
  }

  // --- what is sent ---

  /** The next changes to send. Moves that nobody has judged wait, and so does what hangs on them; with `removals` all but these wait. */
  begin({ most, bytes, removals = false }) {
    const changes = [];
    const ids = new Set();
    let size = 0;
    for (const [id, change] of this.unsent.waiting) {
      if (removals && change !== GONE) continue;
      const said = this.changeOf(id, change, ids);
      if (!said) continue;
      size += bytesOf(said) + 1;
      if (changes.length === most || size > bytes) break;
      ids.add(id);
      changes.push(said);
    }
    this.unsent.begin([...ids]);
    return changes;
  }

  changeOf(id, change, before) {
    if (change === GONE) return { id, gone: true };
    const node = this.nodes.get(id);
    if (!node) return null;
    if (change !== MADE) return { id, ...Object.fromEntries([...change].map((field) => [field, node[field]])) };
    const hangs = node.parent === undefined || before.has(node.parent) || this.find(node.parent)?.isKnown;
    return hangs && !(node.move && this.tree.nodes[node.drawn].waits) ? writtenNode(node) : null;
  }

  /** What was sent has arrived. */
  arrived() {
    const { unsent } = this;
    for (const [id, change] of unsent.underWay) if (change === MADE && this.nodes.has(id)) this.nodes.get(id).isKnown = true;
    // The tab's copy of what hangs on them names them from now on.
    for (const id of unsent.waiting.keys()) if (unsent.underWay.has(this.find(id)?.parent)) unsent.touched.add(id);
    unsent.arrived();
  }

  /** Another node has this id already. */
  rename(id) {
    const node = this.nodes.get(id);
    if (!node) return;
    const name = newNodeId();
    this.nodes.delete(id);
    node.id = name;
    this.nodes.set(name, node);
    for (const other of this.nodes.values()) {
      if (other.parent !== id) continue;
      other.parent = name;
      this.unsent.touched.add(other.id);
    }
    this.unsent.rename(id, name);
    this.sort(node.drawn);
  }
}
