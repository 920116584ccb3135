// The actions of a player in a game: moves, and agreement on the marks. An action
// that can't be taken back asks first.

import { ask, askLine } from '../dom/dialogs.js';
import { borderAt, followSeki } from './proposed-points.js';
import { chainAt } from '../board/layout.js';
import { isTypedPass, typedPoint } from './typed.js';
import { opponentOf } from '../board/moves.js';
import { whoIn } from '../go/names.js';
import { isLocal, mayPlay, passMeans } from '../go/record.js';
import { parseVertex, vertexOf } from '../board/geometry.js';
import { readOnlyText } from './offers.js';
import { refusalText } from '../go/move-text.js';
import { sound, vibrate } from '../sound/sound.js';
import { sentences, t } from '../text/text.js';
import { untilText } from './staff-pause.js';

/** @import { Color, Scoring } from '../shapes/game.js' */
/** @import { PlayerCard } from '../shapes/player.js' */
/** @import { GameState } from './game-state.js' */
/** @import { Command, Sender } from './sender.js' */

export class GameMoves {
  /** @type {GameState} */ state;
  /** @type {Sender} */ sender;
  /** @type {(text: any) => void} */ say;
  /** @type {(how?: any) => void} */ draw;
  /** @type {(to: string) => void} */ walk;
  /** @type {() => void} */ playPreview;

  /** @param {any} parts */
  constructor({ state, sender, say, draw, walk, playPreview }) {
    Object.assign(this, { state, sender, say, draw, walk, playPreview });
  }

  /** By the names of buttons and keys. */
  get actions() {
    const { phase } = this.state.record;
    const playing = this.state.mayMove;
    const marking = phase === 'scoring' && this.state.seat;
    return {
      play: () => this.playPreview(),
      back: () => this.walk('last'),
      pass: () => playing && this.atNewest(() => this.pass()),
      resign: () => this.resign(),
      abort: () => this.abort(),
      type: () => (playing || marking) && this.atNewest(() => this.type()),
      send: () => this.propose(),
      drop: () => this.dropMarks(),
      accept: () => this.accept(),
      resume: () => this.resume(),
    };
  }

  /**
   * Nobody plays blind: at an earlier move the way back is told instead.
   * @param {() => unknown} action
   */
  atNewest(action) {
    if (this.state.reader.live) action();
    else this.say(readOnlyText(this.state));
  }

  /**
   * @param {Command} command
   * @param {{quietly?: string[]}} [options]
   */
  send(command, options) {
    return this.sender.send(command, options);
  }

  /**
   * @param {string} at
   * @param {string} by
   */
  async play(at, by) {
    const { state } = this;
    if (!state.mayMove) return;
    state.pending = { at, color: /** @type {Color} */ (state.seat) };
    sound.stone();
    if (by !== 'mouse' && by !== 'keyboard') vibrate();
    this.say(null);
    // The finger sees its stone at once, however much arrives in this frame.
    this.draw({ atOnce: true });
    await this.send({ type: 'play', turn: state.record.turn, at });
  }

  async pass() {
    const { record } = this.state;
    const { turn } = record;
    if (record.handicap_left > 0) {
      this.say(t('illegal.handicap'));
      return;
    }
    const text = [t(`pass.${passMeans(record)}`)];
    if (record.pass_stones) text.push(t('pass.stone'));
    if (!await ask({ title: t('pass.title'), text: sentences(text), yes: t('action.pass') })) return;
    const problem = await this.send({ type: 'pass', turn }, { quietly: ['pass_needs_confirmation'] });
    if (problem?.code === 'pass_needs_confirmation') await this.confirmPass(turn, problem.params.dead);
  }

  /**
   * The last pass would make stones live that seem dead: their owner may not know.
   * @param {number} turn
   * @param {string[]} dead
   */
  async confirmPass(turn, dead) {
    const text = t('pass.confirm', { stones: dead.join(', '), count: dead.length });
    if (await ask({ title: t('pass.confirm_title'), text, yes: t('pass.confirm_yes') })) {
      await this.send({ type: 'pass', turn, confirm: true });
    }
  }

  async resign() {
    const { record, seat } = this.state;
    const who = whoIn(record, opponentOf(/** @type {Color} */ (seat)));
    const sure = await ask({ title: t('resign.title'), text: t('resign.text', { who }), yes: t('action.resign'), danger: true });
    if (sure) await this.send({ type: 'resign' });
  }

  async abort() {
    const sure = await ask({ title: t('abort.title'), text: t('abort.text'), yes: t('action.abort'), no: t('abort.no'), danger: true });
    if (sure) await this.send({ type: 'abort' });
  }

  /** Asks for the name of a point, for players who don't point at it. */
  type() {
    const { record } = this.state;
    const marking = record.phase === 'scoring';
    const hint = marking ? (this.marksPoints ? 'type.mark_points_hint' : 'type.mark_hint') : 'type.hint';
    askLine({
      title: t(marking ? 'type.mark_title' : 'type.title'),
      label: t('type.label'),
      hint: t(hint),
      yes: t(marking ? 'type.mark' : 'action.play'),
      check: (text) => (marking ? this.markTyped(text) : this.playTyped(text)),
    });
  }

