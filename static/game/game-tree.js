// A game as a tree: its moves as they are played, and beside them the moves that a reader tries.

import { LONGEST_LINE, TriedTree, bareLineTo, withoutEnd } from '../trying/tried-tree.js';
import { boardWish, rulesWish } from '../go/wish.js';
import { opponentOf } from '../board/moves.js';
import { vertexOf } from '../board/geometry.js';

/** @import { Move } from '../shapes/game.js' */

/**
 * @param {any} one
 * @param {any} other
 */
const sameMove = (one, other) => one.color === other.color && one.at === other.at;

/**
 * The stones before the first move, and the player to move if it is not the usual one.
 * @param {any} board
 * @param {any} setup
 * @param {any} beginning
 */
function rootOf(board, setup, beginning) {
  if (!beginning) return setup.length > 0 ? { setup: { black: setup } } : {};
  const points = [...beginning.stones];
  /** @param {any} stone */
  const at = (stone) => points.flatMap((each, point) => (each === stone ? [vertexOf(board, point)] : []));
  return { setup: { black: at('B'), white: at('W') }, to_move: beginning.to_move };
}

export class GameTree extends TriedTree {
  /**
   * `setup` are the handicap stones that stand before the first move, and `beginning` is the position in which the game began, if
   * it is another one.
   * @param {any} board
   * @param {any} parts
   */
  constructor(board, { setup, beginning = null }) {
    super(board, [{ parent: null, ...rootOf(board, setup, beginning) }]);
    if (beginning) this.known.set(-1, { ...this.positionAt(-1), prisoners: beginning.prisoners });
    /** The root, and the nodes of the game's own moves. */
    this.line = [0];
    /** The number of the event behind which the game has them. */
    this.seq = 0;
  }

  /**
   * Follows the game to its moves behind the event `seq`. A move that was tried where the game now makes it becomes the game's
   * own. Moves that were taken back stay as tried ones, as far as something hangs on them or they lead to `place`, where the
   * reader is. Answers the nodes that are gone.
   * @param {{moves: any[], seq: number}} record
   * @param {number | null} place
   */
  follow({ moves, seq }, place = null) {
    let same = 0;
    while (same < moves.length && same + 1 < this.line.length && sameMove(this.nodes[this.line[same + 1]].move, moves[same])) same += 1;
    const gone = this.takeBack(same, place);
    for (const move of moves.slice(same)) this.append(move);
    this.seq = seq;
    return gone;
  }

  /**
   * @param {any} length
   * @param {any} place
   */
  takeBack(length, place) {
    const gone = [];
    for (const node of this.line.splice(length + 1).reverse()) {
      const { kept = [] } = this.nodes[node];
      if (this.children[node].length === 0 && kept.length === 0 && node !== place) gone.push(...this.remove(node));
      else {
        Object.assign(this.nodes[node], { tried: true, stood: this.seq });
        this.count += 1;
      }
    }
    return gone;
  }

  /** @param {Move} parts */
  append({ color, at, captured }) {
    const parent = /** @type {number} */ (this.line.at(-1));
    const move = { color, at, number: this.line.length, ...(captured.length > 0 && { captured }) };
    const tried = this.sameMove(parent, move);
    if (tried === undefined) this.line.push(this.hang(parent, { move }, { first: true }));
    else {
      Object.assign(this.nodes[tried], { move, tried: false, waits: false });
      this.count -= 1;
      this.forgetFrom(tried);
      this.turn(tried);
      this.line.push(tried);
    }
  }

  /**
   * By which place kept nodes hang on a node: the game has been there once, though its moves may have been taken back since.
   * @param {number} node
   * @returns {any}
   */
  placeOf(node) {
    const event = this.isTried(node) ? this.nodes[node].stood : this.seq;
    return event === undefined ? null : { move: this.depths[node], event };
  }

