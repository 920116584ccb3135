import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';

import { ApiPlayer, snapshot } from './api-player.js';
import { DESKTOP, settled } from './chromium-browser.js';
import { eventually } from './eventually.js';
import { GamePage } from './game-page.js';
import { HomePage } from './home-page.js';
import { Table } from './table.js';

const table = new Table();
afterEach(() => table.clear());

/** Tab until the focus is where `found` says; as a person would, with an end to their patience. */
async function tabTo(page, found, argument) {
  for (let presses = 0; presses < 60; presses += 1) {
    if (await page.evaluate(found, argument)) return;
    await page.keyboard.press('Tab');
  }
  assert.fail(`60 presses of Tab do not reach ${argument ?? found}`);
}

const onTestId = (testId) => document.activeElement?.dataset?.testid === testId;
const onBoard = () => document.activeElement?.dataset?.point !== undefined;

/** Arrow keys from point to point, then Enter. */
async function playByArrows(game, vertex) {
  await game.myTurn();
  await tabTo(game.page, onBoard);
  const letters = 'ABCDEFGHJ';
  for (let presses = 0; presses < 20; presses += 1) {
    const here = await game.page.evaluate(() => document.activeElement.dataset.point);
    if (here === vertex) break;
    const across = letters.indexOf(vertex[0]) - letters.indexOf(here[0]);
    const up = Number(vertex[1]) - Number(here[1]);
    const key = across > 0 ? 'ArrowRight' : across < 0 ? 'ArrowLeft' : up > 0 ? 'ArrowUp' : 'ArrowDown';
    await game.page.keyboard.press(key);
  }
  await game.page.keyboard.press('Enter');
  await eventually(async () => assert.notEqual(await game.stone(vertex), 'empty', vertex));
}

test('a whole game without a pointer', async () => {
  const { server } = table;
  const visitor = await table.visitor();
  const { page } = visitor;
  await HomePage.open(visitor);
  await tabTo(page, onTestId, 'new-game-9');
  await page.keyboard.press('Enter');
  const game = await GamePage.arrived(visitor);

  // The colours are drawn by lot; if the opponent is Black, a pass makes both cases one.
  const opponent = await ApiPlayer.guest(server, 'Ben');
  const { players } = await opponent.join(game.id);
  const mine = players.black.id === opponent.player.id ? 'white' : 'black';
  if (mine === 'white') await opponent.play(game.id, 'pass');

  await playByArrows(game, 'G7');
  await opponent.play(game.id, 'C3');
  await playByArrows(game, 'E5');
  await opponent.play(game.id, 'C4');

  // By its name; a name that will not do is refused in words, and the question stays.
  await game.myTurn();
  await page.keyboard.press('/');
  await page.keyboard.type('c4');
  await page.keyboard.press('Enter');
  await page.getByRole('alert').filter({ hasText: 'C4' }).waitFor();
  await page.keyboard.press('Control+A');
  await page.keyboard.type('g3');
  await page.keyboard.press('Enter');
  await game.shows('G3', mine);
  await opponent.play(game.id, 'pass');

  await game.myTurn();
  await page.keyboard.press('p');
  await page.getByTestId('confirm-yes').waitFor();
  await page.keyboard.press('Enter');
  await game.part('score-table').waitFor();
  const { scoring } = await snapshot(server, game.id);
  await opponent.command(game.id, { type: 'accept', version: scoring.version });
  await game.accepted(mine === 'black' ? 'white' : 'black', true);
  await tabTo(page, onTestId, 'accept');
  await page.keyboard.press('Enter');
  await game.part('result').waitFor();
  assert.equal((await snapshot(server, game.id)).phase, 'finished');
});

test('the keys walk through the moves', async () => {
  const { server } = table;
  const black = await ApiPlayer.guest(server, 'Ann');
  const white = await ApiPlayer.guest(server, 'Ben');
  const { id } = await black.createGame({ board: { width: 9, height: 9 }, color: 'black' });
  await white.join(id);
  for (const [player, move] of [[black, 'E5'], [white, 'C3'], [black, 'G7']]) await player.play(id, move);
  const game = await GamePage.open(await table.visitor(), id);
  await game.shows('G7', 'black');
  const { keyboard } = game.page;
  await keyboard.press('ArrowLeft');
  await game.shows('G7', 'empty');
  await keyboard.press('Home');
  await game.shows('E5', 'empty');
  await keyboard.press('ArrowRight');
  await game.shows('E5', 'black');
  await game.shows('C3', 'empty');
  await keyboard.press('End');
  await game.shows('G7', 'black');
});

