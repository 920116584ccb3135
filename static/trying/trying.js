// Moves that a reader of a record or a game tries on the board.

import { Judge } from './judge.js';
import { keepMoves, restoreMoves } from './kept-moves.js';

/** So many moves a tab keeps for a record or a game. */
export const MOST_TRIED = 500;

export class Trying {
  /**
   * `tree` is a TriedTree, `cursor` the reader's place in it. `game` tells who is to move at a node and how the server is asked, see
   * `besideRecord`.
   * `ask` asks the server; `changed` is told that something is to be drawn, `refused` of a move that is none, and `captured` of a node that
   * takes stones.
   */
  constructor(tree, cursor, game, { key, ask, changed, refused, captured = () => {}, later }) {
    Object.assign(this, { tree, cursor, game, key, changed, refused, captured });
    this.on = false;
    this.away = false;
    this.judge = new Judge(tree, game, {
      ask, later,
      judged: (node, answer) => this.judged(node, answer),
      away: (away) => {
        if (away === this.away) return;
        this.away = away;
        changed();
      },
    });
    for (const node of restoreMoves(key, tree)) this.judge.add(node);
  }

  /** Who would move at the reader's place. */
  get toMove() {
    return this.game.toMoveAt(this.cursor.node);
  }

  /** Whether the move at the reader's place was tried. */
  get tried() {
    return this.tree.isTried(this.cursor.node);
  }

  /** Puts a stone there, or passes. The same move again leads to where it is. False if there is no room for more. */
  play(at) {
    const { tree, cursor } = this;
    const move = { color: this.toMove, at };
    const known = tree.sameMove(cursor.node, move);
    if (known !== undefined) {
      cursor.goTo(known);
      return true;
    }
    if (tree.count >= MOST_TRIED) return false;
    const node = tree.add(cursor.node, move);
    cursor.goTo(node);
    this.keep();
    this.judge.add(node);
    return true;
  }

  /** Takes the shown move away, if it was tried, with all behind it. */
  remove() {
    if (this.tried) this.drop(this.cursor.node);
  }

  /** Back to what was played. False if the reader is there. */
  goHome() {
    if (!this.tried) return false;
    this.cursor.goTo(this.tree.homeOf(this.cursor.node));
    return true;
  }

  drop(node) {
    const { tree, cursor } = this;
    const parent = tree.parentOf(node);
    const gone = tree.remove(node);
    if (gone.includes(cursor.node)) cursor.goTo(parent);
    for (const each of gone) cursor.forget(each);
    this.keep();
  }

  judged(node, { illegal, captured }) {
    if (illegal) {
      const { move } = this.tree.nodes[node];
      this.drop(node);
      this.refused(move, illegal);
    } else {
      this.tree.settle(node, captured);
      this.keep();
    }
    this.changed();
    if (captured?.length > 0) this.captured(node);
  }

  /** The moves are given up to whoever comes next: nothing of them changes any more. */
  end() {
    this.judge.end();
  }

  keep() {
    keepMoves(this.key, this.tree);
  }
}
