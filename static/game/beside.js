// The mode of the game page in which moves are tried beside the game. Nothing of it reaches the game. Few readers ever try a move, and the
// code for it is fetched when somebody does, or has done so in this tab or on another device.

import '../trying/tree-ways.js';
import '../trying/trying-bar.js';
import { find } from '../dom/find.js';
import { announce } from '../dom/announcer.js';
import { earlyTree, hasKept, keptName, readTree, treeCode } from './early-tree.js';
import { askLine } from '../dom/dialogs.js';
import { isTypedPass, typedPoint } from './typed.js';
import { isComputer, isLocal, mayTry } from '../go/record.js';
import { opponentOf } from '../board/moves.js';
import { playerName } from '../people/player-name.js';
import { problemText } from '../text/problem-text.js';
import { refusalText } from '../go/move-text.js';
import { t } from '../text/text.js';
import { vertexOf } from '../board/geometry.js';

/** @import { GameEvent } from '../shapes/game.js' */
/** @import { PlayerCard } from '../shapes/player.js' */
/** @import { GameState } from './game-state.js' */

const OFF = { on: false, tried: false, tool: null, words: '' };

export class Beside {
  /** @type {GameState} */ state;
  /** @type {(text: any) => void} */ say;
  /** @type {(how?: any) => void} */ draw;

  /** @param {any} parts */
  constructor({ state, say, draw }) {
    Object.assign(this, { state, say, draw });
    /** The key of the reader and the game for which kept moves were looked for without being asked for. */
    this.recalled = null;
    /** The key for which it is known whether there are any. */
    this.looked = null;
    /** Is the whole game drawn? Before that there is no time for anything beside it. */
    this.isDrawn = false;
    /**
     * The tree for which the page has asked already, good for the first look.
     * @type {any}
     */
    this.early = earlyTree;
    /** Whether the switch waits for the code. */
    this.waiting = false;
    this.bar = find('trying');
    this.tree = find('tree');
    this.bar.addEventListener('trying', (/** @type {GameEvent} */ event) => this.deed(event.detail.name));
    this.tree.addEventListener('node-chosen', (/** @type {GameEvent} */ event) => this.changed(() => this.trying.goTo(event.detail.node)));
    find('tools').addEventListener('tool', (/** @type {GameEvent} */ event) => {
      this.trying.choose(event.detail.name);
      this.draw();
    });
    find('tools').addEventListener('shift', (/** @type {GameEvent} */ event) => this.changed(() => this.trying.shift(event.detail.direction)));
    find('words').addEventListener('words', (/** @type {GameEvent} */ event) => this.trying.write(event.detail.words) || this.say(this.trying.full));
    find('words').addEventListener('written', () => this.draw());
    for (const [event, isWriting] of [['focusin', true], ['focusout', false]]) {
      find('words').addEventListener(event, () => this.trying?.stay(isWriting));
    }
    // Meanwhile another device may have begun a tree.
    document.addEventListener('visibilitychange', () => document.hidden || this.recall());
    addEventListener('online', () => this.recall());
  }

  get trying() {
    return this.state.trying;
  }

  get on() {
    return this.trying?.on === true;
  }

  get allowed() {
    const { record, seat } = this.state;
    return record !== null && mayTry(record, seat);
  }

  /** Moves are kept for each reader of each game: several may sit at one device after each other. */
  get key() {
    return this.keyOf(this.state.player?.id ?? '');
  }

  /** @param {string} reader */
  keyOf(reader) {
    return keptName(this.state.record.id, reader);
  }

  /** Whether the tab keeps moves that were tried here. */
  get hasKept() {
    return hasKept(this.state.record.id, this.state.player?.id ?? '');
  }

  /** Takes up what has changed in the game, or in who looks at it, before it is drawn. */
  follow() {
    if (this.trying && (!this.allowed || this.trying.key !== this.key)) this.end();
    // Whoever may try moves again has those of before.
    if (!this.allowed) this.recalled = null;
    if (this.trying) this.trying.follow();
    else if (this.recalled !== this.key) this.recall();
    this.show();
  }

