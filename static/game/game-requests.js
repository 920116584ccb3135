// The requests of the players of a game to each other, and the ways into
// another game.

import { ask } from '../dom/dialogs.js';
import { asPlayer } from '../net/player.js';
import { boardWish, rulesWish } from '../go/wish.js';
import { joinGame, postCommand, postGame, postRematch } from '../net/api.js';
import { givenTime } from './given-clock.js';
import { opponentOf } from '../board/moves.js';
import { isComputer, isCreator, isLocal, movesToUndo } from '../go/record.js';
import { t } from '../text/text.js';

/** @import { Color, Move, Rematch, Undo } from '../shapes/game.js' */
/** @import { PlayerCard } from '../shapes/player.js' */
/** @import { GameState } from './game-state.js' */
/** @import { Command, Sender } from './sender.js' */

export class GameRequests {
  /** @type {GameState} */ state;
  /** @type {Sender} */ sender;
  /** @type {any} */ connection;
  /** @type {string} */ game;

  /** @param {any} parts */
  constructor({ state, sender, connection, game }) {
    Object.assign(this, { state, sender, connection, game });
  }

  /** By the names of buttons. */
  get actions() {
    const { record, seat, held } = this.state;
    /** @param {string} type */
    const answer = (type) => () => record.undo && this.sender.send({ type, request: record.undo.request });
    /** @param {Command} command */
    const send = (command) => () => this.sender.send(command);
    return {
      undo: () => seat && movesToUndo(record, seat) > 0 && this.undo(),
      undo_accept: answer('undo_accept'),
      undo_reject: answer('undo_reject'),
      undo_withdraw: answer('undo_reject'),
      pause: send({ type: 'pause' }),
      unpause: send({ type: 'unpause' }),
      give_clock: () => this.giveClock(),
      claim_win: () => this.claim('win'),
      claim_abort: () => this.claim('abort'),
      withdraw: () => held?.withdraw?.(),
      join: () => this.join(),
      decline: () => this.sender.busily(() => asPlayer(() => postCommand(this.game, { type: 'abort' }))),
      rematch: () => this.rematch(),
      rematch_decline: () => this.sender.busily(() => postCommand(/** @type {Rematch} */ (this.state.rematch).game, { type: 'abort' })),
      again: () => this.again(),
    };
  }

  /** Asks to take back. Whoever sits at a local game asks for the colour that has moved, and allows it for the other one. */
  async undo() {
    const { record } = this.state;
    if (!isLocal(record)) {
      await this.sender.send({ type: 'undo', turn: record.turn });
      return;
    }
    const color = record.undo?.color ?? /** @type {Move} */ (record.moves.at(-1)).color;
    if (!record.undo && await this.sender.send({ type: 'undo', turn: record.turn, color })) return;
    const { undo } = await this.state.next(({ record: now }) => now.undo);
    await this.sender.send({ type: 'undo_accept', request: /** @type {Undo} */ (undo).request, color: opponentOf(color) });
  }

  /**
   * Ends the game of an opponent who is away, which can't be taken back.
   * @param {string} outcome
   */
  async claim(outcome) {
    const { record, seat } = this.state;
    const { name } = /** @type {PlayerCard} */ (record.players[opponentOf(/** @type {Color} */ (seat))]);
    const sure = await ask({
      title: t(`claim.${outcome}_title`), text: t(`claim.${outcome}_text`, { name }), yes: t(`action.claim_${outcome}`), no: t('claim.no'), danger: true,
    });
    if (sure) await this.sender.send({ type: 'claim', outcome });
  }

  /** Gives the game a clock, which it keeps to the end. */
  async giveClock() {
    const sure = await ask({
      title: t('give_clock.title'), text: t('give_clock.text', { time: givenTime() }), yes: t('action.give_clock'), no: t('give_clock.no'),
    });
    if (sure) await this.sender.send({ type: 'give_clock' });
  }

  async join() {
    await this.sender.busily(async () => {
      await asPlayer(() => joinGame(this.game));
      // The socket was opened by nobody, or by another player: come back as this one.
      this.connection.reconnectNow();
    });
  }

  /** Offers a rematch, or takes up the opponent's offer. */
  async rematch() {
    await this.sender.busily(async () => {
      const { id } = await postRematch(this.game);
      location.assign(`/games/${id}`);
    });
  }

  /** A new game like this one: after a game against the computer against the same, else for anybody. */
  async again() {
    await this.sender.busily(async () => {
      const { record, seat } = this.state;
      const { board, rules, komi, handicap, private: hidden, no_bots: noBots = false, local = false, aids = {}, clock = null, delay = 0, position } = record.settings;
      const other = seat && record.players[opponentOf(seat)];
      const opponent = isComputer(other) ? { opponent: /** @type {PlayerCard} */ (other).id } : {};
      const settings = { board: boardWish(board), rules: rulesWish(rules), komi, handicap, color: this.ownColor(), private: hidden, no_bots: noBots, local, aids, clock, delay, ...(position && { position }), ...opponent };
      const { id } = await asPlayer(() => postGame(settings));
      location.assign(`/games/${id}`);
    });
  }

  /** The colour that this person chose for the game: its settings have the choice of the game's creator. */
  ownColor() {
    const { record, seat, player } = this.state;
    const { color } = record.settings;
    return color === 'random' || !seat || isCreator(record, player) ? color : opponentOf(color);
  }
}
