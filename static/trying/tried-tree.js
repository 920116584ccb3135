// A tree with moves that a reader tries. They hang beside what was played, which stays as it is.

import { MoveTree } from './tree.js';
import { opponentOf } from '../board/moves.js';

/** @import { Layout } from '../board/layout.js' */
/** @import { Color } from '../shapes/game.js' */
/** @import { KeptNode } from './node-shape.js' */
/** @import { TreeMove, TreeNode } from './tree.js' */

/** The moves that a line of the protocol may have. */
export const LONGEST_LINE = 2_000;

export class TriedTree extends MoveTree {
  /**
   * @param {Layout} board
   * @param {TreeNode[]} nodes
   */
  constructor(board, nodes) {
    super(board, [...nodes]);
    /** How many nodes were tried. */
    this.count = 0;
    /** The nodes of a record by their numbers, which stay when others come or go. */
    this.numbered = new Map(nodes.map((_, node) => [this.numberOf(node), node]));
    /**
     * Is told of each change of the shape: `added(node)`; `turned(node)`, which is at another place among its siblings;
     * `cut(node)`, before it goes; `renewed()`, of many.
     * @type {any}
     */
    this.watcher = null;
  }

  /**
   * Makes many changes, of which the watcher is told at once.
   * @param {() => any} change
   */
  inBulk(change) {
    const { watcher } = this;
    this.watcher = null;
    try {
      return change();
    } finally {
      this.watcher = watcher;
      watcher?.renewed();
    }
  }

  /** @param {number} node */
  isTried(node) {
    return this.nodes[node].tried === true;
  }

  /**
   * Does a node look like one that was tried beside something else?
   * @param {number} node
   */
  isBeside(node) {
    return this.isTried(node);
  }

  /**
   * The last node that was not tried on the way to a node.
   * @param {number} node
   */
  homeOf(node) {
    let home = node;
    while (this.isTried(home)) home = this.parentOf(home);
    return home;
  }

  /**
   * The tried nodes on the way to a node, the first one first.
   * @param {number} node
   */
  triedTo(node) {
    const way = [];
    for (let at = node; this.isTried(at); at = this.parentOf(at)) way.push(at);
    return way.reverse();
  }

  /**
   * The place of a node by which kept ones may hang on it, as the protocol has it; null of a tried one.
   * @param {number} node
   */
  placeOf(node) {
    return this.isTried(node) ? null : { node: this.numberOf(node) };
  }

  /**
   * The node of a place; null if there is none.
   * @param {{node?: number}} place
   */
  nodeAt({ node: number } = {}) {
    const node = this.numbered.get(/** @type {number} */ (number));
    return node !== undefined && this.has(node) && !this.isTried(node) ? node : null;
  }

  /**
   * The kept node whose order a tried one has among its siblings; null of others, which come first.
   * @param {number} node
   */
  orderOf(node) {
    const [kept] = this.nodes[node].kept ?? [];
    return kept?.move && this.isTried(node) ? kept : null;
  }

  /**
   * Is a node to come before another one that hangs on the same?
   * @param {number} node
   * @param {number} other
   */
  comesBefore(node, other) {
    const [one, two] = [this.orderOf(node), this.orderOf(other)];
    if (!one || !two) return !one && two !== null;
    return one.order === two.order ? one.id < two.id : one.order < two.order;
  }

  /**
   * The move that goes on from a node in this way already: its node, or undefined.
   * @param {number} parent
   * @param {TreeMove} move
   */
  sameMove(parent, { color, at }) {
    return this.children[parent].find((child) => {
      const { move } = this.nodes[child];
      return move && move.color === color && move.at === at;
    });
  }

  /**
   * Puts a move behind a node; answers its own node. `captured` is left out until somebody has judged it, and `kept` are the
   * nodes that keep it.
   * @param {number} parent
   * @param {TreeMove} move
   * @param {KeptNode[]} kept
   */
  add(parent, { color, at, captured }, kept = []) {
    const number = (this.lastSaid(parent, (said) => said.move?.number) ?? 0) + 1;
    /** @type {TreeMove} */
    const move = { color, at, number };
    if (captured?.length) move.captured = captured;
    const node = this.hang(parent, { parent, move, waits: captured === undefined, tried: true, kept });
    this.count += 1;
    return node;
  }