  /** The game is there: now there is time for what was tried beside it. */
  drawn() {
    if (this.isDrawn) return;
    this.isDrawn = true;
    this.recall();
    // A board that is no plain grid is still on its way.
    if (this.state.layout || !this.allowed) this.early = null;
  }

  /**
   * The tab or the server may have moves of this reader. If they can't be fetched, that is for the switch, or for the next look
   * at the page.
   */
  async recall() {
    const { state } = this;
    if (!this.isDrawn || this.trying || !this.allowed || !state.layout) return;
    const { key } = this;
    this.recalled = key;
    await this.bring(key);
    this.looked = key;
    this.show();
  }

  /** @param {string} key */
  async bring(key) {
    const { state } = this;
    if (this.hasKept) await this.open();
    else if (state.player) {
      const known = await this.read();
      if (known?.nodes.length > 0 && this.key === key) await this.open(known);
    }
  }

  /** The reader's tree; null if there is none, or if it does not come. */
  read() {
    const { early, state: { record, player } } = this;
    this.early = null;
    return early?.game === record.id && early.reader === /** @type {PlayerCard} */ (player).id ? early.tree : readTree(record.id);
  }

  show() {
    const { bar, tree, trying } = this;
    bar.hidden = !this.allowed;
    find('table').classList.toggle('trying', this.on);
    bar.show(trying ?? OFF);
    const empty = !trying?.count;
    // The focus of a part that goes is at the switch then.
    const going = [empty && tree, this.on && find('actions'), !this.on && find('tools')].some((part) => part && part.contains(document.activeElement));
    if (going) bar.switch.focus({ preventScroll: true });
    tree.hidden = empty;
    if (!tree.hidden) tree.show(trying.cursor.node);
    this.showWays();
    for (const [part, shown] of /** @type {[string, any][]} */ ([['tools', trying ?? OFF], ['words', trying?.said ?? OFF]])) find(part).show?.(shown);
  }

  /** What the reader can do with the tree as a whole. Players show trees of their own games once these are over. */
  showWays() {
    const { record, seat, trying } = this.state;
    const isOver = record?.phase === 'finished';
    const opponent = seat && !isLocal(record) && record.players[opponentOf(seat)];
    // Before that is known the sheet would tell of no variations.
    const isKnown = Boolean(trying) || this.looked === this.key;
    find('tree-ways').show({
      kind: 'games', id: record?.id, has: trying?.keeps === true, mayShare: trying?.hasKept === true && (isOver || seat === null),
      opponent: isOver && opponent && !isComputer(opponent) && isKnown ? playerName(opponent) : null,
      sent: async () => trying?.sent() ?? true,
    });
  }

  /** Fetches the code; false if it does not come. `known` is the tree as it was read already. */
  async open(known = null) {
    const { state, key } = this;
    let GameTrying;
    try {
      ({ GameTrying } = await treeCode());
    } catch {
      return false;
    }
    // Meanwhile the reader may have taken a seat.
    if (this.trying || !this.allowed || !state.layout) return Boolean(this.trying);
    const changed = () => this.draw({ moving: true });
    state.trying = new GameTrying(state, { key: this.key, strangersKey: state.player && this.keyOf(''), known: this.key === key ? known : null, changed, say: this.say });
    this.tree.open(state.trying.tree);
    // A tree that is there with the last picture of the game that opens comes with it.
    this.draw({ atOnce: true });
    return true;
  }

  end() {
    const { state } = this;
    state.trying.end();
    state.trying = /** @type {any} */ (null);
    find('board').setPreview(null);
  }

  // --- from the person ---

  /** @param {string} name */
  deed(name) {
    if (name === 'switch') this.switch();
    else if (name === 'play') find('board').playPreview();
    else if (name === 'pass') this.play('pass');
    else if (name === 'remove' && this.trying?.tried) this.changed(() => this.trying.remove());
    else if (name === 'home') this.home();
  }

