// Moves and their variations as a tree. Every node says what it changes on the board, so that any
// position follows from the root without knowing any rule of the game.

import { forward, opponentOf } from '../board/moves.js';
import { parseVertex, pointCount } from '../board/geometry.js';

/** @import { Color } from '../shapes/game.js' */
/** @import { Layout } from '../board/layout.js' */

/**
 * A move of a tree: a vertex or `pass`. A move that the rules forbid has the rule.
 * @typedef {{color: Color, at: string, captured?: string[], number?: number, illegal?: string}} TreeMove
 */

/**
 * A node, as the server tells it and as the page has tried it: its parent, its move, and what is said there.
 * @typedef {{parent: any, node?: number, move?: TreeMove | null, tried?: boolean, waits?: boolean, kept?: any[]} & Record<string, any>} TreeNode
 */

/** @type {Record<string, number>} */
const STEPS = { back: -1, forward: 1, 'back-ten': -10, 'forward-ten': 10 };
/** @type {Record<string, number>} */
const VARIATIONS = { up: -1, down: 1 };
/** @type {Record<string, string>} */
const SETUP = { black: 'B', white: 'W', empty: '.' };

/**
 * The stones after a node, from those before it.
 * @param {Layout} board
 * @param {string} stones
 * @param {TreeNode} node
 */
function stonesAfter(board, stones, { setup, move }) {
  let after = stones;
  if (setup) {
    const points = [...stones];
    for (const [kind, vertices] of Object.entries(setup)) {
      for (const vertex of vertices) points[parseVertex(board, vertex)] = SETUP[kind];
    }
    after = points.join('');
  }
  if (!move || move.illegal === 'off_board') return after;
  return forward(board, after, { ...move, captured: move.captured ?? [] });
}

/**
 * The holder and the number of the stones that a move took: after suicide the opponent holds them.
 * @param {TreeMove | null | undefined} move
 */
function taken(move) {
  const captured = move?.captured ?? [];
  if (!move || captured.length === 0) return null;
  return { by: captured.includes(move.at) ? opponentOf(move.color) : move.color, count: captured.length };
}

export class MoveTree {
  /**
   * `board` with its `count` of points, and `nodes` as the server tells them: parents come first.
   * @param {Layout} board
   * @param {TreeNode[]} nodes
   */
  constructor(board, nodes) {
    this.board = board;
    this.nodes = nodes;
    /** @type {number[][]} */
    this.children = nodes.map(() => []);
    /** @type {number[]} */
    this.depths = new Array(nodes.length).fill(0);
    /** At how many nodes there are several ways to go on. */
    this.forks = 0;
    nodes.forEach(({ parent }, node) => {
      if (parent === null) return;
      if (this.children[parent].push(node) === 2) this.forks += 1;
      this.depths[node] = this.depths[parent] + 1;
    });
    /** @type {Map<number, any>} */
    this.known = new Map([[-1, { stones: '.'.repeat(pointCount(board)), prisoners: { black: 0, white: 0 } }]]);
  }

  /**
   * The node before a node; -1 before the root.
   * @param {number} node
   */
  parentOf(node) {
    return this.nodes[node].parent ?? -1;
  }

  /**
   * The number of a record's own node: its place in the list, unless the record says another one.
   * @param {number} node
   */
  numberOf(node) {
    return this.nodes[node].node ?? node;
  }

  /**
   * `node` and the other ways to go on from its parent.
   * @param {number} node
   */
  siblingsOf(node) {
    return node === 0 ? [0] : this.children[this.nodes[node].parent];
  }

  /**
   * The stones at a node, and the prisoners of each player.
   * @param {number} node
   */
  positionAt(node) {
    const missing = [];
    let known = node;
    while (!this.known.has(known)) {
      missing.push(known);
      known = this.parentOf(known);
    }
    let position = this.known.get(known);
    for (const next of missing.reverse()) {
      const prisoners = { ...position.prisoners };
      const took = taken(this.nodes[next].move);
      if (took) prisoners[took.by] += took.count;
      position = { stones: stonesAfter(this.board, position.stones, this.nodes[next]), prisoners };
      this.known.set(next, position);
    }
    return position;
  }

