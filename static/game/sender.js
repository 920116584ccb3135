// Sends a person's actions, and tells their outcome.

import { Commands } from '../net/commands.js';
import { commandText } from './offers.js';
import { isLocal, positionOf } from '../go/record.js';
import { problemText } from '../text/problem-text.js';
import { t } from '../text/text.js';

/** @import { ProblemShape } from '../shapes/player.js' */
/** @import { GameState } from './game-state.js' */

/** Refusals of a command that waited, which only mean that the game went on without it. */
const MOVED_ON = ['moved_on', 'stale_turn', 'stale_version', 'wrong_phase', 'not_your_turn', 'time_is_up', 'paused'];

/** @typedef {{type: string} & Record<string, any>} Command */

export class Sender {
  /** @type {GameState} */ state;
  /** @type {(text: string | null) => void} */ say;
  /** @type {(how?: any) => void} */ draw;

  /** @param {any} parts */
  constructor({ state, connection, game, say, draw }) {
    Object.assign(this, { state, say, draw });
    this.commands = new Commands(connection, game, {
      position: () => state.record && positionOf(state.record),
      changed: () => {
        state.held = this.commands.held;
        draw();
      },
    });
  }

  /**
   * Sends a command; a refusal becomes words. Answers the problem, or null.
   * @param {Command} command
   * @param {{quietly?: string[]}} manner
   */
  async send(command, { quietly = [] } = {}) {
    try {
      await this.commands.send(this.signed(command));
      return null;
    } catch (problem) {
      if (command.type === 'play') this.state.pending = null;
      if (!quietly.includes(problem.code) && problem.code !== 'withdrawn') this.say(this.refusal(command, problem));
      this.draw();
      return problem;
    }
  }

  /**
   * A command of a local game says for which colour it is.
   * @param {Command} command
   */
  signed(command) {
    const { record, seat } = this.state;
    return record && seat && isLocal(record) ? { color: seat, ...command } : command;
  }

  /**
   * @param {Command} command
   * @param {ProblemShape & {held?: boolean}} problem
   */
  refusal(command, problem) {
    const late = problem.code === 'moved_on' || (problem.held && MOVED_ON.includes(problem.code));
    return late ? t('held.moved_on', { what: commandText(command) }) : problemText(problem);
  }

  /**
   * Does an action that isn't a command of this game; a failure becomes words.
   * @param {() => unknown} action
   */
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
