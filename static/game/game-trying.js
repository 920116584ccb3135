// The moves that a reader of a game tries beside it: the reader's place among them, and how they look on the board.

import '../trying/tree-tools.js';
import '../trying/tree-words.js';
import '../trying/variation-tree.js';
import { Cursor } from '../trying/tree.js';
import { GamePlaces } from './game-places.js';
import { GameTree, besideGame } from './game-tree.js';
import { Trying } from '../trying/trying.js';
import { attend } from '../trying/attendance.js';
import { boardWish, rulesWish } from '../go/wish.js';
import { branchTexts, capturedText, headText, refusedText } from '../trying/words.js';
import { drawnShapes } from '../board/drawn-marks.js';
import { isMarked } from '../trying/node-shape.js';
import { markText, markWords } from '../trying/mark-words.js';
import { marksTo } from '../trying/shown-marks.js';
import { pointText } from '../go/move-text.js';
import { t } from '../text/text.js';
import { vertexOf } from '../board/geometry.js';
import { getEvents, postTried, variationsOf } from '../net/api.js';

/** @import { Color } from '../shapes/game.js' */
/** @import { GameState } from './game-state.js' */

export class GameTrying {
  /**
   * `changed` is told that something is to be drawn; `say` gets the text for the status line. The tab keeps under `key` what the
   * server does not have; strangers have no server, and what the tab has under `strangersKey` is the reader's now. `known` is the
   * tree as it was read already.
   * @param {GameState} state
   * @param {any} parts
   */
  constructor(state, { key, strangersKey, known, changed, say }) {
    this.state = state;
    this.key = key;
    const { record } = state;
    this.tree = new GameTree(state.layout, record);
    this.tree.follow(record);
    this.cursor = new Cursor(this.tree);
    this.moves = record.moves;
    this.isWriting = false;
    this.places = new GamePlaces(state, this.tree, { getEvents: () => getEvents(record.id), found: () => this.found() });
    const tell = this.whileHere(() => {
      this.follow();
      if (this.tried) this.place();
      changed();
    });
    this.trying = new Trying(this.tree, this.cursor, besideGame(this.tree, () => state.record), {
      key, strangersKey, known,
      server: state.player && variationsOf('games', record.id),
      ask: postTried,
      nodeAt: (/** @type {any} */ place) => this.places.nodeAt(place),
      changed: tell,
      captured: this.whileHere((/** @type {number} */ node) => say(capturedText(this.tree.nodes[node].move))),
      refused: this.whileHere((/** @type {any} */ { at }, /** @type {string} */ rule) => say(refusedText(rule, at))),
      led: this.whileHere(() => say(t('trying.led'))),
      attends: (/** @type {any} */ { look, ...others }) => attend({
        look: () => {
          this.places.lookAgain();
          look();
        },
        ...others,
      }),
    });
    this.follow();
  }

  /**
   * The server may answer when the page has no more use for it: nothing of the page may change then.
   * @param {any} tell
   */
  whileHere(tell) {
    return (/** @type {any[]} */ ...told) => this.state.trying === this && tell(...told);
  }

  get on() {
    return this.trying.on;
  }

  get tried() {
    return this.trying.tried;
  }

  get away() {
    return this.trying.away;
  }

  get trouble() {
    return this.trying.trouble;
  }

  get most() {
    return this.trying.most;
  }

  get tool() {
    return this.trying.tool;
  }

  get earlier() {
    return this.trying.earlier;
  }

  get later() {
    return this.trying.later;
  }

  /** What the reader says of the shown position, for its field. */
  get said() {
    return { on: this.on, place: this.cursor.node, words: this.trying.words };
  }

  get keeps() {
    return this.trying.keeps;
  }

  get hasKept() {
    return this.trying.hasKept;
  }

  sent() {
    return this.trying.sent();
  }

  /** How many moves there are. */
  get count() {
    return this.tree.count;
  }

  /** The reader's place for the bar of moves: among tried moves that of their line. */
  get placeInLine() {
    const { cursor, tried, state: { reader: { walk } } } = this;
    const { number, length } = tried ? { number: cursor.depth, length: cursor.length } : walk;
    return { number, length, more: cursor.nextOf(cursor.node) !== null, end: tried ? t('trying.last') : null };
  }

  /** The tried move that is shown, and that it is none of the game; null at a move of the game. */
  get words() {
    if (!this.tried) return null;
    const { tree, cursor: { node }, state: { reader: { walk } } } = this;
    const what = [headText(tree, node), capturedText(tree.nodes[node].move)].filter(Boolean).join(', ');
    return t('trying.shown', { what, number: walk.number, total: walk.length });
  }

  /** Who would move at the reader's place. */
  get toMove() {
    return this.trying.toMove;
  }

  /**
   * Is there a variation that way?
   * @param {string} to
   */
  varies(to) {
    return this.cursor.varies(to);
  }

  /**
   * How many stones of the opponent a player has taken by tried moves.
   * @param {Color} color
   */
  takenBy(color) {
    if (!this.tried) return 0;
    const { tree, cursor: { node } } = this;
    return tree.positionAt(node).prisoners[color] - tree.positionAt(tree.homeOf(node)).prisoners[color];
  }

  // --- the game goes on ---

  /**
   * Takes up what has changed in the game. A reader of the game's own moves goes along with the page; one of tried moves stays,
   * and so does one who writes.
   */
  follow() {
    const { state: { record, reader }, tree, cursor } = this;
    if (this.moves !== record.moves) {
      const { tried } = this;
      this.moves = record.moves;
      for (const node of tree.follow(record, reader.held ? cursor.node : null)) cursor.forget(node);
      // The tried move may be the game's own now, and the game's own move a tried one.
      if (tried || this.tried) this.place();
    } else tree.seq = record.seq;
    this.trying?.settle();
    if (!tree.has(cursor.node) || !tree.isTried(cursor.node)) cursor.goTo(tree.line[reader.walk.number]);
    this.mark();
  }