  async switch() {
    if (!this.allowed || this.waiting) return;
    // A point that was chosen for one of them must not be played in the other, nor one that is chosen while the code is on its way.
    find('board').setPreview(null);
    if (!this.trying && !await this.waitedFor()) return;
    this.trying.follow();
    this.trying.switch();
    this.say(null);
    // The strip says by itself that it is on.
    if (!this.on) announce(t('trying.off_game'));
    this.draw();
  }

  /** Fetches the code for the switch; a click is nothing meanwhile. False if it does not come. */
  async waitedFor() {
    this.waiting = true;
    try {
      const isThere = await this.open();
      if (!isThere && this.allowed) this.say(problemText({ code: 'unreachable' }));
      return isThere;
    } finally {
      this.waiting = false;
      find('board').setPreview(null);
    }
  }

  /**
   * Tries a move if moves are tried now; answers whether the move is none of the game.
   * @param {string} at
   */
  play(at) {
    if (this.waiting) return true;
    if (!this.on) return false;
    this.trying.follow();
    if (!this.trying.play(at)) this.say(this.trying.full);
    else this.arrived({ moving: true, atOnce: true });
    return true;
  }

  /**
   * Marks a point if a tool is chosen; false if it is for the game to mark it.
   * @param {string} at
   */
  mark(at) {
    if (!this.on || !this.trying.tool) return false;
    this.trying.follow();
    const text = this.trying.draw(at);
    if (text) announce(text);
    else this.say(this.trying.full);
    this.draw();
    return true;
  }

  /**
   * A button or key of the game that means something else beside it; false if it means the same.
   * @param {string} name
   */
  act(name) {
    if (name === 'back' && this.trying) {
      if (this.on) this.trying.switch();
      find('board').setPreview(null);
      this.changed(() => this.trying.walk('newest'));
      return true;
    }
    if (name !== 'pass' && name !== 'type') return false;
    if (this.waiting) return true;
    if (!this.on) return false;
    if (name === 'pass') this.play('pass');
    else this.type();
    return true;
  }

  type() {
    askLine({ title: t('trying.open'), label: t('type.label'), hint: t('type.hint'), yes: t('action.play'), check: (text) => this.playTyped(text) });
  }

  /** @param {string} text */
  playTyped(text) {
    const { layout } = this.state;
    const point = isTypedPass(text) ? null : typedPoint(layout, text);
    if (point === null && !isTypedPass(text)) return t('type.no_point', { text });
    const at = point === null ? 'pass' : vertexOf(layout, point);
    if (point !== null && find('board').view.stones[point] !== '.') return refusalText('occupied', at);
    this.play(at);
    return null;
  }

  /** Back to the game; false if the reader is there. */
  home() {
    return Boolean(this.trying?.tried) && this.changed(() => this.trying.home());
  }

  /**
   * To another variation; false where nothing varies.
   * @param {string} to
   */
  vary(to) {
    if (!this.trying?.count || !this.trying.varies(to)) return false;
    return this.walk(to);
  }

  /**
   * Walks among the moves if there are tried ones; false if the page walks by itself.
   * @param {string} to
   */
  walk(to) {
    if (!this.trying?.count) return false;
    return this.changed(() => this.trying.walk(to));
  }

  /**
   * The game's move with this number.
   * @param {number} number
   */
  goTo(number) {
    if (this.trying) {
      this.trying.follow();
      this.trying.goToNumber(number);
    } else this.state.reader.goTo(number);
    this.draw();
  }

  /** @param {any} change */
  changed(change) {
    if (!this.trying) return false;
    this.trying.follow();
    change();
    this.arrived({ moving: true });
    return true;
  }

  /** @param {any} how */
  arrived(how) {
    this.say(null);
    announce(this.trying.called);
    this.draw(how);
  }
}
