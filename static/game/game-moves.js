// What a person does on the game page, asked about where it can't be taken
// back, and sent to the server.

import { Commands } from '../net/commands.js';
import { ask, askLine } from '../dom/dialogs.js';
import { asPlayer } from '../net/player.js';
import { boardWish, rulesWish } from './wish.js';
import { chainAt } from '../board/layout.js';
import { joinGame, postGame } from '../net/api.js';
import { mayPlay, opponentOf, passMeans } from './record.js';
import { parseVertex, vertexOf } from '../board/geometry.js';
import { problemText, t } from '../text/text.js';
import { refusalText } from './status-text.js';
import { sound, vibrate } from '../sound.js';

export class GameMoves {
  constructor({ state, connection, game, say, draw, walk, playPreview }) {
    Object.assign(this, { state, connection, game, say, draw, walk, playPreview });
    this.commands = new Commands(connection, game);
  }

  /** A button or a key, by name. */
  act(name) {
    if (!this.state.record) return;
    const { phase } = this.state.record;
    const playing = mayPlay(this.state.record, this.state.seat) && !this.state.pending;
    const actions = {
      play: () => this.playPreview(),
      pass: () => playing && this.pass(),
      resign: () => this.resign(),
      abort: () => this.abort(),
      type: () => (playing || (phase === 'scoring' && this.state.seat)) && this.type(),
      send: () => this.propose(),
      drop: () => this.dropMarks(),
      accept: () => this.scoringCommand({ type: 'accept' }),
      resume: () => this.resume(),
      join: () => this.join(),
      again: () => this.again(),
    };
    actions[name]();
  }

  async play(at, by) {
    const { state } = this;
    state.pending = { at, color: state.seat };
    sound.stone();
    if (by !== 'mouse' && by !== 'keyboard') vibrate();
    this.say(null);
    this.draw();
    await this.send({ type: 'play', turn: state.record.turn, at });
  }

  /** Sends a command; a refusal becomes words. Answers the problem, or null. */
  async send(command, { quietly = [] } = {}) {
    try {
      await this.commands.send(command);
      return null;
    } catch (problem) {
      if (command.type === 'play') this.state.pending = null;
      if (!quietly.includes(problem.code)) this.say(problemText(problem));
      this.draw();
      return problem;
    }
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
    if (!await ask({ title: t('pass.title'), text: text.join(' '), yes: t('action.pass') })) return;
    const problem = await this.send({ type: 'pass', turn }, { quietly: ['pass_needs_confirmation'] });
    if (problem?.code === 'pass_needs_confirmation') await this.confirmPass(turn, problem.params.dead);
  }

  /** The last pass would make stones live that seem dead: their owner may not know. */
  async confirmPass(turn, dead) {
    const text = t('pass.confirm', { stones: dead.join(', '), count: dead.length });
    if (await ask({ title: t('pass.confirm_title'), text, yes: t('pass.confirm_yes') })) {
      await this.send({ type: 'pass', turn, confirm: true });
    }
  }

  async resign() {
    const { record, seat } = this.state;
    const name = record.players[opponentOf(seat)].name;
    const sure = await ask({ title: t('resign.title'), text: t('resign.text', { name }), yes: t('action.resign'), danger: true });
    if (sure) await this.send({ type: 'resign' });
  }

  async abort() {
    const sure = await ask({ title: t('abort.title'), text: t('abort.text'), yes: t('action.abort'), no: t('abort.no'), danger: true });
    if (sure) await this.send({ type: 'abort' });
  }

  /** A point by its name, for those who don't point. */
  type() {
    const { record } = this.state;
    const marking = record.phase === 'scoring';
    askLine({
      title: t(marking ? 'type.mark_title' : 'type.title'),
      label: t('type.label'),
      hint: t(marking ? 'type.mark_hint' : 'type.hint'),
      yes: t(marking ? 'type.mark' : 'action.play'),
      check: (text) => (marking ? this.markTyped(text) : this.playTyped(text)),
    });
  }

  playTyped(text) {
    const { record, seat } = this.state;
    if (!mayPlay(record, seat)) return t('problem.not_your_turn');
    if (text.trim().toLowerCase() === 'pass') {
      queueMicrotask(() => this.pass());
      return null;
    }
    const { layout } = this.state;
    const point = layout && parseVertex(layout, text);
    if (point === null) return t('type.no_point', { text });
    const at = vertexOf(layout, point);
    this.walk('last');
    const rule = this.state.reader.walk.stones[point] === '.'
      ? record.illegal.find((entry) => entry.at === at)?.rule : 'occupied';
    if (rule) return refusalText(rule, at);
    this.play(at, 'keyboard');
    return null;
  }

  markTyped(text) {
    const { layout } = this.state;
    const point = layout && parseVertex(layout, text);
    if (point === null) return t('type.no_point', { text });
    this.walk('last');
    if (this.state.reader.walk.stones[point] === '.') return t('type.no_stone', { at: vertexOf(layout, point) });
    this.mark(vertexOf(layout, point));
    return null;
  }

  mark(at) {
    const { state } = this;
    const { layout } = state;
    const chain = chainAt(layout, state.reader.walk.stones, parseVertex(layout, at));
    state.marks.toggle(chain.map((point) => vertexOf(layout, point)));
    const dead = state.marks.dead.has(at);
    this.say(t(dead ? 'said.marked_dead' : 'said.marked_alive', { at, count: chain.length }));
    this.draw();
  }

  dropMarks() {
    this.state.marks.reset();
    this.say(null);
    this.draw();
  }

  async propose() {
    await this.scoringCommand({ type: 'propose', dead: [...this.state.marks.dead] });
  }

  async resume() {
    const { settings: { rules }, scoring: { version }, resumptions_left: left } = this.state.record;
    const text = [t('resume.text')];
    if (rules.resume_first === 'opponent_of_requester') text.push(t('resume.opponent_first'));
    if (rules.scoring === 'territory') text.push(t('resume.pass_stones'));
    text.push(left === 1 ? t('resume.last') : t('resume.left', { count: left - 1 }));
    const sure = await ask({ title: t('resume.title'), text: text.join(' '), yes: t('action.resume') });
    if (sure) await this.scoringCommand({ type: 'resume', version });
  }

  async scoringCommand(command) {
    const { state } = this;
    state.sending = true;
    this.draw();
    await this.send({ version: state.record.scoring.version, ...command });
    state.sending = false;
    this.draw();
  }

  async join() {
    await this.busily(async () => {
      await asPlayer(() => joinGame(this.game));
      // The socket was opened by nobody, or by another player: come back as this one.
      this.connection.reconnectNow();
    });
  }

  /** A new game like this one. */
  async again() {
    await this.busily(async () => {
      const { board, rules, komi, handicap, color, private: hidden } = this.state.record.settings;
      const settings = { board: boardWish(board), rules: rulesWish(rules), komi, handicap, color, private: hidden };
      const { id } = await asPlayer(() => postGame(settings));
      location.assign(`/games/${id}`);
    });
  }

  async busily(action) {
    this.state.busy = true;
    this.draw();
    try {
      await action();
    } catch (problem) {
      this.say(problemText(problem));
    }
    this.state.busy = false;
    this.draw();
  }
}