  /** @param {string} text */
  playTyped(text) {
    const { record, seat } = this.state;
    if (!mayPlay(record, seat)) return t('problem.not_your_turn');
    if (isTypedPass(text)) {
      queueMicrotask(() => this.pass());
      return null;
    }
    const { layout } = this.state;
    const point = layout && typedPoint(layout, text);
    if (point === null) return t('type.no_point', { text });
    const at = vertexOf(layout, point);
    const rule = this.state.reader.walk.stones[point] === '.'
      ? record.illegal.find((/** @type {any} */ entry) => entry.at === at)?.rule : 'occupied';
    if (rule) return refusalText(rule, at);
    this.play(at, 'keyboard');
    return null;
  }

  /** @param {string} text */
  markTyped(text) {
    const { layout } = this.state;
    const point = layout && typedPoint(layout, text);
    if (point === null) return t('type.no_point', { text });
    const at = vertexOf(layout, point);
    if (this.state.reader.walk.stones[point] === '.' && !this.marksPoints) return t('type.no_stone', { at });
    this.mark(at);
    return null;
  }

  /** @param {string} at */
  mark(at) {
    const { state } = this;
    const { layout, record, seat } = state;
    if (record.pause) {
      this.say(untilText('said.paused_staff', record.pause.until));
      return;
    }
    if (/** @type {Scoring} */ (record.scoring).accepted[/** @type {Color} */ (seat)]) {
      this.say(t('said.locked', /** @type {PlayerCard} */ (record.players[opponentOf(/** @type {Color} */ (seat))])));
      return;
    }
    const { stones } = state.reader.walk;
    if (stones[parseVertex(layout, at)] === '.') this.markPoints(at);
    else {
      const chain = chainAt(layout, stones, parseVertex(layout, at));
      state.marks.toggle('dead', chain.map((point) => vertexOf(layout, point)));
      const dead = state.marks.dead.has(at);
      if (this.marksPoints) followSeki(state.marks, layout, stones, /** @type {Scoring} */ (record.scoring).proposed_neutral, at);
      this.say(t(dead ? 'said.marked_dead' : 'said.marked_alive', { at, count: chain.length }));
    }
    this.draw();
  }

  /**
   * An empty point is nobody's, or somebody's again; with it the whole border that the server found there.
   * @param {string} at
   */
  markPoints(at) {
    const { layout, marks, record } = this.state;
    const points = borderAt(layout, /** @type {Scoring} */ (record.scoring).proposed_neutral, at);
    marks.toggle('neutral', points);
    this.say(t(marks.neutral.has(at) ? 'said.marked_neutral' : 'said.marked_owned', { at, count: points.length }));
  }

  /** Whether empty points are marked, too. */
  get marksPoints() {
    return this.state.record.settings.rules.scoring === 'territory';
  }

  dropMarks() {
    this.state.marks.reset();
    this.say(null);
    this.draw();
  }

  async accept() {
    if (this.state.remark?.isNew) {
      this.say(t('said.look_again'));
      return;
    }
    // Whoever sits at a local game agrees for both.
    const { record, seat } = this.state;
    for (const color of isLocal(record) ? ['black', 'white'] : [seat]) {
      if (!/** @type {Scoring} */ (record.scoring).accepted[/** @type {Color} */ (color)] && await this.scoringCommand({ type: 'accept', version: /** @type {Scoring} */ (record.scoring).version, ...(isLocal(record) && { color }) })) return;
    }
  }

  /** The marks to send. Under area scoring the server's neutral points stay as they are. */
  get proposal() {
    const { dead, neutral } = this.state.marks.shown;
    return this.marksPoints ? { dead, neutral } : { dead };
  }

  async propose() {
    await this.scoringCommand({ type: 'propose', ...this.proposal });
  }

  async resume() {
    const { settings: { rules }, scoring, resumptions_left: left } = this.state.record;
    const { version } = /** @type {Scoring} */ (scoring);
    const text = [t('resume.text')];
    if (rules.resume_first === 'opponent_of_requester') text.push(t('resume.opponent_first'));
    if (rules.scoring === 'territory') text.push(t('resume.pass_stones'));
    text.push(left === 1 ? t('resume.last') : t('resume.left', { count: left - 1 }));
    const sure = await ask({ title: t('resume.title'), text: sentences(text), yes: t('action.resume') });
    if (sure) await this.scoringCommand({ type: 'resume', version });
  }

  /**
   * Answers the problem, or null.
   * @param {Command} command
   */
  async scoringCommand(command) {
    const { state } = this;
    state.sending = true;
    this.draw();
    const problem = await this.send({ version: /** @type {Scoring} */ (state.record.scoring).version, ...command });
    state.sending = false;
    this.draw();
    return problem;
  }
}
