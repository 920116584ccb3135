import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { after, afterEach, test } from 'node:test';

import { ApiPlayer } from './api-player.js';
import { Table } from './table.js';
import { eventually } from './eventually.js';
import { findings } from './axe-findings.js';

let address = '';

/** A page of a club with a game in a frame, at a port of its own. */
async function host() {
  const club = createServer((_, answer) => answer
    .setHeader('content-type', 'text/html')
    .end(`<!doctype html><title>Club</title><iframe src="${address}" width="600" height="700"></iframe>`));
  club.listen(0, '127.0.0.1');
  await once(club, 'listening');
  return club;
}

const hosts = [await host(), await host()];
const [named, other] = hosts.map((each) => each.address().port);
const table = new Table({ options: ['--embed-origin', `http://127.0.0.1:${named}`] });
after(() => hosts.forEach((each) => each.close()));
afterEach(() => table.clear());

test('a page that the operator names shows a game, and nobody is known in it', async () => {
  const [ann, ben] = [await ApiPlayer.guest(table.server, 'Ann'), await ApiPlayer.guest(table.server, 'Ben')];
  const { id } = await ann.createGame({ board: { width: 9, height: 9 }, color: 'black' });
  await ben.join(id);
  address = `${table.server.url}/embed/games/${id}`;
  // The page around is of the same site (another port), so a browser would send Ann's cookie along.
  const visitor = await table.visitor({ player: ann });
  const cookies = [];
  visitor.page.on('request', async (request) => {
    if (request.url().includes('/api/')) cookies.push((await request.allHeaders()).cookie);
  });
  await visitor.page.goto(`http://127.0.0.1:${named}/`);
  const frame = visitor.page.frameLocator('iframe');
  await frame.locator('still-board svg').waitFor();
  assert.match(await frame.getByTestId('watched-black').innerText(), /Ann/);
  await ann.play(id, 'C3');
  await eventually(async () => assert.equal(await frame.locator('.stones circle').count(), 1));
  await frame.getByTestId('move-back').click();
  assert.equal(await frame.locator('.stones circle').count(), 0);
  const link = frame.locator('#to-server');
  assert.equal(await link.getAttribute('target'), '_blank');
  assert.equal(await link.evaluate((one) => one.href), `${table.server.url}/games/${id}`);
  assert.ok(cookies.length >= 2);
  assert.deepEqual(cookies.filter(Boolean), []);
  visitor.complaints = visitor.complaints.filter((text) => !text.includes(`:${named}/`));

  // A page of its own is looked at by axe.
  const alone = await table.visitor();
  await alone.page.goto(address);
  await alone.page.locator('still-board svg').waitFor();
  assert.deepEqual(await findings(alone.page), []);
});

test('moves that arrive together are drawn once', async () => {
  const [ann, ben] = [await ApiPlayer.guest(table.server, 'Ann'), await ApiPlayer.guest(table.server, 'Ben')];
  const { id } = await ann.createGame({ board: { width: 9, height: 9 }, color: 'black' });
  await ben.join(id);
  const { page } = await table.visitor();
  await page.goto(`${table.server.url}/embed/games/${id}`);
  await page.locator('still-board svg').waitFor();
  await page.evaluate(() => {
    globalThis.pictures = [];
    globalThis.requestAnimationFrame = (draw) => globalThis.pictures.push(draw);
  });
  for (const at of ['C3', 'E5', 'G7']) await (at === 'E5' ? ben : ann).play(id, at);
  await eventually(async () => assert.equal(await page.evaluate(() => globalThis.pictures.length), 1));
  const stones = page.locator('.stones circle');
  assert.equal(await stones.count(), 0);
  await eventually(async () => {
    await page.evaluate(() => globalThis.pictures.splice(0).forEach((draw) => draw()));
    assert.equal(await stones.count(), 3);
  });
});

test('any other page shows nothing', async () => {
  const visitor = await table.visitor();
  await visitor.page.goto(`http://127.0.0.1:${other}/`);
  await eventually(async () => assert.ok(visitor.complaints.some((text) => /frame-ancestors|refused to frame/i.test(text))));
  assert.equal(await visitor.page.frameLocator('iframe').locator('watched-game').count(), 0);
  visitor.complaints = [];
});