  /**
   * The node behind these moves, which the game had behind an event: those of them that have been taken back are tried ones.
   * @param {any[]} moves
   * @param {any} event
   */
  behind(moves, event) {
    let node = 0;
    for (const { color, at, captured } of moves) {
      const known = this.sameMove(node, { color, at });
      node = known ?? this.add(node, { color, at, captured });
      if (!this.isTried(node)) continue;
      if (this.nodes[node].waits) this.settle(node, captured);
      this.nodes[node].stood = event;
    }
    return node;
  }
}

/**
 * Moves as they are written: the colour is said where it is not the other one's, for handicap stones, and play that goes on after
 * passes.
 * @param {any} toMove
 * @param {any[]} moves
 */
function toldFrom(toMove, moves) {
  let next = toMove;
  return moves.map(({ color, at }) => {
    const said = color === next ? at : `${color}:${at}`;
    next = opponentOf(color);
    return said;
  });
}

/**
 * How moves are tried beside a game: who is to move at a node, and the lines in which a tried move is asked for. `recordNow`
 * answers the game.
 * @param {any} tree
 * @param {any} recordNow
 */
export function besideGame(tree, recordNow) {
  const { board, rules, handicap, position } = recordNow().settings;
  const places = rules.placement === 'free' && handicap > 1 && !position ? handicap : 0;
  // The moves that led to the position in which the game began: for ko they count.
  const led = position?.moves ? position.moves.split(',') : [];
  const asked = { board: boardWish(board), rules: rulesWish(rules) };
  const { setup: stones, to_move: begins } = tree.nodes[0];
  const first = begins ?? (stones ? 'white' : 'black');
  return {
    /** @param {number} node */
    toMoveAt(node) {
      const own = !tree.isTried(node);
      const next = own ? tree.line[tree.depths[node] + 1] : undefined;
      if (next !== undefined) return tree.nodes[next].move.color;
      if (own && recordNow().to_move) return recordNow().to_move;
      if (tree.depths[node] < places) return 'black';
      return node === 0 ? first : opponentOf(tree.nodes[node].move.color);
    },

    /** @param {number} node */
    lineTo(node) {
      const before = [];
      let start = tree.parentOf(node);
      for (; start > 0 && before.length + led.length < LONGEST_LINE; start = tree.parentOf(start)) before.push(tree.nodes[start].move);
      before.reverse();
      const { move } = tree.nodes[node];
      const isWhole = start <= 0;
      const setup = isWhole ? beginning() : { stones: tree.positionAt(start).stones, to_move: (before[0] ?? move).color };
      return { ...asked, setup, moves: [...(isWhole ? led : []), ...toldFrom(isWhole ? first : setup.to_move, before)].join(','), move: `${move.color}:${move.at}` };
    },

    bareLineTo: (/** @type {number} */ node) => bareLineTo(tree, node, asked),

    /**
     * The position at a node as another game may begin in it: {stones, to_move, moves}.
     * @param {number} node
     */
    beginAt(node) {
      const before = [];
      let start = node;
      for (; tree.depths[start] > places && before.length + led.length < LONGEST_LINE; start = tree.parentOf(start)) before.push(tree.nodes[start].move);
      const moves = withoutEnd(before.reverse());
      const isWhole = start === 0 && places === 0;
      const { stones: standing, to_move: next } = isWhole ? whole() : { stones: tree.positionAt(start).stones, to_move: moves[0]?.color ?? this.toMoveAt(start) };
      return { stones: standing, to_move: next, moves: [...(isWhole ? led : []), ...toldFrom(isWhole ? first : next, moves)].join(',') };
    },
  };

  /** The stones on which the first move was made: the game's own, or that of those which led to its beginning. */
  function whole() {
    return position ?? { stones: tree.positionAt(0).stones, to_move: first };
  }

  function beginning() {
    if (places > 0) return { handicap: places };
    if (!stones) return {};
    const { stones: standing, to_move: next } = whole();
    return { stones: standing, to_move: next };
  }
}
