// A kept tree as its reader changes it, and the changes as the server hears of them.

import { GONE, MADE } from './unsent-changes.js';
import { KeptNodes } from './kept-nodes.js';
import { bytesOf, isMarked, newNodeId, writtenNode } from './node-shape.js';

/** @import { KeptNode, Marks } from './node-shape.js' */
/** @import { Color } from '../shapes/game.js' */
/** @import { Change } from './unsent-changes.js' */

const LARGEST_ORDER = 2 ** 31 - 1;
/** @type {{words: string, marks: Marks} & Record<string, any>} */
const EMPTY = { words: '', marks: {} };
/** @param {{words: string, marks: Marks}} said */
const isSaid = ({ words, marks }) => words !== '' || isMarked(marks);

export class KeptTree extends KeptNodes {
  // --- what the reader does ---

  /**
   * A new node behind a drawn one: a move, or something that is said of the position. Answers the drawn node.
   * @param {number} at
   * @param {{move?: {color: Color, at: string} | null, words?: string, marks?: Marks}} said
   */
  make(at, { move = null, ...said } = {}) {
    const place = this.tree.placeOf(at);
    const last = this.tree.children[at].at(-1);
    const order = move && last !== undefined ? Math.min((this.tree.orderOf(last)?.order ?? -1) + 1, LARGEST_ORDER) : 0;
    /** @type {any} */
    const node = {
      ...EMPTY, ...said, id: newNodeId(), ...(place ? { from: place } : { parent: this.keptAt(at)[0].id }), move, order, isKnown: false,
    };
    this.unsent.make(node.id);
    this.hang(node);
    return node.drawn;
  }

  /**
   * The move of a drawn node takes these stones off.
   * @param {number} drawn
   * @param {string[]} captured
   */
  judged(drawn, captured) {
    for (const node of this.keptAt(drawn)) {
      node.captured = captured;
      if (!node.isKnown) this.unsent.touched.add(node.id);
    }
  }

  /**
   * Drawn nodes were taken away, with all behind them.
   * @param {number[]} drawn
   */
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

  /**
   * Writes the words or the marks at a drawn node.
   * @param {number} drawn
   * @param {string} field
   * @param {any} value
   */
  write(drawn, field, value) {
    const [first, ...others] = this.keptAt(drawn);
    const said = { ...EMPTY, [field]: value };
    if (first) this.set(first, field, value);
    else if (isSaid(said)) this.make(drawn, said);
    // What several nodes said is said by the first one from now on.
    for (const other of others) if (isSaid({ ...EMPTY, [field]: other[field] })) this.set(other, field, EMPTY[field]);
    for (const note of this.keptAt(drawn)) if (!note.move && !isSaid(note) && !this.carries(note)) this.removeNote(note);
  }

  /**
   * The kept ways to go on among which a drawn one is, and its place among them.
   * @param {number} drawn
   */
  waysAbout(drawn) {
    const ways = this.tree.siblingsOf(drawn).filter((way) => this.tree.orderOf(way));
    return { ways, place: ways.indexOf(drawn) };
  }

  /**
   * May a drawn node be put before (-1) or behind (1) the next of the kept ways to go on?
   * @param {number} drawn
   * @param {number} direction
   */
  mayShift(drawn, direction) {
    const { ways, place } = this.waysAbout(drawn);
    return place >= 0 && ways[place + direction] !== undefined;
  }

  /**
   * @param {number} drawn
   * @param {number} direction
   */
  shift(drawn, direction) {
    if (!this.mayShift(drawn, direction)) return;
    const { ways, place } = this.waysAbout(drawn);
    ways.splice(place + direction, 0, ...ways.splice(place, 1));
    ways.forEach((way, order) => {
      for (const node of this.keptAt(way)) if (node.move && node.order !== order) this.set(node, 'order', order);
    });
    this.sort(drawn);
  }

  /**
   * @param {any} node
   * @param {string} field
   * @param {any} value
   */
  set(node, field, value) {
    node[field] = value;
    this.unsent.write(node.id, field);
  }

  /**
   * Does anything hang on a node itself?
   * @param {KeptNode} node
   */
  carries({ id, drawn }) {
    return this.tree.children[drawn].some((child) => this.keptAt(child).some(({ parent }) => parent === id));
  }

  /** @param {KeptNode} node */
  removeNote({ id, drawn, isKnown }) {
    this.nodes.delete(id);
    this.tree.nodes[drawn].kept = this.keptAt(drawn).filter((node) => node.id !== id);
    this.unsent.remove(id, { told: isKnown });
  }

  // --- what is sent ---

  /**
   * The next changes to send. Moves that nobody has judged wait, and so does what hangs on them; with `removals` all but these wait.
   * @param {{most: number, bytes: number, removals?: boolean}} limits
   */
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

  /**
   * @param {string} id
   * @param {Change} change
   * @param {Set<string>} before
   */
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

  /**
   * Another node has this id already.
   * @param {string} id
   */
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
