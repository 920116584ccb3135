// The acts of the owner of a record while it is edited: on the board, and beside it. The page uses it in the place of Trying.

import { Cursor } from '../trying/tree.js';
import { Judge } from '../trying/judge.js';
import { besideRecord } from '../trying/tried-tree.js';
import { markAt, marked } from '../trying/marking.js';
import { opponentOf } from '../board/moves.js';

export class Editing {
  /** @type {any} */ draft;
  /** @type {any} */ tree;
  /** @type {() => void} */ changed;
  /** @type {(move: any, rule: string) => void} */ refused;
  /** @type {(node: number) => void} */ captured;

  /**
   * `draft` is a RecordDraft, and `asked` tells how its moves are judged, see `besideRecord`. `ask` asks the server about a move;
   * `changed` is told that something is to be drawn, `refused` of a move that is none, and `captured` of a node that takes
   * stones. The reader begins at a place of the record.
   * @param {any} draft
   * @param {any} asked
   * @param {any} parts
   */
  constructor(draft, asked, { place = 0, ask, changed, refused, captured = () => {}, later }) {
    const { tree } = draft;
    Object.assign(this, { draft, tree, changed, refused, captured });
    this.cursor = new Cursor(tree);
    this.cursor.goTo(place);
    this.game = besideRecord(tree, asked);
    this.on = true;
    /**
     * The tool with which a click marks a point; null if it puts a stone.
     * @type {any}
     */
    this.tool = null;
    this.away = false;
    /**
     * The colour that the owner has chosen for the next move at a node, {node, color}.
     * @type {any}
     */
    this.chosen = null;
    /** Is the draft on its way to the server? Nothing of it changes meanwhile. */
    this.isSaving = false;
    this.judge = new Judge(tree, this.game, {
      ask, later,
      judged: (/** @type {number} */ node, /** @type {any} */ answer) => this.judged(node, answer),
      away: (/** @type {any} */ away) => {
        if (away === this.away) return;
        this.away = away;
        changed();
      },
    });
  }

  get node() {
    return this.cursor.node;
  }

  get said() {
    return this.tree.nodes[this.node];
  }

  /**
   * The colour of the next move.
   * @returns {any}
   */
  get toMove() {
    return this.chosen?.node === this.node ? this.chosen.color : this.game.toMoveAt(this.node);
  }

  /** The next move is one of the other colour. */
  flip() {
    this.chosen = { node: this.node, color: opponentOf(this.toMove) };
  }

  get mayChange() {
    return !this.isSaving && this.draft.hasRoom;
  }

  /**
   * Puts a stone there, or passes. The same move again leads to where it is. False if nothing more may change.
   * @param {string} at
   */
  play(at) {
    const move = { color: this.toMove, at };
    const known = this.tree.sameMove(this.node, move);
    if (known === undefined && !this.mayChange) return false;
    const node = known ?? this.draft.add(this.node, move);
    this.cursor.goTo(node);
    if (known === undefined) this.judge.add(node);
    return true;
  }

  // --- the words and marks of a node ---

  get marks() {
    return this.said.marks ?? {};
  }

  /**
   * Writes a field of the shown node. False if nothing more may change.
   * @param {string} field
   * @param {any} value
   */
  write(field, value) {
    if (!this.mayChange) return false;
    this.draft.write(this.node, field, value);
    return true;
  }

  /**
   * Uses the tool on a point. Answers the mark that is there now, or null; undefined if nothing more may change.
   * @param {string} at
   */
  mark(at) {
    const marks = marked(this.marks, this.tool, at);
    return this.write('marks', marks) ? markAt(marks, at) : undefined;
  }

  // --- the order of variations ---

  get earlier() {
    return this.tree.mayShift(this.node, -1);
  }

  get later() {
    return this.tree.mayShift(this.node, 1);
  }

  /** @param {number} direction */
  shift(direction) {
    if (this.mayChange) this.draft.shift(this.node, direction);
  }

  // --- removal ---

  /** How many nodes would go with the shown one; none if it is the root. */
  get removable() {
    return this.node === 0 ? 0 : this.tree.from(this.node).length;
  }

  /** May the shown node go? What is not saved takes a change away with it. */
  get mayRemove() {
    return !this.isSaving && (this.draft.hasRoom || !this.draft.isSaved(this.node));
  }

  /** Takes the shown node away, with all behind it. */
  remove() {
    if (this.removable > 0 && this.mayRemove) this.drop(this.node);
  }

  /** @param {number} node */
  drop(node) {
    const gone = this.draft.remove(node);
    // The reader stands at no node that is gone.
    if (gone.includes(this.node)) this.cursor.goTo(this.tree.parentOf(node));
    for (const each of gone) this.cursor.forget(each);
  }

  /**
   * @param {number} node
   * @param {any} parts
   */
  judged(node, { illegal, captured }) {
    if (illegal) {
      const { move } = this.tree.nodes[node];
      this.drop(node);
      this.refused(move, illegal);
    } else this.tree.settle(node, captured);
    this.changed();
    if (captured?.length > 0) this.captured(node);
  }

  /** Nobody changes this draft any more. */
  end() {
    this.judge.end();
  }
}
