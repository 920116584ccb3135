import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, test } from 'node:test';

import { ApiPlayer } from './api-player.js';
import { DESKTOP, PHONE, settled } from './chromium-browser.js';
import { GamePage } from './game-page.js';
import { some } from './long-run.js';
import { Table } from './table.js';
import { eventually } from './eventually.js';
import { findings } from './axe-findings.js';
import { stageGames } from './scenes.js';

const table = new Table();
afterEach(() => table.clear());

/** The text of the QR code in a picture of the page. */
async function readCode(page) {
  const folder = mkdtempSync(join(tmpdir(), 'tengen-code-'));
  try {
    const path = join(folder, 'page.png');
    // Neither a picture that is not drawn yet nor a sheet that is still rising can be read.
    await page.getByTestId('code').evaluate((picture) => picture.decode());
    await settled(page);
    await page.screenshot({ path });
    return execFileSync('zbarimg', ['--quiet', '--raw', path], { encoding: 'utf8' }).trim();
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const overflow = (page) => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

test('the code of an open game leads to it, in every look', async () => {
  const ann = await ApiPlayer.guest(table.server, 'Ann');
  const { id } = await ann.createGame({ board: { width: 9, height: 9 } });
  for (const look of some([{ ...PHONE, colorScheme: 'dark' }, { ...DESKTOP, colorScheme: 'light' }])) {
    const game = await GamePage.open(await table.visitor(look), id);
    await game.part('show-code').click();
    await game.page.waitForFunction(() => document.querySelector('[data-testid="code"]')?.naturalWidth > 0);
    assert.equal(await readCode(game.page), `${table.server.url}/games/${id}`);
    assert.deepEqual(await findings(game.page), []);
    assert.ok(await overflow(game.page) <= 0);
  }
});

test('the sheet of the phone gets the address; a finished game can be shared, too', async () => {
  const { finished } = await stageGames(table.server, ['finished']);
  const visitor = await table.visitor(PHONE);
  await visitor.context.addInitScript(() => {
    globalThis.sent = [];
    navigator.share = async (what) => { globalThis.sent.push(what); };
  });
  const game = await GamePage.open(visitor, finished.id);
  await game.part('share').click();
  await game.part('send-link').click();
  const [sent] = await game.page.evaluate(() => globalThis.sent);
  assert.equal(sent.url, `${table.server.url}/games/${finished.id}`);
  assert.ok(await overflow(game.page) <= 0);
});

test('Z leaves board, names and clocks; Z, Escape and a button lead back', async () => {
  const { playing } = await stageGames(table.server, ['playing']);
  for (const look of some([PHONE, DESKTOP])) {
    const game = await GamePage.open(await table.visitor(look), playing.id);
    const { page } = game;
    const hidden = (yes) => eventually(async () => {
      for (const selector of ['.bar', '.doing', '.panel']) {
        assert.equal(await page.locator(selector).first().isHidden(), yes, selector);
      }
      for (const name of ['board', 'player-black', 'player-white']) assert.ok(await game.part(name).isVisible(), name);
    });
    await hidden(false);
    const before = (await game.part('board').boundingBox()).height;
    for (const leave of ['z', 'Escape', 'button']) {
      await page.keyboard.press('Z');
      await hidden(true);
      const box = await game.part('board').boundingBox();
      assert.ok(box.height >= before - 1, 'the board is no smaller');
      assert.ok(await overflow(page) <= 0);
      assert.deepEqual(await findings(page), []);
      if (leave === 'button') await game.part('leave-quiet').click();
      else await page.keyboard.press(leave);
      await hidden(false);
    }
  }
});
