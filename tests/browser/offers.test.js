import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';

import { ApiPlayer, playMoves, snapshot, startGame } from './api-player.js';
import { findings } from './axe-findings.js';
import { DEVICES } from './chromium-browser.js';
import { GamePage, withoutNumbers } from './game-page.js';
import { HomePage } from './home-page.js';
import { inspect, inspectColours, isAccessible, isFit } from './inspection.js';
import { Table } from './table.js';

const BOARD = { board: { width: 9, height: 9 }, clock: { system: 'absolute', main: 600_000 } };
const table = new Table();
afterEach(() => table.clear());

test('from the card of an opponent to a game with them, on two pages', async () => {
  const earlier = await startGame(table.server, BOARD);
  const ben = await HomePage.open(await table.visitor({ player: earlier.white }));
  const anns = await GamePage.open(await table.visitor({ player: earlier.black }), earlier.id);
  // One's own card leads nowhere.
  assert.equal(await anns.part('about-player').count(), 1);
  await anns.part('about-player').click();
  await anns.part('offer-game').click();
  const form = new HomePage(anns.visitor);
  await form.says('offer-to', /Only Ben can join the game/);
  assert.equal(await form.part('opponent-named').isChecked(), true);
  const offered = await form.newGame(9);
  await offered.says('status', 'This game is waiting for Ben.');
  assert.equal((await snapshot(table.server, offered.id)).opponent.id, earlier.white.player.id);

  const tile = ben.card('offered-game', offered.id);
  await tile.waitFor();
  assert.match(withoutNumbers(await tile.innerText()), /Ann offers you a game[^]*9×9 · .+ · Japanese rules · komi 6\.5[^]*Random/);
  await tile.getByTestId('offer-decline').click();
  await tile.waitFor({ state: 'detached' });
  assert.equal(await ben.page.locator('#offered').isVisible(), false);
  await offered.says('status', 'Ben declined.');

  // The next offer is taken.
  await anns.page.goto(`${table.server.url}/?opponent=${earlier.white.player.id}`);
  const again = await form.newGame(13);
  await ben.card('offered-game', again.id).getByTestId('offer-play').click();
  const bens = await GamePage.arrived(ben.visitor);
  assert.equal(bens.id, again.id);
  await again.says('turn', /Black|Your move/);
});

test('an offer that is taken back is gone, also for who comes back late', async () => {
  const ann = await ApiPlayer.guest(table.server, 'Ann');
  const ben = await ApiPlayer.guest(table.server, 'Ben');
  const visitor = await table.visitor({ player: ben });
  const line = await visitor.tapSockets();
  const home = await HomePage.open(visitor);
  const { id } = await ann.createGame({ ...BOARD, opponent: ben.player.id, private: true });
  await home.card('offered-game', id).waitFor();
  line.refusing = true;
  await line.drop();
  await ann.command(id, { type: 'abort' });
  const next = await ann.createGame({ ...BOARD, opponent: ben.player.id });
  line.refusing = false;
  await home.card('offered-game', next.id).waitFor();
  await home.card('offered-game', id).waitFor({ state: 'detached' });
});

test('on other pages there is a quiet word', async () => {
  const game = await startGame(table.server, BOARD);
  await playMoves(game, ['E5']);
  const carl = await ApiPlayer.guest(table.server, 'Carl');
  const page = await GamePage.open(await table.visitor({ player: game.white }), game.id);
  const { id } = await carl.createGame({ ...BOARD, opponent: game.white.player.id });
  await page.says('offer-notice', /Carl offers you a game[^]*9×9/);
  await page.part('offer-later').click();
  await page.part('offer-notice').waitFor({ state: 'detached' });
  // A reader of the offer itself needs no notice of it.
  const other = await carl.createGame({ ...BOARD, opponent: game.white.player.id });
  await page.part('offer-look').click();
  await page.page.waitForURL(`**/games/${other.id}`);
  const offered = await GamePage.arrived(page.visitor);
  await offered.says('status', 'Carl invites you to this game.');
  await offered.says('offer-notice', /Carl offers you/);
  assert.equal(await offered.part('offer-notice').getAttribute('data-game'), id);

  // A rematch is told where the game was.
  const back = await GamePage.open(page.visitor, game.id);
  await back.part('offer-later').click();
  await game.black.command(game.id, { type: 'resign' });
  await back.says('result', /W\+R/);
  const made = await fetch(`${table.server.url}/api/v1/games/${game.id}/rematch`, {
    method: 'POST', headers: { authorization: `Bearer ${game.black.token}` },
  });
  assert.equal(made.status, 201);
  await back.says('offer-rematch', /Ann offers a rematch/);
  // The newest offer has the place of the notice, unless it is told elsewhere or put off: the one after the
  // rematch comes, and behind it stands the first one.
  const last = await carl.createGame({ ...BOARD, opponent: game.white.player.id });
  const notice = (game) => back.page.locator(`[data-testid="offer-notice"][data-game="${game}"]`);
  await notice(last.id).waitFor();
  await back.part('offer-later').click();
  await notice(id).waitFor();
});

test('who learns hears of an offer, and nothing moves', async () => {
  const [ann, ben] = [await ApiPlayer.guest(table.server, 'Ann'), await ApiPlayer.guest(table.server, 'Ben')];
  const { page } = await table.visitor({ player: ben });
  await page.goto(`${table.server.url}/learn/stones`);
  const board = page.getByTestId('board');
  await board.locator('svg').waitFor();
  const place = await board.boundingBox();
  const { id } = await ann.createGame({ ...BOARD, opponent: ben.player.id });
  const notice = page.getByTestId('offer-notice');
  await notice.waitFor();
  assert.match(withoutNumbers(await notice.innerText()), /Ann offers you a game[^]*9×9/);
  assert.equal(await notice.getAttribute('data-game'), id);
  assert.deepEqual(await board.boundingBox(), place);
  assert.deepEqual(await findings(page), []);
  await inspect(page, 'learn-offer');
  await notice.getByTestId('offer-later').click();
  await notice.waitFor({ state: 'detached' });
});

test('offers as they look, and as they read', async () => {
  for (const [device, options] of DEVICES) {
    const ann = await ApiPlayer.guest(table.server, 'Ann with a name of 32 letters...');
    const ben = await ApiPlayer.guest(table.server, 'Ben');
    const clock = { system: 'byo-yomi', main: 600_000, periods: 5, period: 30_000 };
    await ann.createGame({ board: { name: 'torus 9x9' }, rules: 'chinese', clock, color: 'white', opponent: ben.player.id, private: true });
    const home = await HomePage.open(await table.visitor({ ...options, player: ben }));
    await home.part('offered-game').waitFor();
    await isFit(home.page, `home-offered-${device}`);
    const game = await ann.createGame(BOARD);
    await ben.join(game.id);
    const page = await GamePage.open(home.visitor, game.id);
    await page.part('offer-notice').waitFor();
    await isFit(page.page, `game-notice-${device}`);
    await page.part('about-player').click();
    await page.part('offer-game').waitFor();
    await isAccessible(page.page, `${device}, about a player`);
    await page.part('offer-game').click();
    await home.part('offer-to').waitFor();
    await inspectColours(home.page, `home-offering-${device}`);
  }
});
