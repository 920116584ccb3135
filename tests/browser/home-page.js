// The home page as a visitor uses it.

import { GamePage } from './game-page.js';

export class HomePage {
  constructor(visitor) {
    this.visitor = visitor;
    this.page = visitor.page;
  }

  static async open(visitor) {
    await visitor.page.goto(`${visitor.server.url}/`);
    const home = new HomePage(visitor);
    await home.part('new-game-9').waitFor();
    return home;
  }

  part(testId) {
    return this.page.getByTestId(testId);
  }

  /** The card of one game: `open-game`, `live-game` or `finished-game`. */
  card(kind, game) {
    return this.page.locator(`[data-testid="${kind}"][data-game="${game}"]`);
  }

  /** One click makes a game and leads to it. */
  async newGame(size) {
    await this.part(`new-game-${size}`).click();
    return GamePage.arrived(this.visitor);
  }

  async join(game) {
    await this.card('open-game', game).getByTestId('join-game').click();
    return GamePage.arrived(this.visitor);
  }
}
