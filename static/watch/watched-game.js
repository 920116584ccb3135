// <watched-game>: one game among others: the board, names, clocks, and the result when it is over.

import '../board/still-board.js';
import '../game/game-clock.js';
import { colorText, gameText, resultText } from '../go/names.js';
import { playerName } from '../people/player-name.js';
import { html, setText } from '../dom/html.js';
import { showKind } from '../people/kind.js';
import { stoneIcon } from '../dom/icons.js';
import { t } from '../text/text.js';

/** @import { Color } from '../shapes/game.js' */

/**
 * The player shown on a side of an open game: the creator, on the side that was chosen, or below if the lot decides.
 * @param {any} parts
 * @param {Color} color
 */
function waiting({ creator, phase, settings }, color) {
  const side = settings.color === 'random' ? 'black' : settings.color;
  return phase === 'open' && color === side ? creator : null;
}

class Side {
  /** @param {Color} color */
  constructor(color) {
    this.color = color;
    this.name = html('span', { class: 'watched-name' });
    this.kind = html('span', { class: 'watched-kind' });
    this.turn = html('span', { class: 'watched-turn' });
    this.clock = html('game-clock', {});
    this.line = html('p', { class: 'watched-side', 'data-testid': `watched-${color}` },
      stoneIcon(color), html('span', { class: 'visually-hidden' }, colorText(color)), this.name, this.kind, this.turn, this.clock);
  }

  /** @param {any} record */
  show(record) {
    const player = record.players[this.color] ?? waiting(record, this.color);
    setText(this.name, player ? playerName(player) : t('card.free'));
    showKind(this.kind, player);
    const winner = record.result?.winner === this.color;
    setText(this.turn, record.to_move === this.color ? t('watch.to_move') : winner ? t('card.winner') : '');
    this.line.classList.toggle('to-move', record.to_move === this.color);
    this.clock.show({ clock: record.clock, color: this.color, paused: Boolean(record.pause) });
  }
}

class WatchedGame extends HTMLElement {
  connectedCallback() {
    if (this.way) return;
    /** @type {any[]} */
    this.sides = [new Side('white'), new Side('black')];
    /** @type {any} */
    this.board = html('still-board', {});
    /** @type {HTMLElement} */
    this.said = html('p', { class: 'watched-said', 'data-testid': 'watched-said' });
    /** @type {any} */
    this.way = html('a', { class: 'watched-way', href: this.dataset.game ? `/games/${this.dataset.game}` : null }, this.board);
    this.dataset.testid = 'watched-game';
    this.replaceChildren(this.sides[0].line, this.way, this.sides[1].line, this.said);
    setText(this.said, t('watch.loading'));
  }

  /**
   * Shows a GameState whose layout is known.
   * @param {any} parts
   */
  show({ record, layout, reader }) {
    for (const side of this.sides) side.show(record);
    const { stones, lastMove } = reader.walk;
    const name = gameText(record);
    this.board.show({ board: layout, stones, lastMove: lastMove?.at ?? null, label: name });
    this.way.setAttribute('aria-label', t('watch.opens', { game: name }));
    this.dataset.phase = record.phase;
    setText(this.said, record.result ? resultText(record.result, record.settings.rules) : record.phase === 'scoring' ? t('turn.scoring') : '');
  }

  /**
   * Draws the clocks; answers the faces of those that run.
   * @param {number} now
   */
  tick(now) {
    return this.sides.filter(({ clock }) => clock.clock).flatMap(({ clock }) => {
      const face = clock.tick(now);
      return clock.running ? [face] : [];
    });
  }

  /**
   * There is no such game.
   * @param {string} text
   */
  fail(text) {
    this.board.replaceChildren();
    for (const { line } of this.sides) line.hidden = true;
    setText(this.said, text);
  }
}

customElements.define('watched-game', WatchedGame);