/**
 * Does the element with the focus look different from how it looks without: itself, the one next to it or the one about it, with what
 * is drawn before and after each, as far as they are seen at all? Answers null if nothing has the focus. It runs in the page.
 */
function focusSeen() {
  const { activeElement: element } = document;
  if (!element || element === document.body) return null;
  const look = (each, part) => {
    const style = getComputedStyle(each, part);
    if (part && ['none', 'normal'].includes(style.content)) return '';
    // The colour of a line that is not drawn says nothing.
    return [
      style.outlineStyle !== 'none' && [style.outlineStyle, style.outlineWidth, style.outlineColor],
      style.borderStyle !== 'none' && [style.borderStyle, style.borderWidth, style.borderColor],
      style.stroke !== 'none' && [style.stroke, style.strokeWidth],
      style.boxShadow, style.backgroundColor, style.backgroundImage, style.textDecorationLine,
    ].join(' ');
  };
  // A ring around something that is transparent itself is not seen.
  const seen = [element, element.nextElementSibling, element.parentElement].filter((each) => each?.checkVisibility({ opacityProperty: true }));
  const looks = () => seen.flatMap((each) => [null, '::before', '::after'].map((part) => look(each, part))).join('; ');
  const focused = looks();
  element.blur();
  const differs = focused !== looks();
  element.focus({ preventScroll: true });
  return { differs, html: element.outerHTML.slice(0, 160) };
}

/**
 * Tab from where the focus is to the end of the page, with an end to the patience: what had the focus, and what of it did not
 * show that.
 */
async function tabThrough(page) {
  await settled(page);
  const [met, unseen] = [[], []];
  for (let presses = 0; presses < 80; presses += 1) {
    await page.keyboard.press('Tab');
    const focus = await page.evaluate(focusSeen);
    if (!focus) return { met, unseen };
    met.push(focus.html);
    if (!focus.differs) unseen.push(focus.html);
  }
  throw new Error(`the page goes on behind ${met.at(-1)}`);
}

// Nothing is on its way from one look to another.
const STILL = { ...DESKTOP, reducedMotion: 'reduce' };

// How each page is opened, and some of what Tab has to reach there.
for (const [name, open, parts] of [
  ['the home page', async (visitor) => { await HomePage.open(visitor); }, ['new-game-9', 'pace']],
  ['the form of a new game', async (visitor) => {
    const home = await HomePage.open(visitor);
    await home.page.locator('#more > summary').click();
    await home.part('rules-custom').waitFor();
  }, ['board-width', 'type="radio"', 'create-game']],
  ['a game', async (visitor) => {
    const opponent = await ApiPlayer.guest(table.server, 'Ben');
    const player = await ApiPlayer.guest(table.server, 'Ann');
    const { id } = await player.createGame({ board: { width: 9, height: 9 }, color: 'black' });
    await opponent.join(id);
    await player.play(id, 'E5');
    await opponent.play(id, 'C3');
    await visitor.become(player);
    const game = await GamePage.open(visitor, id);
    await game.myTurn();
  }, ['data-testid="pass"', 'data-point']],
  ['the search for positions', async ({ page, server }) => {
    await page.goto(`${server.url}/positions`);
    await page.locator('[data-testid="board"] [data-point]').first().waitFor({ state: 'attached' });
  }, ['size-', 'data-point']],
]) {
  test(`whatever has the focus by the keyboard shows it: ${name}`, async () => {
    const visitor = await table.visitor(STILL);
    await open(visitor);
    const { met, unseen } = await tabThrough(visitor.page);
    for (const part of parts) assert.ok(met.some((html) => html.includes(part)), `Tab does not reach ${part}, but ${met.join('\n')}`);
    assert.deepEqual(unseen, []);
  });
}
