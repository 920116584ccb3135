// How games look in the lists of the home page. Each tile is made once, and then takes up what has changed. Its way to
// the game covers it, under the names, which lead to the players.

import { Miniature } from '../board/miniature.js';
import { askedOf } from '../waiting/waiting-games.js';
import { boardText, colorText, gameFacts, gameText, resultText } from '../go/names.js';
import { playerName } from '../people/player-name.js';
import { digits } from '../text/clock-text.js';
import { factLine, html, setFacts, setText } from '../dom/html.js';
import { kindMark } from '../people/kind.js';
import { opponentOf } from '../board/moves.js';
import { isLocal, seatOf } from '../go/record.js';
import { stoneIcon } from '../dom/icons.js';
import { t } from '../text/text.js';
import { timeLeft } from './own-order.js';

/** @import { Color, PerColor, Result, Settings, Summary } from '../shapes/game.js' */
/** @import { PlayerCard } from '../shapes/player.js' */
/** @import { Drawer } from './drawing.js' */

/**
 * The link to a game; `words` are its visible words.
 * @param {Summary} game
 * @param {...(Node | string)} words
 */
export const wayTo = (game, ...words) => html('a', { class: 'tile-way', href: `/games/${game.id}`, 'data-testid': 'tile-way' },
  html('span', { class: 'visually-hidden' }, gameText(game)), ...words);

/**
 * A name that leads to its player.
 * @param {PlayerCard} player
 */
const nameLink = (player, look = '') => html('a', { class: `tile-name ${look}`.trim(), href: `/players/${player.id}`, 'data-testid': 'tile-name' }, playerName(player));

/** @type {Record<string, string>} */
const ASKED = { move: 'home.your_move', undo: 'home.your_answer', agreement: 'home.your_marks' };

/**
 * A tile that looks the same as long as it is there.
 * @param {HTMLElement} element
 */
const still = (element) => ({ element, take() {}, draw() {} });

/**
 * The colours of both players if the player at this page takes the seat.
 * @param {Settings} settings
 */
export function seatLine(settings) {
  const free = settings.color === 'random' ? 'lot' : opponentOf(settings.color);
  const seat = free === 'lot' ? t('color.lot') : t('home.you_play', { color: colorText(free) });
  return html('p', { class: 'seat' }, stoneIcon(free), seat);
}

/**
 * An open game: the player who waits, the offer, and the way in.
 * @param {Summary} game
 * @param {PlayerCard | null} player
 * @param {() => unknown} join
 */
export function openTile(game, player, join) {
  const { creator, settings } = game;
  const mine = player?.id === creator.id;
  const invited = Boolean(settings.opponent) && settings.opponent === player?.id;
  const kept = Boolean(settings.opponent) && !mine && !invited;
  const way = mine ? html('a', { class: 'button', href: `/games/${game.id}` }, t('home.yours'))
    : kept ? html('span', { class: 'hint' }, t('home.kept'))
      : html('button', { type: 'button', class: 'primary', 'data-testid': 'join-game', onclick: join }, t(invited ? 'action.accept_game' : 'action.join'));
  return still(html('article', { class: 'tile open-tile', 'data-testid': 'open-game', 'data-game': game.id },
    html('div', { class: 'tile-text' },
      html('h3', { class: 'pair-player' }, nameLink(creator), kindMark(creator)),
      html('p', {}, wayTo(game, html('span', {}, ...factLine(gameFacts(settings))))),
      kept ? null : seatLine(settings)),
    way));
}

/** @param {Summary} game */
function movingText(game) {
  return game.phase === 'scoring' ? t('turn.scoring') : t('home.to_move', { color: colorText(/** @type {Color} */ (game.to_move)) });
}

/**
 * `who` is the link to a player with the mark of the kind, or the text in its place.
 * @param {Color | 'lot'} color
 * @param {...(Node | null)} who
 */
const playerLine = (color, ...who) => html('span', { class: 'pair-player' },
  stoneIcon(color), html('span', { class: 'visually-hidden' }, colorText(color)), ...who);

/** @type {Color[]} */
const COLORS = ['black', 'white'];
/**
 * @param {PerColor<PlayerCard | null>} players
 * @param {(color: Color) => string} lookOf
 */
