// The state of the game page: the record, the reader's place in it, and the
// actions that the person has begun and not finished. No elements here.

import { GameLog } from './game-log.js';
import { PendingMarks, changedVertices, diffMarks, marksIn, marksOf } from './marks.js';
import { Reader, Walk } from './walk.js';
import { Remark } from './remark.js';
import { ServerTime } from '../time/server-time.js';
import { applyEvent, isLocal, mayPlay, moveOf, seatOf } from '../go/record.js';
import { fetchLayout, knownLayout } from '../board/layouts.js';
import { opponentOf } from '../board/moves.js';

/** @import { Layout } from '../board/layout.js' */
/** @import { Color, GameEvent, Presence, Rematch, Snapshot } from '../shapes/game.js' */
/** @import { PlayerCard } from '../shapes/player.js' */
/** @import { GameTrying } from './game-trying.js' */
/** @import { Marks } from './marks.js' */

const HEADLINES = ['resumed', 'clock_given'];

export class GameState {
  constructor() {
    /**
     * Null until the first snapshot: nothing but that is done before.
     * @type {Snapshot}
     */
    this.record = /** @type {any} */ (null);
    /**
     * How the board is drawn; null until it is known.
     * @type {Layout}
     */
    this.layout = /** @type {any} */ (null);
    /**
     * Where rules are changed: the axes of their preset, once they are known.
     * @type {Record<string, any> | null}
     */
    this.preset = null;
    /**
     * Null as the record is.
     * @type {Reader}
     */
    this.reader = /** @type {any} */ (null);
    /** @type {PlayerCard | null} */
    this.player = null;
    /** @type {Color | null} */
    this.seat = null;
    this.marks = new PendingMarks();
    /**
     * The marks this player accepted last, while the players are agreeing.
     * @type {any}
     */
    this.accepted = null;
    /**
     * The marks this player sent last, while the players are agreeing.
     * @type {any}
     */
    this.sent = null;
    /**
     * A move that was sent and not yet confirmed: {at, color}.
     * @type {{at: string, color: Color} | null}
     */
    this.pending = null;
    /**
     * A move that is chosen on the board and not yet played, a vertex.
     * @type {string | null}
     */
    this.preview = null;
    /**
     * The last event, if it is one that changes the players' plans: play was resumed, or there is a clock now.
     * @type {GameEvent | null}
     */
    this.headline = null;
    /**
     * The presence of both players: first that of the snapshot, then the last that the server told.
     * @type {Presence | null}
     */
    this.presence = null;
    /**
     * The offer of another game, when this one is finished: {game, by}.
     * @type {Rematch | null}
     */
    this.rematch = null;
    /**
     * The moves that this person tries beside the game, see GameTrying; null until there are any.
     * @type {GameTrying}
     */
    this.trying = /** @type {any} */ (null);
    this.log = new GameLog();
    /** Are the events from before the page was opened being fetched? */
    this.recalls = false;
    /**
     * The seat for which all events were taken last.
     * @type {Color | null}
     */
    this.recalledFor = null;
    this.time = new ServerTime();
    /**
     * What another player has changed in the marks since this person did something with them, a Remark; null if nothing.
     * @type {Remark | null}
     */
    this.remark = null;
    /**
     * The turn in which an undo of this player was rejected: it can't be asked for again.
     * @type {number | null}
     */
    this.undoRefused = null;
    /**
     * The commands that wait to be sent, as Commands has them.
     * @type {any}
     */
    this.held = null;
    this.online = false;
    /** Is the first connection still being made? Then the page does not say that it is lost. */
    this.connecting = true;
    this.sending = false;
    this.busy = false;
    /** @type {{fits: (state: GameState) => unknown, resolve: (record: Snapshot) => void}[]} */
    this.awaited = [];
  }

  /** The moment that this person sees: spectators may be behind. */
  get now() {
    return this.time.now() - (this.seat ? 0 : this.record?.settings.delay ?? 0);
  }

  /**
   * Waits until the game is as it is asked for, and answers the record then.
   * @param {(state: GameState) => unknown} fits
   * @returns {Promise<Snapshot>}
   */
  next(fits) {
    if (this.record && fits(this)) return Promise.resolve(this.record);
    return new Promise((resolve) => {
      this.awaited.push({ fits, resolve });
    });
  }

  /** Tells those that wait for it. */
  tellAwaited() {
    this.awaited = this.awaited.filter(({ fits, resolve }) => !fits(this) || void resolve(this.record));
  }

  /** May this person put a stone down now? A move that waits to be sent has to arrive first, and beside the game none is made in it. */
  get mayMove() {
    return mayPlay(this.record, this.seat) && !this.pending && !this.held && !this.reader.beside;
  }

  /** @param {PlayerCard | null} player */
  setPlayer(player) {
    this.player = player;
    if (this.record) this.seat = seatOf(this.record, player);
  }

