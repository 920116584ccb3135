// Moves that a reader of a record or a game tries on the board.

import { Judge } from './judge.js';
import { KeptTree } from './kept-tree.js';
import { TreeSync } from './tree-sync.js';
import { markAt, marked } from './marking.js';
import { restoreCopy, saveCopy } from './tab-copy.js';

/** So many moves a tab keeps for a record or a game where nobody else keeps them. */
export const MOST_TRIED = 500;
/** So many nodes the server keeps of a player beside a record or a game. */
export const MOST_KEPT = 5_000;

/** @import { Cursor } from './tree.js' */
/** @import { TriedTree } from './tried-tree.js' */

export class Trying {
  /** @type {TriedTree} */ tree;
  /** @type {Cursor} */ cursor;
  /** @type {any} */ game;
  /** @type {string} */ key;
  /** @type {() => void} */ changed;
  /** @type {(move: any, rule: string) => void} */ refused;
  /** @type {(node: number) => void} */ captured;
  /** @type {() => void} */ led;

  /**
   * `tree` is a TriedTree, `cursor` the reader's place in it. `game` tells who is to move at a node and how the server is asked, see
   * `besideRecord`. The tab keeps under `key` what the `server`, see TreeSync, does not have; without a server, which strangers
   * have not, that is all. What the tab has under `strangersKey` becomes the reader's. `known` is the tree as the server has told
   * it already. `ask` asks the server; `changed` is told that something is to be drawn, `refused` of a move that is none,
   * `captured` of a node that takes stones, and `led` that the reader is elsewhere now, because another device has removed the
   * shown move. `attends` tells when somebody looks at the page, see `attend`.
   * @param {TriedTree} tree
   * @param {Cursor} cursor
   * @param {any} game
   * @param {any} parts
   */
  constructor(tree, cursor, game, {
    key, strangersKey = null, server = null, known = null, nodeAt, ask, changed, refused, captured = () => {}, led = () => {},
    attends = () => () => {}, later, timers,
  }) {
    Object.assign(this, { tree, cursor, game, key, changed, refused, captured, led });
    this.on = false;
    /**
     * The tool with which a click marks a point; null if it puts a stone.
     * @type {string | null}
     */
    this.tool = null;
    this.away = false;
    this.most = server ? MOST_KEPT : MOST_TRIED;
    this.judge = new Judge(tree, game, {
      ask, later,
      judged: (/** @type {number} */ node, /** @type {any} */ answer) => this.judged(node, answer),
      away: (/** @type {any} */ away) => {
        if (away === this.away) return;
        this.away = away;
        changed();
      },
    });
    this.kept = new KeptTree(tree, { nodeAt, waits: (node) => this.judge.add(node) });
    this.sync = server && new TreeSync(this.kept, server, {
      timers,
      taken: (/** @type {number[]} */ gone) => this.taken(gone),
      arrived: () => this.save(),
      refused: (/** @type {string} */ id, /** @type {string} */ rule) => this.refusedNode(id, rule),
      told: changed,
    });
    this.unattended = server ? attends({ look: () => this.sync.look(), leave: () => this.sync.hurry(), due: () => this.on && this.sync.ask() }) : () => {};
    restoreCopy(key, this.kept);
    if (server && strangersKey) restoreCopy(strangersKey, this.kept, { taking: true });
    this.save();
    if (known) this.sync.begin(known);
    else this.sync?.work();
  }

  /** Who would move at the reader's place. */
  get toMove() {
    return this.game.toMoveAt(this.cursor.node);
  }

  /** Whether the move at the reader's place was tried. */
  get tried() {
    return this.tree.isTried(this.cursor.node);
  }

  /** Why the server does not have all of it, see TreeSync; null if all is well. */
  get trouble() {
    return this.sync?.trouble ?? null;
  }

  /**
   * Puts a stone there, or passes. The same move again leads to where it is. False if there is no room for more.
   * @param {string} at
   */
  play(at) {
    const { tree, cursor } = this;
    const move = { color: this.toMove, at };
    const known = tree.sameMove(cursor.node, move);
    if (known !== undefined) {
      cursor.goTo(known);
      return true;
    }
    if (this.kept.count >= this.most) return false;
    cursor.goTo(this.kept.make(cursor.node, { move }));
    this.keep();
    return true;
  }

  /** Takes the shown move away, if it was tried, with all behind it. */
  remove() {
    if (this.tried) this.drop(this.cursor.node);
  }

