import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';

import { playMoves, startGame } from './api-player.js';
import { PHONE } from './chromium-browser.js';
import { eventually } from './eventually.js';
import { GamePage } from './game-page.js';
import { some } from './long-run.js';
import { Table } from './table.js';

// Two walls, and one lone stone of each inside the other's territory.
const WALLS = Array.from({ length: 9 }, (_, index) => [`D${index + 1}`, `E${index + 1}`]).flat();
const MOVES = [...WALLS, 'G5', 'B5', 'pass', 'pass'];
const DEAD = ['B5', 'G5'];
const SCREENS = some([
  ['360x740', PHONE],
  ['1280x720', { viewport: { width: 1280, height: 720 } }],
  ['768x1024', { viewport: { width: 768, height: 1024 }, hasTouch: true, isMobile: true }],
]);

const table = new Table();
afterEach(() => table.clear());

async function scored({ komi = 6.5, dead = DEAD } = {}) {
  const game = await startGame(table.server, { board: { width: 9, height: 9 }, komi });
  await playMoves(game, MOVES);
  const { scoring } = await game.black.snapshot(game.id);
  if ([...scoring.dead].sort().join() !== dead.join()) await game.black.command(game.id, { type: 'propose', version: scoring.version, dead });
  return game;
}

const open = async (game, player, options = {}) => GamePage.open(await table.visitor({ ...options, player }), game.id);

/** Is a part on the screen as a whole, without scrolling? */
async function seen(page, testId) {
  const { y, height } = await page.part(testId).boundingBox();
  assert.equal(await page.page.evaluate(() => scrollY), 0);
  assert.ok(y >= 0 && y + height <= page.page.viewportSize().height, `${testId} at ${y} to ${y + height}`);
  return y;
}

for (const [name, options] of SCREENS) {
  test(`at ${name} who accepts sees both totals above the button, without scrolling`, async () => {
    const game = await scored();
    const page = await open(game, game.black, options);
    const accept = await seen(page, 'accept');
    await eventually(async () => assert.deepEqual(await page.page.evaluate(numbersAbove, accept), { 43.5: true, 28: true }));
  });
}

/** Which totals are seen above a height of the screen, whatever the parts are called. */
function numbersAbove(height) {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found = { 43.5: false, 28: false };
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    if (!node.parentElement.checkVisibility()) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const { top, bottom } = range.getBoundingClientRect();
    if (top < 0 || bottom > height) continue;
    for (const number of Object.keys(found)) found[number] ||= node.data.split(/[^\d.]+/).includes(number);
  }
  return found;
}

for (const [name, options] of SCREENS) {
  test(`at ${name} the sum stands above Accept and both are seen; at the end it stands by the result`, async () => {
    const game = await scored();
    const page = await open(game, game.black, options);
    // Black: 27 points and B5. White: 36, G5 and komi.
    await page.says('score-sum', 'White leads by 15.5: 43.5 to 28');
    const sum = await seen(page, 'score-sum');
    assert.ok(sum < await seen(page, 'accept'));
    assert.ok(sum < (await page.part('board').evaluate(() => document.querySelector('scoring-panel').getBoundingClientRect().top)));
    const { scoring } = await game.black.snapshot(game.id);
    for (const player of [game.black, game.white]) await player.command(game.id, { type: 'accept', version: scoring.version });
    await page.says('result', 'W+15.5');
    await page.says('result-words', 'Ben wins');
    await page.says('score-sum', 'Black 28, White 43.5');
    await page.says('status', '');
    // It is told once: nothing else on the page says who has won by how much.
    const told = await page.page.locator('main:visible').innerText();
    assert.deepEqual(told.match(/15\.5|\bw(?:on|ins)\b/g), ['15.5', 'wins']);
    await seen(page, 'score-sum');
    await seen(page, 'result');
  });
}

test('marks that are not sent make the sum out of date, until they are sent', async () => {
  const game = await scored();
  const page = await open(game, game.black);
  await page.says('score-sum', /43\.5 to 28/);
  assert.equal(await page.part('score-outdated').isVisible(), false);
  await page.point('B5').click();
  await page.says('score-outdated', /haven't sent/);
  await page.part('send-marks').click();
  await page.says('score-sum', /^(White|Black) leads by /);
  await page.part('score-outdated').waitFor({ state: 'hidden' });
});

test('spectators see the sum, and players with equally many are told so', async () => {
  const game = await scored({ komi: -9 });
  const page = await open(game, null);
  await page.says('score-sum', 'Even: 28 each');
});
