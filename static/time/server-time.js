// The server's time, as far as messages tell. A message says when it
// was made and arrives a little later, so the one that was fastest is nearest to
// the truth.

/** How long the fastest message is believed: clocks drift, and people set them. */
const TRUST = 5 * 60_000;

export class ServerTime {
  constructor(local = () => Date.now()) {
    this.local = local;
    this.restart();
  }

  /** A new connection begins anew: this machine may have slept meanwhile. */
  restart() {
    /** @type {number | null} */
    this.ahead = null;
    /** @type {number} */
    this.heardAt = 0;
  }

  /**
   * A message that was made at this moment has arrived just now, or `at` an earlier time of this machine.
   * @param {number} moment
   */
  hear(moment, at = this.local()) {
    if (this.ahead === null || this.local() - this.heardAt > TRUST || moment - at > this.ahead) this.believe(moment, at);
  }

  /**
   * Something happened at this moment, perhaps long ago: the server's time is not before it.
   * @param {number} moment
   */
  notBefore(moment) {
    if (this.ahead === null || moment - this.local() > this.ahead) this.believe(moment);
  }

  /** @param {number} moment */
  believe(moment, at = this.local()) {
    this.heardAt = at;
    this.ahead = moment - at;
  }

  now() {
    return this.local() + (this.ahead ?? 0);
  }
}
