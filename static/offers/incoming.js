// The games that are offered to whoever sits here, kept current from the lines of the own games.

const isOffer = (game, player) => game.phase === 'open' && Boolean(player) && game.settings.opponent === player;

export class Incoming {
  constructor() {
    this.games = new Map();
    this.more = false;
  }

  /** Takes a line up. Answers whether that changed anything. */
  take(line, player) {
    const before = [...this.games.keys()].join();
    if (line.type === 'games') {
      if (!this.more) this.games.clear();
      this.more = line.more;
    }
    for (const game of line.games ?? [line.game]) {
      if (isOffer(game, player)) this.games.set(game.id, game);
      else this.games.delete(game.id);
    }
    return [...this.games.keys()].join() !== before;
  }

  /** Forgets everything: somebody else sits here. */
  clear() {
    this.games.clear();
    this.more = false;
  }

  /** The newest first. */
  get all() {
    return [...this.games.values()].sort((a, b) => b.created_at - a.created_at);
  }
}
