// Draws the state of a game into the page: the board first, then all that is beside it.

import { GameTicker } from './game-ticker.js';
import { Frame } from '../dom/frame.js';
import { announce } from '../dom/announcer.js';
import { boardBox } from '../board/ground.js';
import { boardView } from './board-view.js';
import { opponentOf } from '../board/moves.js';
import { cardsOf } from './cards.js';
import { deadlineText } from './offers.js';
import { gameFacts, gameText } from '../go/names.js';
import { find } from '../dom/find.js';
import { html, setFacts, setText } from '../dom/html.js';
import { untilClockOffer } from './given-clock.js';
import { boardWish, rulesWish } from '../go/wish.js';
import { isLocal, mayEstimate, mayPlay, mayTry } from '../go/record.js';
import { setting } from '../storage/settings.js';
import { statusText, titleText, turnText } from './status-text.js';
import { t } from '../text/text.js';
import { timeInWords } from '../text/clock-text.js';
import { setTitle } from '../waiting/tab-title.js';

/** @import { GameState } from './game-state.js' */
/** @import { Marks } from './marks.js' */

const MESSAGE_TIME = 6_000;
/** How many pictures it takes until all of a game that opens is drawn. */
const PICTURES = 3;

export class GameDrawing {
  /** @type {GameState} */ state;
  /** @type {() => void} */ news;
  /** @type {() => void} */ drawn;

  /**
   * `news` is called before each picture, to tell the events since the last one, and `drawn` when all of the game is drawn.
   * @param {GameState} state
   * @param {{news?: () => void, drawn?: () => void}} parts
   */
  constructor(state, { news = () => {}, drawn = () => {} } = {}) {
    Object.assign(this, { state, news, drawn });
    this.table = find('table');
    this.dot = html('span', { class: 'connection', role: 'img', 'data-testid': 'connection', 'data-state': 'offline' });
    this.moving = false;
    /**
     * The part that guesses at the score, on its way or there.
     * @type {any}
     */
    this.estimate = null;
    this.pictures = 0;
    /** Is this picture only the rest of the one before? */
    this.rest = false;
    this.message = null;
    this.messageTimer = null;
    this.frame = new Frame(() => this.draw());
    this.ticker = new GameTicker(() => this.drawTimes());
  }

  /** Something has changed: it is drawn with all other changes before the next picture, or `atOnce`, in the same task. */
  ask({ moving = false, atOnce = false } = {}) {
    this.moving ||= moving;
    this.rest = false;
    if (atOnce) this.frame.run();
    else this.frame.ask();
  }

  /**
   * Says something for a while in the status line; null ends that.
   * @param {string | null} text
   */
  say(text) {
    // Events say null, and none of them is drawn by itself.
    if (!text && !this.message) return;
    this.message = text;
    clearTimeout(/** @type {any} */ (this.messageTimer));
    if (text) {
      announce(text);
      this.messageTimer = setTimeout(() => this.say(null), MESSAGE_TIME);
    }
    this.drawStatus();
  }

  draw() {
    const { state, table, moving, rest } = this;
    const { record, seat } = state;
    this.moving = false;
    if (!record) return;
    this.news();
    table.dataset.phase = record.phase;
    table.classList.toggle('calm', this.isCalm);
    table.classList.toggle('reading', !state.reader.live);
    if (state.layout && !rest) this.drawBoard(moving);
    // The first picture of a game is its board; the players come with the second, the controls with the third. So
    // no picture makes a slow phone deaf for long.
    if (state.layout && this.pictures < PICTURES) this.pictures += 1;
    const isLast = !state.layout || this.pictures === PICTURES;
    this.rest = !isLast;
    if (!isLast) this.frame.ask();
    if (state.layout && this.pictures === 1) return;
    this.drawCards();
    this.drawFacts();
    if (!isLast) return;
    for (const part of ['sum', 'notice', 'actions', 'score', 'positions']) find(part).show?.(state);
    find('bar-of-moves').show(state.reader, state.trying?.placeInLine);
    find('tabs').hidden = !record.scoring || record.phase === 'playing';
    table.classList.toggle('my-turn', mayPlay(record, seat));
    this.drawStatus();
    this.ticker.run(`${record.turn} ${record.to_move}`);
    // The list measures where its moves are, for which the browser lays the page out: once, if nothing changes afterwards.
    find('moves').show(record, state.reader.walk.number, state.log.entries, { grows: state.recalls });
    table.dataset.ready = '';
    state.remark?.drawn(() => this.ask());
    this.drawn();
  }

  /** Whoever plays sees what a first game needs, and the rest where More is open, or where moves are tried. */
  get isCalm() {
    const { record: { phase }, seat, trying } = this.state;
    return seat !== null && (phase === 'playing' || phase === 'scoring') && !trying?.on && !setting('more');
  }

