// The state of the game page: the record, the reader's place in it, and what
// the person at this browser has begun and not finished. No elements here.

import { PendingMarks } from './marks.js';
import { Reader, Walk } from './walk.js';
import { applyEvent, moveOf, seatOf } from './record.js';
import { fetchLayout, knownLayout } from '../board/layouts.js';

export class GameState {
  constructor() {
    this.record = null;
    /** How the board is drawn; null until it is known. */
    this.layout = null;
    /** The axes of the preset that changed rules came from, once they are known. */
    this.preset = null;
    this.reader = null;
    this.player = null;
    this.seat = null;
    this.marks = new PendingMarks();
    /** The marks this player accepted last, while the players are agreeing. */
    this.accepted = null;
    /** A move that was sent and not yet confirmed: {at, color}. */
    this.pending = null;
    /** A move that is chosen on the board and not yet played, a vertex. */
    this.preview = null;
    /** The event that sent the game back to play, until the next move. */
    this.resumed = null;
    this.online = false;
    this.sending = false;
    this.busy = false;
  }

  setPlayer(player) {
    this.player = player;
    if (this.record) this.seat = seatOf(this.record, player);
  }

  takeSnapshot(snapshot) {
    const walk = new Walk(snapshot.settings.board, snapshot.moves, snapshot.stones);
    if (this.reader) this.reader.moveTo(walk);
    else this.reader = new Reader(walk);
    this.record = snapshot;
    this.layout = knownLayout(snapshot.settings.board);
    this.seat = seatOf(snapshot, this.player);
    this.pending = null;
    this.resumed = null;
    this.followMarks();
  }

  takeEvent(event) {
    this.record = applyEvent(this.record, event);
    this.seat = seatOf(this.record, this.player);
    const move = moveOf(event);
    if (move) {
      this.pending = null;
      this.reader.append(move);
    }
    if (event.type === 'accepted' && event.color === this.seat) this.accepted = [...(this.marks.base)];
    if (event.type === 'resumed') this.accepted = null;
    this.resumed = event.type === 'resumed' ? event : null;
    this.followMarks();
  }

  /** Asks for the board's layout if it isn't known; true if it came. */
  async findLayout() {
    if (this.layout) return false;
    this.layout = await fetchLayout(this.record.settings.board);
    return true;
  }

  followMarks() {
    const agreeing = this.record.phase === 'scoring';
    if (!agreeing) this.marks = new PendingMarks();
    this.marks.follow(this.record.scoring?.dead ?? []);
  }
}