  /** @param {Snapshot} snapshot */
  takeSnapshot(snapshot) {
    const walk = new Walk(snapshot.settings.board, snapshot.moves, snapshot.stones);
    if (this.reader) this.reader.moveTo(walk);
    else this.reader = new Reader(walk);
    if (this.record?.turn !== snapshot.turn) this.pending = null;
    const before = this.record;
    // The first snapshot comes with the page and mostly once more from the socket: what the log has learnt since stays in it. A
    // player who has come meanwhile has marks among the events.
    if (this.record?.seq !== snapshot.seq || this.recalledFor !== seatOf(snapshot, this.player)) this.log = new GameLog(snapshot);
    this.record = snapshot;
    this.presence = snapshot.presence ?? null;
    this.rematch = snapshot.rematch ?? null;
    if (snapshot.now) this.time.hear(snapshot.now);
    this.layout = /** @type {any} */ (knownLayout(snapshot.settings.board));
    this.seat = seatOf(snapshot, this.player);
    this.headline = null;
    this.remarkOnSnapshot(before);
    this.followMarks();
    this.tellAwaited();
  }

  /** @param {GameEvent} event */
  takeEvent(event) {
    const { undo } = this.record;
    const before = marksIn(this.record.scoring);
    this.record = applyEvent(this.record, event);
    this.seat = seatOf(this.record, this.player);
    this.time.notBefore(event.at);
    this.log.add(event);
    const move = moveOf(event, this.record);
    if (move) {
      this.pending = null;
      this.reader.append(move);
    }
    if (event.type === 'undo_accepted') {
      this.pending = null;
      this.reader.takeBack(event.moves);
    }
    if (event.type === 'undo_rejected' && undo?.color === this.seat) this.undoRefused = this.record.turn;
    if (event.type === 'accepted' && event.color === this.seat) this.accepted = this.marks.sent;
    this.remarkOn(event, before);
    if (event.type === 'proposed' && event.color === this.seat) this.sent = marksIn(this.record.scoring);
    if (event.type === 'resumed') this.sent = this.accepted = null;
    this.headline = HEADLINES.includes(event.type) ? event : null;
    this.followMarks();
    this.tellAwaited();
  }

  /**
   * Takes all events up to now, which tell more than a snapshot. Answers false if they are those up to another moment.
   * @param {GameEvent[]} events
   */
  takeHistory(events) {
    if (events.at(-1)?.seq !== this.record.seq) return false;
    this.log = GameLog.from(events);
    this.recalledFor = this.seat;
    if (this.record.phase === 'scoring' && this.seat) {
      const { sent, accepted } = marksOf(events, this.seat);
      this.sent ??= sent;
      this.accepted ??= accepted;
    }
    return true;
  }

  /** The changes of the marks that this player sent, as diffMarks has them; null if there are none, or if none were sent. */
  get overruled() {
    if (!this.sent || this.record.phase !== 'scoring') return null;
    const difference = diffMarks(this.sent, marksIn(this.record.scoring));
    return changedVertices(difference).length > 0 ? difference : null;
  }

  /**
   * Somebody else has changed the marks. Who sends marks or accepts them has seen them; for spectators whoever accepts answers.
   * @param {{type: string, color?: Color}} event
   * @param {Marks} before
   */
  remarkOn({ type, color }, before) {
    const { record, seat, remark } = this;
    const isOwn = color === seat || isLocal(record);
    const isAnswer = isOwn ? type === 'proposed' || type === 'accepted' : !seat && type === 'accepted';
    if (record.phase !== 'scoring' || isAnswer) this.remark = null;
    else if (type === 'proposed') {
      const next = new Remark({ color, before, after: marksIn(record.scoring), earlier: remark });
      this.remark = next.isEmpty ? null : next;
    }
  }

  /**
   * A snapshot comes where events were missed. Marks that are neither those of before nor those that this person has made are the
   * other player's.
   * @param {Snapshot | null} before
   */
  remarkOnSnapshot(before) {
    const { record, seat } = this;
    if (record.phase !== 'scoring') this.remark = null;
    if (before?.phase !== 'scoring' || record.phase !== 'scoring' || !seat) return;
    const [earlier, next] = [before, record].map(({ scoring }) => marksIn(scoring));
    const isNews = [earlier, this.marks.shown].every((marks) => changedVertices(diffMarks(marks, next)).length > 0);
    if (isNews) this.remarkOn({ type: 'proposed', color: opponentOf(seat) }, earlier);
  }

  /** Fetches the board's layout if it isn't known. Answers whether it was fetched. */
  async findLayout() {
    if (this.layout) return false;
    this.layout = await fetchLayout(this.record.settings.board);
    return true;
  }

  followMarks() {
    const agreeing = this.record.phase === 'scoring';
    if (!agreeing) this.marks = new PendingMarks();
    this.marks.follow(marksIn(this.record.scoring));
  }
}