  /** The mode begins or ends. */
  switch() {
    this.on = !this.on;
    this.tool = null;
  }

  // --- what is said of a position ---

  get words() {
    return this.kept.wordsAt(this.cursor.node);
  }

  get marks() {
    return this.kept.marksAt(this.cursor.node);
  }

  /**
   * Writes the words of the reader's place, or its marks. False if there is no room for more.
   * @param {string} field
   * @param {any} value
   */
  write(field, value) {
    const { node } = this.cursor;
    if (this.kept.keptAt(node).length === 0 && this.kept.count >= this.most) return false;
    const makesRoom = JSON.stringify(value).length < JSON.stringify(/** @type {any} */ (this)[field]).length;
    this.kept.write(node, field, value);
    this.keep({ makesRoom });
    return true;
  }

  /**
   * Uses the tool on a point. Answers the mark that is there now, or null; undefined if there is no room for more.
   * @param {string} at
   */
  mark(at) {
    const marks = marked(this.marks, /** @type {string} */ (this.tool), at, this.tree.nodes[this.cursor.node].marks);
    return this.write('marks', marks) ? markAt(marks, at) : undefined;
  }

  /** May the shown way be put before or behind another one? */
  get earlier() {
    return this.kept.mayShift(this.cursor.node, -1);
  }

  get later() {
    return this.kept.mayShift(this.cursor.node, 1);
  }

  /** @param {number} direction */
  shift(direction) {
    this.kept.shift(this.cursor.node, direction);
    this.keep();
  }

  /** Back to what was played. False if the reader is there. */
  goHome() {
    if (!this.tried) return false;
    this.cursor.goTo(this.tree.homeOf(this.cursor.node));
    return true;
  }

  /** @param {number} node */
  drop(node) {
    const gone = this.tree.remove(node);
    this.kept.remove(gone);
    this.leave(gone);
    this.keep({ makesRoom: true });
  }

  /**
   * The reader stands at no node that is gone. Answers whether that was so.
   * @param {number[]} gone
   */
  leave(gone) {
    const { tree, cursor } = this;
    const stood = gone.includes(cursor.node);
    let { node } = cursor;
    while (!tree.has(node)) node = tree.parentOf(node);
    if (stood) cursor.goTo(node);
    for (const each of gone) cursor.forget(each);
    return stood;
  }

  /**
   * @param {number} node
   * @param {{illegal?: string, captured?: any}} answer
   */
  judged(node, { illegal, captured }) {
    if (illegal) {
      const { move } = this.tree.nodes[node];
      this.drop(node);
      this.refused(move, illegal);
    } else {
      this.tree.settle(node, captured);
      this.kept.judged(node, captured);
      this.keep();
    }
    this.changed();
    if (captured?.length > 0) this.captured(node);
  }

  // --- the server, and the reader's other devices ---

  /** Does the server keep anything of the reader here, or is it to? */
  get keeps() {
    return this.sync !== null && this.kept.count > 0;
  }

  /** Does it, or did it once? Then there may be links to it. */
  get hasKept() {
    return this.keeps || this.sync?.revision > 0;
  }

  /** Sends what the server does not have. Answers whether it has all of it now. */
  async sent() {
    await this.sync?.work();
    return Boolean(this.sync?.isDone);
  }

  /** The game has gone on: places may be there by now. */
  settle() {
    if (this.kept.settle()) this.keep();
  }

  /** @param {number[]} gone */
  taken(gone) {
    const stood = this.leave(gone);
    this.save();
    if (stood) this.led();
    this.changed();
  }

  /**
   * The server knows the whole game, and judges what it keeps once more.
   * @param {string} id
   * @param {string} rule
   */
  refusedNode(id, rule) {
    const node = this.kept.find(id)?.drawn;
    if (node === undefined || !this.tree.isTried(node)) {
      this.kept.giveUp(id);
      return;
    }
    const { move } = this.tree.nodes[node];
    this.drop(node);
    this.refused(move, rule);
    this.changed();
  }

  /** The moves are given up to whoever comes next: nothing of them changes any more. */
  end() {
    this.judge.end();
    this.sync?.end();
    this.unattended();
  }

  /** @param {{makesRoom?: boolean}} [how] */
  keep(how) {
    this.save();
    this.sync?.changed(how);
  }

  save() {
    saveCopy(this.key, this.kept);
  }
}
