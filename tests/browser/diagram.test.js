// The shown position as a picture, which is copied and saved.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { afterEach, test } from 'node:test';

import { ApiPlayer, playMoves, startGame } from './api-player.js';
import { GamePage } from './game-page.js';
import { FULL, RecordPage, bringRecord } from './record-page.js';
import { Table } from './table.js';

const table = new Table();
afterEach(() => table.clear());

/** The file that a button of the sheet saves. */
async function saved(page, button) {
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByTestId(button).click()]);
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
}

/** Width, height and some pixels of a picture, as a browser shows it: colours at places that are parts of its sides. */
const looks = (page, type, bytes, places) => page.evaluate(async ([address, at]) => {
  const image = new Image();
  image.src = address;
  await image.decode();
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [image.naturalWidth, image.naturalHeight];
  const context = canvas.getContext('2d', { willReadFrequently: true });
  context.drawImage(image, 0, 0);
  const color = ([x, y]) => [...context.getImageData(Math.round(x * canvas.width), Math.round(y * canvas.height), 1, 1).data];
  return { width: canvas.width, height: canvas.height, colors: at.map(color) };
}, [`data:${type};base64,${bytes.toString('base64')}`, places]);

const light = ([red, green, blue]) => Math.round((red + green + blue) / 3);

test('the shown position of a game is saved as a picture that looks the same elsewhere', async () => {
  const game = await startGame(table.server, { board: { width: 5, height: 5 } });
  // Black's stone is in the middle, White's below it.
  await playMoves(game, ['C3', 'C2']);
  const { id } = game;
  const page = await GamePage.open(await table.visitor(), id);
  await page.page.getByTestId('show-diagram').click();
  const picture = page.page.locator('svg.diagram');
  await picture.waitFor();
  assert.match(await picture.getAttribute('aria-label'), /5.*5.*Ann.*Ben.*2 \/ 2/s);

  const png = await saved(page.page, 'diagram-png');
  const svg = await saved(page.page, 'diagram-svg');
  assert.deepEqual([png.name, svg.name], [`tengen-${id}-2.png`, `tengen-${id}-2.svg`]);
  const text = svg.bytes.toString();
  assert.match(text, /<title>[^<]*Ann/);
  assert.doesNotMatch(text, /class=|href=|https?:\/\/(?!www\.w3\.org\/2000\/svg)/, 'it needs nothing but itself');
  // A line away from the middle is about a seventh of the side.
  const places = [[0.5, 0.5], [0.5, 0.5 + 0.16], [0.5 + 0.08, 0.5 - 0.08]];
  for (const [type, { bytes }] of [['image/png', png], ['image/svg+xml', svg]]) {
    const { width, height, colors } = await looks(page.page, type, bytes, places);
    assert.equal(Math.max(width, height), 1200);
    const [black, white, wood] = colors.map(light);
    assert.ok(black < 110 && white > 200 && wood > 120 && wood < 200, `${type}: ${black}, ${white}, ${wood}`);
    assert.ok(colors.every((color) => color[3] === 255));
  }

  // An earlier move is another picture.
  await page.page.keyboard.press('Escape');
  await page.page.keyboard.press('ArrowLeft');
  await page.page.getByTestId('show-diagram').click();
  const earlier = await saved(page.page, 'diagram-png');
  assert.equal(earlier.name, `tengen-${id}-1.png`);
  const { colors } = await looks(page.page, 'image/png', earlier.bytes, places);
  assert.ok(light(colors[1]) < 200, 'the last stone is not there yet');
});

test('a picture of a record has its marks and is copied', async () => {
  const ann = await ApiPlayer.guest(table.server, 'Ann');
  const [{ id }] = await bringRecord(table.server, ann, FULL);
  const visitor = await table.visitor({ permissions: ['clipboard-read', 'clipboard-write'] });
  const page = await RecordPage.open(visitor, id);
  await page.press('End');
  const marks = await page.page.locator('go-board .marks > *').count();
  assert.ok(marks > 0);
  await page.page.getByTestId('show-diagram').click();
  await page.page.locator('svg.diagram').waitFor();
  assert.equal(await page.page.locator('svg.diagram .marks > *').count(), marks);
  await page.page.getByTestId('diagram-copy').click();
  await page.page.getByTestId('diagram-said').getByText('Copied.').waitFor();
  const kinds = await page.page.evaluate(async () => {
    const [item] = await navigator.clipboard.read();
    return { types: item.types, bytes: (await item.getType('image/png')).size };
  });
  assert.deepEqual(kinds.types, ['image/png']);
  assert.ok(kinds.bytes > 5_000, `${kinds.bytes}`);
});

test('a browser that copies no pictures says to save it', async () => {
  const ann = await ApiPlayer.guest(table.server, 'Ann');
  const [{ id }] = await bringRecord(table.server, ann, FULL);
  const visitor = await table.visitor();
  await visitor.page.addInitScript(() => {
    Object.defineProperty(navigator, 'clipboard', { value: { write: () => Promise.reject(new Error('no')) } });
  });
  const page = await RecordPage.open(visitor, id);
  await page.page.getByTestId('show-diagram').click();
  await page.page.getByTestId('diagram-copy').click();
  await page.page.getByTestId('diagram-said').getByText('Save it instead').waitFor();
  const { name, bytes } = await saved(page.page, 'diagram-svg');
  assert.equal(name, `tengen-${id}-0.svg`);
  assert.match(bytes.toString(), /^<svg/);
});