const pairOf = (players, lookOf = () => '') => html('h3', { class: 'pair' },
  ...COLORS.map((color) => playerLine(color, nameLink(/** @type {PlayerCard} */ (players[color]), lookOf(color)), kindMark(players[color]))));

/** A game that goes on: its board, who plays, and where it stands. */
class PlayedTile {
  /** @type {Summary} */ game;
  /** @type {Drawer} */ drawing;
  /** @type {any} */ player;
  /** @type {() => number} */ now;

  /**
   * `about` has the facts that a kind of tile needs beside the game.
   * @param {Summary} game
   * @param {Drawer} drawing
   */
  constructor(game, drawing, about = {}) {
    Object.assign(this, { game, drawing, ...about });
    this.board = new Miniature(game.settings.board);
    this.doing = html('span', {});
    this.moves = html('span', {});
    this.state = html('p', {}, wayTo(game, html('span', { class: 'standing' }, this.doing, this.moves)));
    this.element = /** @type {any} */ (this).make(game);
    this.draw();
  }

  /**
   * A newer state is drawn when it is seen.
   * @param {Summary} game
   */
  take(game) {
    if (game === this.game) return;
    this.game = game;
    this.drawing.ask(this);
  }

  draw() {
    const { game, board } = this;
    board.show(game.stones ?? '', game.last_move);
    setText(this.moves, game.phase === 'open' ? '' : t('home.moves', { count: game.move_count }));
    board.label(t('board.label', { size: boardText(game.settings.board), game: gameText(game) }));
    /** @type {any} */ (this).say(game);
  }
}

export class LiveTile extends PlayedTile {
  /** @param {Summary} parts */
  make({ id, players }) {
    return html('article', { class: 'tile live-tile', 'data-testid': 'live-game', 'data-game': id },
      this.board.element, pairOf(players), this.state);
  }

  /** @param {Summary} game */
  say(game) {
    setText(this.doing, movingText(game));
  }
}

/**
 * One of the player's own games: the opponent, the task that it waits for, and the time left for that. `about` has the `player`
 * whose games these are, and `now`, which tells the server's time.
 */
export class OwnTile extends PlayedTile {
  /** @param {Summary} game */
  make(game) {
    /** @type {HTMLElement} */
    this.left = html('span', { class: 'time-left', 'data-testid': 'time-left' });
    /** @type {HTMLElement} */
    this.who = html('h3', {});
    return html('article', { class: 'tile own-tile', 'data-testid': 'your-game', 'data-game': game.id },
      this.board.element, html('div', { class: 'own-text' }, this.who, this.state), this.left);
  }

  /** @param {Summary} game */
  say(game) {
    const asked = askedOf(game, this.player);
    this.element.dataset.asked = asked ?? '';
    this.element.classList.toggle('waiting', asked !== null);
    const seat = seatOf(game, this.player);
    const other = seat && game.players[opponentOf(seat)];
    if (seat && isLocal(game)) this.name(playerLine(seat, html('span', {}, t('game.local'))));
    else this.name(seat ? playerLine(seat, nameLink(/** @type {PlayerCard} */ (other)), kindMark(other)) : playerLine(colorOf(game), html('span', {}, t('turn.open'))));
    setFacts(this.doing, game.phase === 'open' ? gameFacts(game.settings) : [asked ? t(ASKED[asked]) : movingText(game)]);
    this.tick();
  }

  /** @param {HTMLElement} line */
  name(line) {
    if (this.who.textContent !== line.textContent) this.who.replaceChildren(line);
  }

  /** How long the game still waits. */
  tick() {
    const left = this.game.phase === 'open' ? null : timeLeft(this.game, this.now());
    setText(this.left, left === null ? '' : digits(left));
    this.left.title = left === null ? '' : t('home.time_left', { time: digits(left) });
  }
}

/** @param {Summary} parts */
const colorOf = ({ settings }) => (settings.color === 'random' ? 'lot' : settings.color);

/** @param {Summary} game */
export function finishedTile(game) {
  const { players, settings } = game;
  const result = /** @type {Result} */ (game.result);
  return still(html('article', { class: 'tile finished-tile', 'data-testid': 'finished-game', 'data-game': game.id },
    pairOf(players, (color) => (result.winner === color ? 'winner' : '')),
    html('p', {}, wayTo(game, html('span', {}, boardText(settings.board), ' · ', resultText(result, settings.rules))))));
}
