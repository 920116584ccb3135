// The game page as a visitor uses it, by eyes and clicks.

import assert from 'node:assert/strict';

import { eventually } from './eventually.js';

/** Texts about Ann and Ben without the numbers that the server gives the later guests of a name: many games are played on one server. */
export const withoutNumbers = (text) => text.replace(/\b(Ann|Ben) \d+(?!\w)/g, '$1');

export class GamePage {
  constructor(visitor) {
    this.visitor = visitor;
    this.page = visitor.page;
  }

  /** After a click that leads to a game. */
  static async arrived(visitor) {
    await visitor.page.waitForURL(/\/games\/[0-9a-z]+/);
    const game = new GamePage(visitor);
    await game.online();
    return game;
  }

  static async open(visitor, game) {
    await visitor.page.goto(`${visitor.server.url}/games/${game}`);
    return GamePage.arrived(visitor);
  }

  get id() {
    return /\/games\/([0-9a-z]+)/.exec(this.page.url())[1];
  }

  part(testId) {
    return this.page.getByTestId(testId);
  }

  point(vertex) {
    return this.part('board').locator(`[data-point="${vertex}"]`);
  }

  async online() {
    await this.page.locator('[data-testid="connection"][data-state="online"]').waitFor({ state: 'attached' });
    await this.point('A1').waitFor({ state: 'attached' });
    // What is below the list of the moves stands still once all of the log is there.
    await this.page.locator('#moves:not([aria-busy])').waitFor({ state: 'attached' });
  }

  async offline() {
    await this.page.locator('[data-testid="connection"][data-state="offline"]').waitFor({ state: 'attached' });
  }

  /** The board takes a stone of this visitor now. */
  async myTurn() {
    await this.part('board').locator('svg[data-mode="play"]').waitFor();
  }

  async stone(vertex) {
    return this.point(vertex).getAttribute('data-stone');
  }

  async shows(vertex, stone) {
    await eventually(async () => assert.equal(await this.stone(vertex), stone, vertex));
  }

  /** All stones, as the protocol writes them. */
  async stones() {
    const cells = this.part('board').locator('[data-point]');
    // They come when the page has time.
    await cells.first().waitFor({ state: 'attached' });
    const points = await cells.evaluateAll((all) =>
      all.map((point) => ({ vertex: point.dataset.point, stone: point.dataset.stone })));
    return readingOrder(points).map(({ stone }) => ({ black: 'B', white: 'W', empty: '.' })[stone]).join('');
  }

  async click(vertex) {
    await this.myTurn();
    await this.point(vertex).click();
  }

  /** Opens "More" of a player's page. It stays open in this browser. */
  async more() {
    const more = this.part('more');
    if (await more.getAttribute('aria-expanded') !== 'true') await more.click();
    await eventually(async () => assert.equal(await more.getAttribute('aria-expanded'), 'true'));
  }

  /** Switches trying on. The code for it comes with the switch, and no click plays before it is there. */
  async tries() {
    const [more, open] = [this.part('more'), this.part('trying-switch')];
    // A player has "More" from the third picture on, and whoever watches has none.
    await eventually(async () => assert.ok(await more.isVisible() || await open.isVisible()));
    if (await more.isVisible()) await this.more();
    if (await open.getAttribute('aria-pressed') !== 'true') await open.click();
    await eventually(async () => assert.equal(await open.getAttribute('aria-pressed'), 'true'));
  }

  async pass() {
    await this.myTurn();
    await this.part('pass').click();
    await this.part('confirm-yes').click();
  }

  /** The face of a clock: its digits, the words about them, and its state. */
  async clock(color) {
    return this.part(`clock-${color}`).evaluate((clock) => ({
      digits: clock.querySelector('.clock-digits').textContent,
      about: clock.querySelector('.clock-about').textContent,
      state: clock.dataset.state,
    }));
  }

  /** Waits until a clock is 'running', 'still', 'low' or 'paused'. */
  async clockIs(color, state) {
    await eventually(async () => assert.equal((await this.clock(color)).state, state, color));
  }

  /** Waits until screen readers have heard something like this. */
  async tells(text) {
    await eventually(async () => {
      const heard = await this.page.evaluate(() => globalThis.heard.join(' | '));
      assert.match(withoutNumbers(heard), text);
    });
  }

  /** Waits until a line of the log says this. */
  async logs(text) {
    await eventually(async () => {
      const lines = await this.part('log-entry').allInnerTexts();
      const fits = (line) => (text instanceof RegExp ? text.test(line) : line.includes(text));
      assert.ok(lines.some((line) => fits(withoutNumbers(line).trim())), `the log says ${lines.join(' | ')}, not ${text}`);
    });
  }

  /** Waits until the text of a part holds `text`. */
  async says(testId, text) {
    await eventually(async () => {
      const said = withoutNumbers((await this.part(testId).innerText()).trim());
      assert.ok(text instanceof RegExp ? text.test(said) : said === withoutNumbers(text), `${testId} says "${said}", not ${text}`);
    });
  }

  press(...keys) {
    return keys.reduce(async (before, key) => {
      await before;
      await this.page.keyboard.press(key);
    }, Promise.resolve());
  }

  /** Waits until the reader is at this place of this line: "3 / 12". A player sees it under "More" alone. */
  async at(place) {
    await eventually(async () => assert.equal((await this.part('place').textContent()).trim(), place));
  }

  /** The node that the tree marks. */
  async marked() {
    return this.part('variation-tree').locator('[aria-selected="true"]').getAttribute('aria-label');
  }

  node(label) {
    return this.part('variation-tree').locator(`[aria-label^="${label}"]`);
  }

  async accepted(color, expected) {
    const card = this.part(`accepted-${color}`);
    await eventually(async () => assert.equal(await card.getAttribute('data-accepted'), String(expected), color));
  }

  /** Accepts the marks as they are; marks that have just changed want a second click. */
  async accept() {
    await this.part('accept').click();
    if (/accept again/.test(await this.part('status').innerText())) await this.part('accept').click();
  }

  /** In the scoring view: clicks until exactly these one-stone chains are marked, starting from `marked`. */
  async mark(marked, wanted) {
    const toggled = [...new Set([...marked, ...wanted])].filter((at) => marked.includes(at) !== wanted.includes(at));
    for (const vertex of toggled) await this.point(vertex).click();
    await this.part('send-marks').click();
  }
}

/** From the top left, row by row. */
function readingOrder(points) {
  const place = ({ vertex }) => -Number(vertex.slice(1)) * 100 + vertex.charCodeAt(0);
  return [...points].sort((a, b) => place(a) - place(b));
}
