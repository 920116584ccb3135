import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';

import { ApiPlayer, call, playMoves, snapshot, startGame } from './api-player.js';
import { findings } from './axe-findings.js';
import { PHONE } from './chromium-browser.js';
import { eventually } from './eventually.js';
import { GamePage } from './game-page.js';
import { some } from './long-run.js';
import { Table } from './table.js';

// Two walls, and one lone stone of each inside the other's territory.
const WALLS = Array.from({ length: 9 }, (_, index) => [`D${index + 1}`, `E${index + 1}`]).flat();
const MOVES = [...WALLS, 'G5', 'B5', 'pass', 'pass'];

const table = new Table();
afterEach(() => table.clear());

/** An answer of the server in which this player is a computer. */
function marked(value, id) {
  if (Array.isArray(value)) return value.map((each) => marked(each, id));
  if (value === null || typeof value !== 'object') return value;
  const all = Object.fromEntries(Object.entries(value).map(([key, each]) => [key, marked(each, id)]));
  return value.id === id && 'name' in value ? { ...all, kind: 'computer' } : all;
}

/** For this visitor the server says that a player is a computer: in the page itself, and over the socket. */
async function seesComputer(visitor, id) {
  await visitor.context.addInitScript(`
    ${marked}
    // Before the modules run.
    document.addEventListener('readystatechange', () => {
      const given = document.getElementById('given');
      if (document.readyState === 'interactive' && given) given.textContent = JSON.stringify(marked(JSON.parse(given.textContent), '${id}'));
    });
  `);
  await visitor.context.routeWebSocket('**/api/v1/ws?protocol=2', (socket) => {
    const server = socket.connectToServer();
    server.onMessage((text) => socket.send(JSON.stringify(marked(JSON.parse(text), id))));
  });
}

/** Black's page of a game that is being counted, against a player who is a computer or not. */
async function counting({ computer, options = {} }) {
  const game = await startGame(table.server, { board: { width: 9, height: 9 } });
  await playMoves(game, MOVES);
  // Nothing is dead to begin with.
  const { version, dead } = (await snapshot(table.server, game.id)).scoring;
  if (dead.length) await game.white.command(game.id, { type: 'propose', version, dead: [] });
  const visitor = await table.visitor({ ...options, player: game.black });
  if (computer) await seesComputer(visitor, game.white.player.id);
  const page = await GamePage.open(visitor, game.id);
  await page.part('accept').waitFor();
  return { game, page };
}

async function sendMarks({ game, page }, wanted) {
  await page.mark([], wanted);
  await eventually(async () => assert.deepEqual([...(await snapshot(table.server, game.id)).scoring.dead].sort(), wanted));
}

async function answerMarks({ id, white }, dead) {
  const { version } = (await snapshot(table.server, id)).scoring;
  await white.command(id, { type: 'propose', version, dead });
  await white.command(id, { type: 'accept', version: (await snapshot(table.server, id)).scoring.version });
}

/** A part stands on the screen as a whole where nobody has scrolled. */
async function seen(page, testId) {
  await page.page.evaluate(() => scrollTo(0, 0));
  const { y, height } = await page.part(testId).boundingBox();
  assert.ok(y >= 0 && y + height <= page.page.viewportSize().height, `${testId} at ${y} to ${y + height}`);
}

const TABLET = { viewport: { width: 768, height: 1024 }, hasTouch: true, isMobile: true };

for (const [device, options] of some([['a phone', PHONE], ['a laptop', { viewport: { width: 1280, height: 720 } }], ['a tablet', TABLET]])) {
  test(`the computer's other marks are told with where and why, and play may go on from there (${device})`, async () => {
    const { game, page } = await counting({ computer: true, options });
    await page.says('player-white', /computer/);
    await sendMarks({ game, page }, ['B5']);
    assert.doesNotMatch(await page.part('status').innerText(), /disagrees/);
    await answerMarks(game, ['G5']);
    const told = /^Ben disagrees with the marks you sent: G5 now counts as dead\. B5 now counts as alive\. The computer played the position out and marked the result/;
    await page.says('status', told);
    await page.tells(/Ben disagrees with the marks you sent: G5/);
    for (const part of ['status', 'score-sum', 'accept']) await seen(page, part);
    await page.accepted('white', true);
    assert.deepEqual(await findings(page.page), []);
    // A page that was opened anew knows it, too.
    await page.page.reload();
    await page.online();
    await page.says('status', told);
    await page.part('resume').click();
    await page.part('confirm-yes').click();
    await eventually(async () => assert.equal((await snapshot(table.server, game.id)).phase, 'playing'));
    await eventually(async () => assert.doesNotMatch(await page.part('status').innerText(), /disagrees/));
  });
}

test('that the opponent accepted is said when these are the marks that were sent', async () => {
  const { game, page } = await counting({ computer: true });
  await sendMarks({ game, page }, ['B5']);
  const { version } = (await snapshot(table.server, game.id)).scoring;
  await game.white.command(game.id, { type: 'accept', version });
  await page.says('status', /^Ben accepted these marks\./);
  assert.doesNotMatch(await page.part('status').innerText(), /disagrees/);
});

test('a person who marks otherwise is no computer', async () => {
  const { game, page } = await counting({ computer: false });
  await sendMarks({ game, page }, ['B5']);
  await answerMarks(game, ['B5', 'G5']);
  await page.says('status', /G5 now counts as dead\. Send your marks again, or resume play/);
  assert.doesNotMatch(await page.part('player-white').innerText(), /computer/);
});

test('a new game after one against the computer is against it, with the same settings, at once', async () => {
  const ann = await ApiPlayer.guest(table.server, 'Ann');
  const [{ player: computer }] = (await call(table.server, 'GET', '/api/v1/house')).players;
  const { id } = await ann.createGame({ board: { width: 7, height: 7 }, komi: 3.5, rules: 'chinese', color: 'black', opponent: computer.id });
  await eventually(async () => assert.equal((await snapshot(table.server, id)).phase, 'playing'));
  await ann.command(id, { type: 'resign' });
  const visitor = await table.visitor({ player: ann });
  const page = await GamePage.open(visitor, id);
  await page.part('new-game').click();
  await visitor.page.waitForURL((address) => !address.pathname.endsWith(id));
  const next = await GamePage.arrived(visitor);
  const { players, settings } = await snapshot(table.server, next.id);
  assert.equal(settings.opponent?.id ?? settings.opponent, computer.id, 'the seat is kept for the computer');
  await next.myTurn();
  assert.deepEqual([players.black.id, players.white.id], [ann.player.id, computer.id]);
  assert.deepEqual([settings.board.width, settings.komi, settings.rules.preset], [7, 3.5, 'chinese']);
});