  /** Places are known that were not: the tried moves on them are shown. */
  found() {
    if (this.state.trying !== this) return;
    this.trying.settle();
    this.trying.changed();
  }

  /** The page looks at the move of the game on which the reader's place hangs. */
  place() {
    this.state.reader.goTo(this.tree.depths[this.tree.homeOf(this.cursor.node)]);
    this.mark();
  }

  mark() {
    const { state: { reader }, tried } = this;
    reader.beside = this.on || tried;
    // Words and marks are about the position that is shown, though the game goes on.
    reader.held = tried || Boolean(this.trying?.tool) || this.isWriting;
  }

  /**
   * The reader writes, and so stays where the words belong; or has written.
   * @param {any} isWriting
   */
  stay(isWriting) {
    this.isWriting = isWriting;
    this.mark();
  }

  /** The reader goes back into the game, for good. */
  end() {
    const { reader } = this.state;
    reader.beside = false;
    reader.held = false;
    this.tree.watcher = null;
    this.trying.end();
  }

  // --- from the person: the page has it follow the game before ---

  switch() {
    this.trying.on = !this.on;
    this.mark();
  }

  /**
   * False if there is no room for another move.
   * @param {string} at
   */
  play(at) {
    const played = this.trying.play(at);
    if (played) this.place();
    return played;
  }

  get full() {
    return t('trying.full_game', { max: this.most });
  }

  remove() {
    this.trying.remove();
    this.place();
  }

  /** @param {any} tool */
  choose(tool) {
    this.trying.tool = tool;
    this.mark();
  }

  /**
   * Uses the tool on a point. Answers it in words, or null if there is no room for more.
   * @param {string} at
   */
  draw(at) {
    const made = this.trying.mark(at);
    return made === undefined ? null : t('tool.marked', { at, mark: made ? markText(made) : t('tool.none') });
  }

  /**
   * False if there is no room for more.
   * @param {string} words
   */
  write(words) {
    return this.trying.write('words', words);
  }

  /** @param {any} direction */
  shift(direction) {
    this.trying.shift(direction);
  }

  /** Back to the game where the shown move hangs on it, from where the game leads forward. False if the reader is there. */
  home() {
    const [first] = this.tree.triedTo(this.cursor.node);
    if (!this.trying.goHome()) return false;
    this.cursor.forget(first);
    this.place();
    return true;
  }

  /** @param {number} node */
  goTo(node) {
    this.cursor.goTo(node);
    this.place();
  }

  /**
   * A move of the game, by its number.
   * @param {number} number
   */
  goToNumber(number) {
    const { line } = this.tree;
    this.goTo(line[Math.max(0, Math.min(line.length - 1, number))]);
  }

  /** @param {string} to */
  walk(to) {
    const { cursor, tried } = this;
    if (to === 'newest' || (to === 'last' && !tried)) {
      this.goToNumber(Infinity);
      return;
    }
    cursor.walk(to);
    this.place();
  }

  /** The reader's place as it is called out. */
  get called() {
    const { tree, cursor: { node } } = this;
    const { move } = tree.nodes[node];
    return [headText(tree, node), capturedText(move), this.tried && t('trying.tried'), ...branchTexts(tree, node), this.trying.words].filter(Boolean)
      .join('. ');
  }

  // --- how it looks ---

  /**
   * The view of the board, from that of the game.
   * @param {any} view
   */
  viewOf(view) {
    const { on, tried, tree, cursor: { node }, trying } = this;
    const own = trying.marks;
    if (!on && !tried && !isMarked(own)) return view;
    const { board } = view;
    const stones = tried ? tree.positionAt(node).stones : view.stones;
    const marks = tried ? marksTo(tree, node, own) : own;
    const words = markWords(board, marks);
    const named = tried ? (/** @type {number} */ point) => pointText({ vertex: vertexOf(board, point), stone: stones[point] }) : view.pointName;
    const noted = tried ? () => () => '' : view.notes;
    const told = {
      drawn: () => drawnShapes(board, stones, { marks }),
      pointName: (/** @type {number} */ point) => [named(point), ...words.get(point) ?? []].join(', '),
      notes: () => {
        const note = noted();
        return (/** @type {number} */ point) => `${note(point)} ${words.get(point) ?? ''}`;
      },
    };
    if (!on && !tried) return { ...view, ...told };
    const mode = trying.tool ? 'choose' : on ? 'play' : 'idle';
    return { ...view, ...told, mode, color: trying.toMove, illegal: [], pending: null, ...(tried && { stones, marks: {} }) };
  }
}

/**
 * What showBegin asks for: what a game that begins with the shown position takes over, and that position.
 * @param {GameState} parts
 */
export function beginningFrom({ record, layout, reader, trying }) {
  const tree = trying?.tree ?? new GameTree(layout, record);
  if (!trying) tree.follow(record);
  const node = trying ? trying.cursor.node : tree.line[reader.walk.number];
  const { board, rules, komi, handicap } = record.settings;
  const beside = besideGame(tree, () => record);
  const from = { board: boardWish(board), rules: rulesWish(rules), komi, handicap, position: beside.beginAt(node) };
  return [from, { stones: tree.positionAt(node).stones, to_move: beside.toMoveAt(node) }];
}