  /**
   * The last value at a node or before it, such as a mark or the time of a player; undefined if never.
   * @param {number} node
   * @param {(node: TreeNode) => any} read
   */
  lastSaid(node, read) {
    for (let at = node; at >= 0; at = this.parentOf(at)) {
      const said = read(this.nodes[at]);
      if (said !== undefined) return said;
    }
    return undefined;
  }
}

/** A reader's place in a tree. A reader who goes back and forward again takes the same way. */
export class Cursor {
  /** @param {MoveTree} tree */
  constructor(tree) {
    this.tree = tree;
    this.node = 0;
    /** @type {Map<number, number>} */
    this.ways = new Map();
  }

  get depth() {
    return this.tree.depths[this.node];
  }

  /**
   * The node that forward leads to, or null at an end.
   * @param {number} node
   */
  nextOf(node) {
    return this.ways.get(node) ?? this.tree.children[node][0] ?? null;
  }

  /** How far the way that is taken goes, from the root. */
  get length() {
    let last = this.node;
    for (let next = last; next !== null; next = this.nextOf(last)) last = next;
    return this.tree.depths[last];
  }

  /**
   * The reader takes no way through a node any more that is gone.
   * @param {number} node
   */
  forget(node) {
    const from = this.tree.parentOf(node);
    if (this.ways.get(from) === node) this.ways.delete(from);
  }

  /** @param {number} node */
  goTo(node) {
    const { tree } = this;
    // The way to the place before is known, and so is what both ways have in common.
    let before = this.node;
    for (let at = node; at > 0;) {
      while (tree.depths[before] > tree.depths[at]) before = tree.parentOf(before);
      if (before === at) break;
      this.ways.set(tree.parentOf(at), at);
      at = tree.parentOf(at);
    }
    this.node = node;
  }

  /**
   * Goes on by a number of nodes, or back if it is negative.
   * @param {number} count
   */
  step(count) {
    let { node } = this;
    for (let left = count; left > 0; left -= 1) node = this.nextOf(node) ?? node;
    for (let left = count; left < 0 && node > 0; left += 1) node = this.tree.parentOf(node);
    this.goTo(node);
  }

  first() {
    this.goTo(0);
  }

  last() {
    this.step(this.length - this.depth);
  }

  /**
   * Goes where a key or a button says: by steps, to an end of the line, or to another variation ('up', 'down').
   * @param {string} to
   */
  walk(to) {
    if (to === 'first') this.first();
    else if (to === 'last') this.last();
    else if (Object.hasOwn(VARIATIONS, to)) this.vary(VARIATIONS[to]);
    else this.step(STEPS[to]);
  }

  /**
   * Is there a node that way, 'back' or 'forward'?
   * @param {string} to
   */
  leads(to) {
    return to === 'back' ? this.node > 0 : this.nextOf(this.node) !== null;
  }

  /**
   * Is there a variation that way, 'up' or 'down'?
   * @param {string} to
   */
  varies(to) {
    return this.variation(VARIATIONS[to])[1] !== undefined;
  }

  /**
   * The same depth in the next (1) or the one before (-1) of the variations among which this one branched off last, or as
   * deep as that goes. False if there is none that way.
   * @param {number} direction
   */
  vary(direction) {
    const [branch, other] = this.variation(direction);
    if (other === undefined) return false;
    const below = this.depth - this.tree.depths[branch];
    this.goTo(other);
    this.step(below);
    return true;
  }

  /**
   * The last move on the way here that varies, and its variation in a direction, which may be undefined.
   * @param {number} direction
   */
  variation(direction) {
    let branch = this.node;
    while (branch > 0 && this.tree.siblingsOf(branch).length === 1) branch = this.tree.parentOf(branch);
    const siblings = this.tree.siblingsOf(branch);
    return [branch, siblings[siblings.indexOf(branch) + direction]];
  }
}