  drawBoard(moving = false) {
    const { state, table } = this;
    const { number } = state.reader.walk;
    const view = boardView(state, find('positions').continued?.(number));
    const shown = state.trying?.viewOf(view) ?? view;
    const position = this.positionOf(shown.stones);
    const owners = this.estimated(position, shown.marks);
    this.drawStudy(position);
    find('board').show(owners ? { ...shown, marks: { ...shown.marks, estimate: owners } } : shown, { moving });
    const box = boardBox(state.layout, setting('coordinates'));
    table.style.setProperty('--ratio', box.width / box.height);
  }

  /**
   * How surely the points of the shown position go to whom, if the reader has asked for that. A score takes the place of a guess.
   * @param {any} position
   * @param {Marks} marks
   */
  estimated(position, marks) {
    const { record, seat } = this.state;
    const part = find('estimate');
    part.hidden = !mayEstimate(record, seat) || Boolean(/** @type {any} */ (marks).owners);
    if (part.hidden) return null;
    // Most players may not, and do not fetch it. Without a network the next picture tries again.
    this.estimate ??= import('../trying/score-estimate.js').then(() => this.ask(), () => { this.estimate = null; });
    return part.ownersOf?.(position) ?? null;
  }

  /**
   * The shown position as a question to the server.
   * @param {string} stones
   */
  positionOf(stones) {
    const { record, trying, reader: { walk } } = this.state;
    const { board, rules, komi } = record.settings;
    const next = record.moves[walk.number]?.color ?? record.to_move ?? opponentOf(record.moves.at(-1)?.color ?? 'white');
    return { board: boardWish(board), rules: rulesWish(rules), komi, stones, to_move: trying?.tried ? trying.toMove : next };
  }

  /**
   * The ways on with the position: a study board for whoever may try moves beside the game, and a game for whoever may have it
   * estimated.
   * @param {any} position
   */
  drawStudy(position) {
    const { record, seat } = this.state;
    find('from-here').hidden = !mayEstimate(record, seat);
    this.leadToStudy(mayTry(record, seat) ? position : null);
  }

  /**
   * Players of a game have no use for the address of a study, and do not fetch what makes it.
   * @param {any} position
   */
  async leadToStudy(position) {
    const way = find('study');
    this.studied = position;
    if (!position) way.hidden = true;
    else {
      const { studyAddress } = await import('../go/study.js').catch(() => /** @type {any} */ ({}));
      // Without a network there is no way there either, and meanwhile another position may be shown.
      if (!studyAddress || this.studied !== position) return;
      way.href = studyAddress(position);
      way.hidden = false;
    }
  }

  drawCards() {
    // The dot beside both colours would go to and fro.
    const seat = isLocal(this.state.record) ? null : this.state.seat;
    const cards = [find('card-bottom'), find('card-top')];
    cardsOf(this.state).forEach((shown, i) => {
      cards[i].show(shown);
      if (seat === shown.color && this.dot.parentNode !== cards[i].place) cards[i].place.append(this.dot);
    });
    if (!seat && this.dot.parentNode !== find('bar-end')) find('bar-end').prepend(this.dot);
  }

  drawFacts() {
    const { record, seat, preset, presence } = this.state;
    setText(find('heading'), gameText(record));
    const going = record.phase === 'playing' || record.phase === 'scoring';
    // A game that began without a clock may have one by now.
    const settings = { ...record.settings, clock: record.clock?.system ?? record.settings.clock };
    const facts = gameFacts(settings, { watching: !seat && going, from: preset, brief: this.isCalm });
    const watching = presence?.watching ?? 0;
    if (going && watching > 0) facts.push(t('presence.watching', { count: watching }));
    setFacts(find('facts'), facts);
    find('facts').title = timeInWords(settings.clock);
  }

  drawStatus() {
    const { state, dot } = this;
    dot.dataset.state = state.online ? 'online' : 'offline';
    const label = t(state.online ? 'connection.online' : 'connection.offline');
    dot.setAttribute('aria-label', label);
    dot.title = label;
    const message = ((state.online || state.connecting) && this.message) || '';
    find('offers').tell(message);
    if (!state.record) return;
    setText(find('turn'), turnText(state));
    setText(find('status'), /** @type {string} */ (message || statusText(state)));
    setTitle(titleText(state));
  }

  /** All that changes with the time alone. */
  drawTimes() {
    const { state } = this;
    const { now } = state;
    const cards = [find('card-bottom'), find('card-top')];
    const running = cards.map((card) => [card, card.clock.tick(now)]).filter(([card]) => card.clock.running);
    // Whoever watches has no More, and reads it all.
    const deadline = deadlineText(state, state.seat === null || setting('more'));
    setText(find('deadline'), deadline);
    find('deadline').hidden = deadline === '';
    const counting = find('offers').show(state);
    return {
      faces: running.map(([, face]) => face),
      own: running.find(([card]) => card.dataset.color === state.seat)?.[1] ?? null,
      counting: counting || deadline !== '',
      until: untilClockOffer(state),
    };
  }
}