  /**
   * Hangs a node, whose fields are given, behind another one: in its order or, with `first`, as the first way to go on.
   * @param {number} parent
   * @param {any} said
   */
  hang(parent, said, { first = false } = {}) {
    const node = this.nodes.length;
    const siblings = this.children[parent];
    said.parent = parent;
    this.nodes.push(said);
    this.children.push([]);
    this.depths.push(this.depths[parent] + 1);
    if (first) siblings.unshift(node);
    else siblings.splice(this.placeAmong(siblings, node), 0, node);
    if (siblings.length === 2) this.forks += 1;
    this.watcher?.added(node);
    return node;
  }

  /**
   * Where a node belongs among others: mostly at the end.
   * @param {number[]} siblings
   * @param {number} node
   */
  placeAmong(siblings, node) {
    let place = siblings.length;
    while (place > 0 && this.comesBefore(node, siblings[place - 1])) place -= 1;
    return place;
  }

  /**
   * Another order decides where a tried node is among its siblings.
   * @param {number} node
   */
  sort(node) {
    if (!this.isTried(node)) return;
    const siblings = this.children[this.parentOf(node)];
    const before = siblings.indexOf(node);
    const others = siblings.filter((other) => other !== node);
    const place = this.placeAmong(others, node);
    if (place === before) return;
    siblings.splice(before, 1);
    siblings.splice(place, 0, node);
    this.watcher?.turned(node);
  }

  /**
   * A node becomes the first way to go on from its parent.
   * @param {number} node
   */
  turn(node) {
    const siblings = this.children[this.parentOf(node)];
    if (siblings[0] === node) return;
    siblings.splice(siblings.indexOf(node), 1);
    siblings.unshift(node);
    this.watcher?.turned(node);
  }

  /**
   * A move was judged, and takes these stones off.
   * @param {number} node
   * @param {string[]} captured
   */
  settle(node, captured) {
    const said = this.nodes[node];
    said.waits = false;
    if (captured.length === 0) return;
    /** @type {TreeMove} */ (said.move).captured = captured;
    this.forgetFrom(node);
  }

  /**
   * Other stones stand at a node, and so behind it.
   * @param {number} node
   */
  forgetFrom(node) {
    for (const below of this.from(node)) this.known.delete(below);
  }

  /**
   * Takes a node away, with all behind it; answers their nodes.
   * @param {number} node
   */
  remove(node) {
    const gone = this.from(node);
    const siblings = this.children[this.parentOf(node)];
    this.watcher?.cut(node);
    siblings.splice(siblings.indexOf(node), 1);
    if (siblings.length === 1) this.forks -= 1;
    for (const each of gone) {
      if (this.isTried(each)) this.count -= 1;
      if (this.children[each].length > 1) this.forks -= 1;
      this.known.delete(each);
      this.children[each] = [];
      this.depths[each] = -1;
    }
    return gone;
  }

  /**
   * Is it there still?
   * @param {number} node
   */
  has(node) {
    return this.depths[node] >= 0;
  }

  /**
   * A node and all behind it.
   * @param {number} node
   */
  from(node) {
    const all = [node];
    // One by one: a node may have more ways on than a call takes arguments.
    for (let i = 0; i < all.length; i += 1) for (const child of this.children[all[i]]) all.push(child);
    return all;
  }
}

/**
 * The record's own next node, where it goes on; undefined at its ends.
 * @param {TriedTree} tree
 * @param {number} node
 */
const nextOwn = (tree, node) => tree.children[node].find((child) => !tree.isTried(child));

/**
 * Who moves next at a node, as far as the record tells; `handicap` is its number of stones.
 * @param {TriedTree} tree
 * @param {number} node
 */
