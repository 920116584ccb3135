// The home page as a visitor uses it.

import assert from 'node:assert/strict';

import { eventually } from './eventually.js';
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

  /** Waits until the text of a part is like this. */
  async says(testId, text) {
    await eventually(async () => assert.match(await this.part(testId).innerText(), text));
  }

  part(testId) {
    return this.page.getByTestId(testId);
  }

  /** The card of one game: `open-game`, `live-game`, `finished-game`, `your-game` or `offered-game`. */
  card(kind, game) {
    return this.page.locator(`[data-testid="${kind}"][data-game="${game}"]`);
  }

  /** How fast the next game is: `quick`, `normal`, `slow`, `day`, `days` or `none`. */
  async pace(name) {
    await this.part('pace').selectOption(name);
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
