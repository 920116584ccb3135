// A record's tree with moves that a reader tries. They hang beside the record, which stays as it is.

import { RecordTree } from '../record/tree.js';
import { opponentOf } from '../game/record.js';

export class TriedTree extends RecordTree {
  constructor(board, nodes) {
    super(board, [...nodes]);
    /** How many nodes are the record's own. */
    this.own = nodes.length;
    this.count = 0;
  }

  isTried(node) {
    return node >= this.own;
  }

  /** The last node of the record on the way to a node. */
  homeOf(node) {
    let home = node;
    while (this.isTried(home)) home = this.parentOf(home);
    return home;
  }

  /** The tried nodes on the way to a node, the first one first. */
  triedTo(node) {
    const way = [];
    for (let at = node; this.isTried(at); at = this.parentOf(at)) way.push(at);
    return way.reverse();
  }

  /** The move that goes on from a node in this way already: its node, or undefined. */
  sameMove(parent, { color, at }) {
    return this.children[parent].find((child) => {
      const { move } = this.nodes[child];
      return move && move.color === color && move.at === at;
    });
  }

  /** Puts a move behind a node; answers its own node. `captured` is left out until somebody has judged it. */
  add(parent, { color, at, captured }) {
    const node = this.nodes.length;
    const number = (this.lastSaid(parent, (said) => said.move?.number) ?? 0) + 1;
    this.nodes.push({ parent, move: { color, at, number, ...(captured?.length && { captured }) }, waits: captured === undefined });
    this.children.push([]);
    this.children[parent].push(node);
    this.depths.push(this.depths[parent] + 1);
    this.count += 1;
    return node;
  }

  /** A move was judged, and takes these stones off. */
  settle(node, captured) {
    const said = this.nodes[node];
    said.waits = false;
    if (captured.length === 0) return;
    said.move.captured = captured;
    for (const below of this.from(node)) this.known.delete(below);
  }

  /** Takes a tried node away, with all behind it; answers their nodes. */
  remove(node) {
    const gone = this.from(node);
    const siblings = this.children[this.parentOf(node)];
    siblings.splice(siblings.indexOf(node), 1);
    for (const each of gone) {
      this.known.delete(each);
      this.children[each] = [];
      this.depths[each] = -1;
    }
    this.count -= gone.length;
    return gone;
  }

  /** Is it there still? */
  has(node) {
    return this.depths[node] >= 0;
  }

  /** A node and all behind it. */
  from(node) {
    const all = [node];
    for (let i = 0; i < all.length; i += 1) all.push(...this.children[all[i]]);
    return all;
  }
}

/** The record's own next node, where it goes on; undefined at its ends. */
const nextOwn = (tree, node) => tree.children[node].find((child) => !tree.isTried(child));

/** Who moves next at a node, as far as the record tells; `handicap` is its number of stones. */
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

const written = ({ color, at }, told) => (told ? `${color}:${at}` : at);

/** The line of the protocol in which the move of a tried node is asked for; `board` and `rules` are the record's. */
export function lineTo(tree, node, { board, rules }) {
  const { move } = tree.nodes[node];
  const moves = [];
  let start = tree.parentOf(node);
  let next = move.color;
  while (start > 0) {
    const { setup, to_move: said, move: made } = tree.nodes[start];
    // No move leads to stones that were set up, or over a move that the rules forbid. And a player who moves twice has some reason that
    // the rules do not know: handicap stones, or a turn that the record gives.
    if (setup || made?.illegal || (said && !made) || made?.color === next) break;
    if (made) {
      moves.unshift(written(made));
      next = made.color;
    }
    start = tree.parentOf(start);
  }
  return { board, rules, setup: { stones: tree.positionAt(start).stones, to_move: next }, moves: moves.join(','), move: written(move, true) };
}

/** The same without the moves before it: only the stones are known then, and no ko. */
export function bareLineTo(tree, node, { board, rules }) {
  const { move } = tree.nodes[node];
  return { board, rules, setup: { stones: tree.positionAt(tree.parentOf(node)).stones, to_move: move.color }, moves: '', move: written(move, true) };
}