export function toMoveAt(tree, node, handicap = 0) {
  // The record itself knows best: whose turn it says it is, and who moves next in it.
  for (let at = tree.isTried(node) ? undefined : node; at !== undefined; at = nextOwn(tree, at)) {
    const { to_move: said, move } = tree.nodes[at];
    if (at !== node && move) return move.color;
    if (said) return said;
  }
  for (let at = node; at >= 0; at = tree.parentOf(at)) {
    const { to_move: said, move } = tree.nodes[at];
    if (said) return said;
    if (move) return opponentOf(move.color);
  }
  return handicap >= 2 ? 'white' : 'black';
}

/**
 * @param {TreeMove} move
 * @param {boolean} [told]
 */
const written = ({ color, at }, told) => (told ? `${color}:${at}` : at);

/**
 * How moves are tried beside a record: who is to move at a node, and the lines in which a tried move is asked for.
 * @param {TriedTree} tree
 * @param {any} game
 */
export const besideRecord = (tree, game) => ({
  toMoveAt: (/** @type {number} */ node) => toMoveAt(tree, node, game.handicap),
  lineTo: (/** @type {number} */ node) => lineTo(tree, node, game),
  bareLineTo: (/** @type {number} */ node) => bareLineTo(tree, node, game),
  beginAt: (/** @type {number} */ node) => beginAt(tree, node, toMoveAt(tree, node, game.handicap)),
});

/**
 * Moves without the passes that end play, for no game begins behind them.
 * @param {any[]} moves
 */
export function withoutEnd(moves) {
  const passes = moves.length - 1 - moves.findLastIndex(({ at }) => at !== 'pass');
  return passes < 2 ? moves : moves.slice(0, -passes);
}

/**
 * The moves that lead to a node at which this player is to move, as far back as they are one line, and the node where it begins,
 * with the player to move there.
 * @param {TriedTree} tree
 * @param {number} node
 * @param {Color} toMove
 */
function lineBack(tree, node, toMove) {
  const before = [];
  let [start, next] = [node, toMove];
  while (start > 0 && before.length < LONGEST_LINE) {
    const { setup, to_move: said, move: made } = tree.nodes[start];
    // No move leads to stones that were set up, or over a move that the rules forbid. And a player who moves twice has some reason that
    // the rules do not know: handicap stones, or a turn that the record gives.
    if (setup || made?.illegal || (said && !made) || made?.color === next) break;
    if (made) {
      before.push(made);
      next = made.color;
    }
    start = tree.parentOf(start);
  }
  return { stones: tree.positionAt(start).stones, to_move: next, before: before.reverse() };
}

/**
 * The position at a node of a record as a game may begin in it: {stones, to_move, moves}.
 * @param {TriedTree} tree
 * @param {number} node
 * @param {Color} toMove
 */
function beginAt(tree, node, toMove) {
  const { before, ...begins } = lineBack(tree, node, toMove);
  return { ...begins, moves: withoutEnd(before).map((move) => written(move)).join(',') };
}

/**
 * The line of the protocol in which the move of a tried node is asked for; `board` and `rules` are the record's.
 * @param {TriedTree} tree
 * @param {number} node
 * @param {any} parts
 */
function lineTo(tree, node, { board, rules }) {
  const move = /** @type {TreeMove} */ (tree.nodes[node].move);
  const { before, ...setup } = lineBack(tree, tree.parentOf(node), move.color);
  return { board, rules, setup, moves: before.map((made) => written(made)).join(','), move: written(move, true) };
}

/**
 * The same without the moves before it: only the stones are known then, and no ko.
 * @param {TriedTree} tree
 * @param {number} node
 * @param {any} parts
 */
export function bareLineTo(tree, node, { board, rules }) {
  const move = /** @type {TreeMove} */ (tree.nodes[node].move);
  return { board, rules, setup: { stones: tree.positionAt(tree.parentOf(node)).stones, to_move: move.color }, moves: '', move: written(move, true) };
}
