// What is killed while the bots play, and when.

const AWAY_MS = 1500;
/** A killed engine is missed at the next move; one that nobody misses was that of a game which was just over. */
const MISSED_MS = 20_000;
/** A game is in the middle after so many moves. */
const MIDDLE = 12;

export class Killings {
  #server;
  #bot;
  #list;
  #games;
  #serverKilled = false;
  #enginesKilled = 0;
  #engineKilledAt = 0;

  /**
   * Kills `server` when a third of the `games` are over, and an engine of `bot` when some more are; both in the middle
   * of a game. `list` answers all games.
   */
  constructor(server, bot, list, games) {
    this.#server = server;
    this.#bot = bot;
    this.#list = list;
    this.#games = games;
  }

  async look() {
    if (this.#serverKilled && this.#enginesKilled > 0) {
      if (this.#bot.restarts > 0 || Date.now() < this.#engineKilledAt + MISSED_MS) return;
    }
    const games = await this.#list();
    const over = games.filter((game) => game.phase === 'finished').length;
    const inTheMiddle = games.filter((game) => game.phase === 'playing' && game.move_count >= MIDDLE).length;
    if (inTheMiddle === 0) return;
    if (!this.#serverKilled && over >= Math.floor(this.#games / 3)) {
      this.#serverKilled = true;
      await this.#server.kill();
      await new Promise((resolve) => setTimeout(resolve, AWAY_MS));
      await this.#server.launch();
      console.log(`        the server was killed in the middle of ${inTheMiddle} games, and started again`);
    } else if (this.#serverKilled) {
      const { engine } = this.#bot;
      if (engine === null) return;
      process.kill(engine, 'SIGKILL');
      this.#enginesKilled += 1;
      this.#engineKilledAt = Date.now();
      console.log(`        engine ${engine} was killed in the middle of a game`);
    }
  }

  /** What should have happened and has not. */
  missing() {
    if (!this.#serverKilled) return 'the server was not killed: no game was in its middle';
    if (this.#enginesKilled === 0) return 'no engine was killed: no game was in its middle';
    if (this.#bot.restarts === 0) return 'the killed engine was not started anew';
    return null;
  }

  describe() {
    return `the server was killed ${this.#serverKilled ? 1 : 0} times, an engine ${this.#enginesKilled} times`;
  }
}
