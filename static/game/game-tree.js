// A game as a tree: its moves as they are played, and beside them the moves that a reader tries.

import { LONGEST_LINE, TriedTree, bareLineTo } from '../trying/tried-tree.js';
import { boardWish, rulesWish } from './wish.js';
import { opponentOf } from '../board/moves.js';

const sameMove = (one, other) => one.color === other.color && one.at === other.at;

export class GameTree extends TriedTree {
  /** `setup` are the handicap stones that stand before the first move. */
  constructor(board, setup) {
    super(board, [{ parent: null, ...(setup.length > 0 && { setup: { black: setup } }) }]);
    /** The root, and the nodes of the game's own moves. */
    this.line = [0];
  }

  /**
   * Follows the game to these moves. A move that was tried where the game now makes it becomes the game's own. Moves that were taken back
   * stay as tried ones, as far as tried moves hang behind them or lead to `place`, where the reader is. Answers the nodes that are gone.
   */
  follow(moves, place = null) {
    let same = 0;
    while (same < moves.length && same + 1 < this.line.length && sameMove(this.nodes[this.line[same + 1]].move, moves[same])) same += 1;
    const gone = this.takeBack(same, place);
    for (const move of moves.slice(same)) this.append(move);
    return gone;
  }

  takeBack(length, place) {
    const gone = [];
    for (const node of this.line.splice(length + 1).reverse()) {
      if (this.children[node].length === 0 && node !== place) gone.push(...this.remove(node));
      else {
        this.nodes[node].tried = true;
        this.count += 1;
      }
    }
    return gone;
  }

  append({ color, at, captured }) {
    const parent = this.line.at(-1);
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

  /** A move of the game is kept by its number: a page that is loaded again gives its node another one. */
  nameOf(node) {
    return this.depths[node];
  }

  named(number) {
    return this.line[number];
  }

  /** With them the moves of the game as far as they hang on it: they may have been taken back until the page is loaded again. */
  wrap(moves) {
    const length = Math.max(...moves.map(({ node = 0 }) => node));
    const line = this.line.slice(1, length + 1).map((node) => {
      const { color, at, captured = [] } = this.nodes[node].move;
      return { color, at, captured };
    });
    return { line, moves };
  }

  unwrap({ line, moves }) {
    if (!Array.isArray(line) || !line.every((move) => Array.isArray(move?.captured))) return null;
    this.follow(line);
    return moves;
  }
}

/** How moves are tried beside a game: who is to move at a node, and the lines in which a tried move is asked for. `recordNow` answers the game. */
export function besideGame(tree, recordNow) {
  const { board, rules, handicap } = recordNow().settings;
  const places = rules.placement === 'free' && handicap > 1 ? handicap : 0;
  const asked = { board: boardWish(board), rules: rulesWish(rules) };
  const first = tree.nodes[0].setup ? 'white' : 'black';
  return {
    toMoveAt(node) {
      const own = !tree.isTried(node);
      const next = own ? tree.line[tree.depths[node] + 1] : undefined;
      if (next !== undefined) return tree.nodes[next].move.color;
      if (own && recordNow().to_move) return recordNow().to_move;
      if (tree.depths[node] < places) return 'black';
      return node === 0 ? first : opponentOf(tree.nodes[node].move.color);
    },

    lineTo(node) {
      const before = [];
      let start = tree.parentOf(node);
      for (; start > 0 && before.length < LONGEST_LINE; start = tree.parentOf(start)) before.push(tree.nodes[start].move);
      before.reverse();
      const { move } = tree.nodes[node];
      const setup = start > 0 ? { stones: tree.positionAt(start).stones, to_move: (before[0] ?? move).color } : beginning();
      // The colour is said where it is not the other one's: handicap stones, and play that goes on after passes.
      let next = setup.to_move ?? 'black';
      const written = ({ color, at }) => {
        const said = color === next ? at : `${color}:${at}`;
        next = opponentOf(color);
        return said;
      };
      return { ...asked, setup, moves: before.map(written).join(','), move: `${move.color}:${move.at}` };
    },

    bareLineTo: (node) => bareLineTo(tree, node, asked),
  };

  function beginning() {
    if (places > 0) return { handicap: places };
    return tree.nodes[0].setup ? { stones: tree.positionAt(0).stones, to_move: first } : {};
  }
}
