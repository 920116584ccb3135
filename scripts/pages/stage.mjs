// Games for the pages to show, the same ones in every run.

import { ApiPlayer, Refusal, startGame } from '../../tests/browser/api-player.js';

const LETTERS = 'ABCDEFGHJKLMNOPQRST';
const CLOCK = { system: 'absolute', main: 6 * 3_600_000 };

/** Numbers by chance, but the same each time. */
function* chances(seed) {
  let state = seed;
  for (;;) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    yield state / 2 ** 32;
  }
}

/** A game that goes on move by move. */
export class Going {
  static async start(server, size, seed) {
    const game = await startGame(server, { board: { width: size, height: size }, clock: CLOCK });
    return Object.assign(new Going(), { ...game, size, turn: 0, chance: chances(seed), empty: size * size });
  }

  /** One more move, wherever one is allowed. */
  async move() {
    const player = this.turn % 2 ? this.white : this.black;
    for (;;) {
      const at = LETTERS[Math.floor(this.chance.next().value * this.size)] + (1 + Math.floor(this.chance.next().value * this.size));
      try {
        await player.command(this.id, { type: 'play', turn: this.turn, at });
        this.turn += 1;
        return;
      } catch (error) {
        if (!(error instanceof Refusal) || error.problem?.code !== 'illegal_move') throw error;
      }
    }
  }

  async moves(count) {
    for (let i = 0; i < count; i += 1) await this.move();
    return this;
  }

  async stones() {
    return (await this.black.snapshot(this.id)).stones.replaceAll('.', '').length;
  }
}

/** What home has to show beside the games that are under way. */
export async function furnish(server) {
  for (let seed = 1; seed <= 4; seed += 1) {
    const game = await (await Going.start(server, 9, seed)).moves(20);
    if (seed <= 2) await game.black.command(game.id, { type: 'resign' });
  }
  const host = await ApiPlayer.guest(server, 'Cleo');
  await host.createGame({ board: { width: 13, height: 13 } });
}
