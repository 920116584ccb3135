import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';

import { ApiPlayer, call } from './api-player.js';
import { PHONE } from './chromium-browser.js';
import { eventually } from './eventually.js';
import { FULL, RecordPage, bringRecord } from './record-page.js';
import { HomePage } from './home-page.js';
import { Table } from './table.js';

const table = new Table();
afterEach(() => table.clear());

const file = (name, content) => ({ name, mimeType: 'application/x-go-sgf', buffer: Buffer.from(content) });

async function stage(options = {}) {
  const ann = await ApiPlayer.guest(table.server, 'Ann');
  const [{ id }] = await bringRecord(table.server, ann, FULL);
  return RecordPage.open(await table.visitor(options), id);
}

test('a file that is chosen on the home page is shown', async () => {
  const home = await HomePage.open(await table.visitor());
  // In Shift-JIS, which nothing in the file says.
  const bytes = Buffer.concat([Buffer.from('(;SZ[9]PB['), Buffer.from([0x95, 0x90, 0x8b, 0x7b, 0x90, 0xb3, 0x8e, 0xf7]), Buffer.from(']PW[Ben];B[ee])')]);
  await home.page.getByTestId('record-file').setInputFiles({ ...file('a.sgf', ''), buffer: bytes });
  const page = await RecordPage.arrived(home.visitor);
  await page.says('player-black', /武宮正樹/);
  await page.at('0 / 1');
  await page.press('ArrowRight');
  await page.shows('E5', 'black');
  // It is in the list from now on, and can be taken away.
  await home.page.goto(table.server.url);
  const tile = home.page.getByTestId('record');
  await tile.getByText('武宮正樹').waitFor();
  await tile.getByTestId('remove-record').click();
  await home.page.getByTestId('confirm-yes').click();
  await eventually(async () => assert.equal(await tile.count(), 0));
  await page.page.goto(`${table.server.url}/`);
  await home.page.getByTestId('open-record').waitFor();
  assert.equal(await tile.count(), 0);
});

test('the owner of a file chooses its encoding, and sees the names before and after', async () => {
  const home = await HomePage.open(await table.visitor());
  // 互先 in EUC-JP, which are two usual hanzi in GB18030, and a second file, so that the list is shown.
  const bytes = Buffer.concat([Buffer.from('(;SZ[9]PB['), Buffer.from([0xb8, 0xdf, 0xc0, 0xe8]), Buffer.from('];B[ee])')]);
  await home.page.getByTestId('record-file').setInputFiles([{ ...file('a.sgf', ''), buffer: bytes }, file('b.sgf', '(;SZ[9]PB[Ann])')]);
  const tile = home.page.getByTestId('record').filter({ hasText: '高黎' });
  await tile.waitFor();
  assert.equal(await home.page.getByTestId('choose-encoding').count(), 1);
  await tile.getByTestId('choose-encoding').click();
  await home.page.getByTestId('encoding-now').getByText('高黎').waitFor();
  await home.page.getByTestId('encoding').selectOption('euc-jp');
  await home.page.getByTestId('encoding-then').getByText('互先').waitFor();
  await home.page.getByTestId('encoding-yes').click();
  await home.page.getByTestId('record').filter({ hasText: '互先' }).waitFor();
  assert.equal(await tile.count(), 0);
});

test('a file that is dropped on the home page is shown', async () => {
  const home = await HomePage.open(await table.visitor());
  await home.page.evaluate(() => {
    const files = new DataTransfer();
    files.items.add(new File(['(;SZ[5]GN[Dropped];B[cc])'], 'dropped.sgf'));
    for (const type of ['dragenter', 'dragover', 'drop']) {
      document.body.dispatchEvent(new DragEvent(type, { dataTransfer: files, bubbles: true, cancelable: true }));
    }
  });
  const page = await RecordPage.arrived(home.visitor);
  assert.match(await page.page.title(), /Dropped/);
});

test('several games of a file are listed, newest file first', async () => {
  const home = await HomePage.open(await table.visitor());
  const games = Array.from({ length: 8 }, (_, i) => `(;SZ[9]GN[Game ${i + 1}];B[ee])`).join('');
  await home.page.getByTestId('record-file').setInputFiles(file('many.sgf', games));
  await home.page.getByText('8 games are in the list below').waitFor();
  const names = () => home.page.getByTestId('record').locator('h3').allInnerTexts();
  await eventually(async () => assert.deepEqual(await names(), [1, 2, 3, 4, 5, 6].map((i) => `Game ${i}`)));
  await home.page.getByText('Show more').click();
  await eventually(async () => assert.equal((await names()).length, 8));
  await home.page.getByText('Game 8').click();
  await RecordPage.arrived(home.visitor);
});

test('a broken file does not keep others from being opened', async () => {
  const visitor = await table.visitor();
  const home = await HomePage.open(visitor);
  // The browser's own log says that a request was refused.
  visitor.serverMayBeAway = true;
  const games = [file('first.sgf', '(;SZ[9]GN[First])'), file('bad.sgf', '(;SZ[9];B[e])'), file('last.sgf', '(;SZ[9]GN[Last])')];
  await home.page.getByTestId('record-file').setInputFiles(games);
  await home.page.getByText('2 games are in the list below').waitFor();
  assert.match(await home.page.getByTestId('record-problem').innerText(), /^bad\.sgf: .*Line 1, column 11/);
  const names = await home.page.getByTestId('record').locator('h3').allInnerTexts();
  assert.deepEqual(names, ['Last', 'First']);
});

test('a broken file is told by line and column', async () => {
  const visitor = await table.visitor();
  const home = await HomePage.open(visitor);
  const problem = home.page.getByTestId('record-problem');
  // The browser's own log says that the request was refused.
  visitor.serverMayBeAway = true;
  await home.page.getByTestId('record-file').setInputFiles(file('broken.sgf', '(;SZ[9]\n;B[ee]\n;W[cc]\n(;B[d])\n(;B[dd]))'));
  await problem.getByText(/Line 4, column 5: this isn't a point/).waitFor();
  await home.page.getByTestId('record-file').setInputFiles(file('large.sgf', 'x'.repeat(1024 * 1024 + 1)));
  await problem.getByText(/too large/).waitFor();
  // The mended file opens.
  await home.page.getByTestId('record-file').setInputFiles(file('broken.sgf', '(;SZ[9]\n;B[ee]\n(;W[cc])\n(;W[dd]))'));
  await RecordPage.arrived(visitor);
});

test('a game with faults opens, and its page tells each of them', async () => {
  const home = await HomePage.open(await table.visitor());
  const game = '(;SZ[9]AB[]\n;B[ee]\n;W[zz]\n;B[E4]';
  await home.page.getByTestId('record-file').setInputFiles(file('cut.sgf', game));
  const page = await RecordPage.arrived(home.visitor);
  await page.at('0 / 3');
  await page.says('faults', /^Read despite 4 faults/);
  for (const told of [/setup without points was left out\. line 1, column \d+/, /“zz” was read as a pass\. line 3, column 4/, /like R16\..* line 4, column 4/, /before the last “\)”/]) {
    await page.says('faults', told);
  }
  // Whoever comes later finds them closed.
  await page.page.reload();
  const part = page.page.getByTestId('faults');
  await part.waitFor();
  assert.equal(await part.getAttribute('open'), null);
  await part.locator('summary').click();
  await part.getByText('“zz” was read as a pass').waitFor();
});

test('the faults of a collection are told together, and the games that can not be read by their places', async () => {
  const home = await HomePage.open(await table.visitor());
  const games = `${'(;SZ[9]AB[];B[ee])\n'.repeat(8)}(;GM[11]SZ[11];B[a2])\n(;SZ[9];B[ee])`;
  await home.page.getByTestId('record-file').setInputFiles(file('many.sgf', games));
  await home.page.getByText('9 games are in the list below').waitFor();
  assert.match(await home.part('record-problem').innerText(), /Could not be read: game 9, line 9, column \d+\. Reason: this is a record of a game other than Go\./);
  const faults = home.part('faults');
  assert.equal(await faults.locator('li').count(), 1);
  await home.says('faults', /Read despite 8 faults.*game 1, line 1, .*game 3, line 3, .*and 5 more places/s);
});

test('a record is walked by keys, captures and all', async () => {
  const page = await stage();
  await page.at('0 / 5');
  await page.shows('A9', 'white');
  await page.press('ArrowRight');
  await page.at('1 / 5');
  await page.shows('A9', 'empty');
  await page.shows('A8', 'black');
  await page.says('prisoners-black', '1');
  await page.says('turn', /Move 1: Black A8/);
  await page.says('status', /captures 1 stone.*a good move/);
  await page.says('comment', /Takes the corner stone\.\s+A second paragraph\./);
  await page.says('time-black', '9:31');
  await page.tells(/Move 1: Black A8.*3 next moves.*Takes the corner stone/);
  await page.press('End');
  await page.at('5 / 5');
  await page.shows('G3', 'black');
  await page.press('ArrowDown');
  await page.shows('G7', 'black');
  await page.says('comment', 'Deep.');
  await page.tells(/Variation 2 of 2|Deep\./);
  await page.press('ArrowUp');
  await page.shows('G3', 'black');
  await page.press('Home', 'ArrowRight', 'ArrowRight', 'ArrowDown');
  await page.says('turn', /White D6/);
  await page.says('status', /“mistake”.*a bad move \(very much so\)/);
  await page.press('ArrowDown');
  await page.says('turn', /White C5/);
  await page.says('time-white', '0:30 (2)');
  assert.match(await page.marked(), /White C5/);
  // Back, and forward on the way that was taken.
  await page.press('ArrowLeft', 'ArrowRight');
  await page.says('turn', /White C5/);
});

test('buttons and the tree lead the same ways', async () => {
  const page = await stage();
  await page.part('move-forward').click();
  assert.equal(await page.part('ways').locator('button').count(), 3);
  await page.part('ways').getByText('D6', { exact: true }).click();
  await page.says('comment', 'The other way.');
  await page.part('move-last').click();
  await page.says('status', /illegal: point occupied/);
  await page.part('move-down').click();
  await page.says('turn', /White F4/);
  await page.node('Move 3: Black C3').click();
  await page.shows('C3', 'black');
  assert.match(await page.marked(), /Move 3: Black C3, 2 next moves/);
  await page.part('move-first').click();
  await page.at('0 / 5');
  assert.ok(await page.part('move-back').isDisabled());
  // The tree says where its reader is.
  const active = await page.part('variation-tree').getAttribute('aria-activedescendant');
  assert.equal(await page.page.locator(`#${active}`).getAttribute('aria-selected'), 'true');
});

test('what the record draws is on the board, and read out', async () => {
  const page = await stage();
  await page.press('ArrowRight');
  const board = page.part('board');
  await eventually(async () => assert.equal(await board.locator('.drawn').count(), 5));
  assert.equal(await board.locator('.drawn-line').count(), 2);
  assert.deepEqual(await board.locator('.drawn-label').allTextContents(), ['A', '12']);
  assert.equal(await board.locator('.territory').count(), 2);
  assert.match(await page.point('B9').getAttribute('aria-label'), /triangle/);
  assert.match(await page.point('H2').getAttribute('aria-label'), /label 12/);
  // Dimming holds until it ends, and so does a part of the board.
  await page.node('Move 3: Black pass').click();
  await eventually(async () => assert.equal(await board.locator('.paled').count(), 81));
  await page.press('ArrowRight');
  await page.press('ArrowRight');
  await eventually(async () => assert.equal(await board.locator('.paled').count(), 0));
});

test('the file and what is known of the game', async () => {
  const page = await stage();
  await page.part('info').locator('summary').click();
  for (const text of ['Club evening', '1999-12-31', 'White wins by resignation', 'Of a long evening', '3x30 byo-yomi', 'Ann 3d', 'Ben']) {
    await page.part('info').getByText(text).first().waitFor();
  }
  const address = await page.part('download').getAttribute('href');
  const back = await call(table.server, 'GET', address);
  assert.match(back, /^\(;CA\[UTF-8\]GM\[1\]/);
  assert.match(back, /AR\[ee:gg\]/);
});

test('a record on a phone fits its screen', async () => {
  const page = await stage(PHONE);
  await page.part('move-forward').tap();
  await page.part('ways').getByText('E5', { exact: true }).tap();
  await page.shows('E5', 'white');
  const { width, scroll } = await page.page.evaluate(() => ({ width: innerWidth, scroll: document.documentElement.scrollWidth }));
  assert.ok(scroll <= width, `${scroll} px of ${width}`);
});

test('a record that is not there says so', async () => {
  const visitor = await table.visitor();
  visitor.serverMayBeAway = true;
  await visitor.page.goto(`${table.server.url}/records/0000000000000000`);
  await visitor.page.getByRole('heading', { name: 'There is no such record' }).waitFor();
});

test('a record of thousands of nodes is walked', async () => {
  const ann = await ApiPlayer.guest(table.server, 'Ann');
  const points = Array.from({ length: 81 }, (_, i) => 'abcdefghi'[i % 9] + 'abcdefghi'[Math.floor(i / 9)]);
  const line = Array.from({ length: 3_000 }, (_, i) => `;AE[${points[(i + 1) % 81]}]AB[${points[i % 81]}](;W[${points[(i + 40) % 81]}])(`).join('');
  const [{ id, node_count: nodes }] = await bringRecord(table.server, ann, `(;SZ[9]${line};C[End]${')'.repeat(3_001)}`);
  assert.equal(nodes, 6_002);
  const page = await RecordPage.open(await table.visitor(), id);
  await page.press('ArrowRight', 'ArrowDown', 'End', 'ArrowUp');
  const shown = await page.part('variation-tree').locator('[role="treeitem"]').count();
  assert.ok(shown < 1_000, `${shown} nodes are drawn`);
});

test('the owner chooses the encoding on the page of the record, and tried moves and the keyboard stay', async () => {
  const home = await HomePage.open(await table.visitor());
  const bytes = Buffer.concat([Buffer.from('(;SZ[9]PB['), Buffer.from([0xb8, 0xdf, 0xc0, 0xe8]), Buffer.from('];B[ee])')]);
  await home.page.getByTestId('record-file').setInputFiles({ ...file('a.sgf', ''), buffer: bytes });
  const page = await RecordPage.arrived(home.visitor);
  await page.says('player-black', /高黎/);
  await page.press('End');
  await page.part('trying-switch').click();
  await page.point('C3').click();
  await page.at('2 / 2');
  // The sheet is there while the server still reads the record, and a second wish opens no second one.
  let answer;
  const answered = new Promise((resolve) => { answer = resolve; });
  await page.page.route('**/reading?*', async (route) => {
    await answered;
    await route.continue();
  });
  await page.part('choose-encoding').focus();
  await page.page.keyboard.press('Enter');
  await page.part('encoding-then').getByText('Reading').waitFor();
  await page.part('encoding-now').getByText('高黎').waitFor();
  await page.part('choose-encoding').dispatchEvent('click');
  answer();
  await page.part('encoding').selectOption('euc-jp');
  await page.part('encoding-then').getByText('互先').waitFor();
  assert.equal(await page.page.locator('dialog').count(), 1);
  await page.part('encoding-yes').click();
  await page.says('player-black', /互先/);
  await eventually(async () => assert.equal(await page.page.evaluate(() => document.activeElement.id), 'choose-encoding'));
  // The tried moves come behind the record that was read again.
  await eventually(async () => {
    await page.press('End');
    assert.equal((await page.part('place').textContent()).trim(), '2 / 2');
  });
  await page.shows('C3', 'white');
});

test('a window that becomes narrow leaves the keyboard where it is', async () => {
  const page = await stage({ viewport: { width: 900, height: 700 } });
  const tree = page.part('variation-tree');
  await tree.focus();
  const top = async (testId) => (await page.part(testId).boundingBox()).y;
  for (const [width, isNear] of [[500, true], [900, false]]) {
    await page.page.setViewportSize({ width, height: 700 });
    await eventually(async () => assert.equal(await top('variation-tree') < await top('trying-switch'), isNear, `${width} px`));
    assert.ok(await tree.evaluate((part) => part === document.activeElement), `${width} px`);
  }
});

test('on a phone the comment and the tree are near the board, and what is below stands still', async () => {
  const page = await stage(PHONE);
  const top = async (testId) => (await page.part(testId).boundingBox()).y;
  const [below, tree] = [await top('trying-switch'), await top('variation-tree')];
  await page.part('move-forward').click();
  await page.says('comment', /^Takes the corner stone\./);
  const comment = await page.part('comment').boundingBox();
  const walk = await page.part('move-forward').boundingBox();
  assert.ok(comment.y >= walk.y + walk.height && comment.y < walk.y + walk.height + 24, JSON.stringify([walk, comment]));
  assert.ok(comment.y + comment.height <= PHONE.viewport.height, JSON.stringify(comment));
  // A row of the tree is seen under the whole board before anybody scrolls.
  const end = comment.y + comment.height;
  assert.ok(tree >= end && tree < end + 16 && tree + 50 <= PHONE.viewport.height, `${end}, ${tree}`);
  assert.deepEqual([await top('trying-switch'), await top('variation-tree')], [below, tree]);
  await page.part('move-forward').click();
  await page.part('comment').waitFor({ state: 'hidden' });
  assert.deepEqual([await top('trying-switch'), await top('variation-tree')], [below, tree]);
});

test('the mouse wheel over the board walks through the moves, and elsewhere the page scrolls', async () => {
  const page = await stage({ viewport: { width: 1280, height: 500 } });
  const { mouse } = page.page;
  const board = await page.part('board').boundingBox();
  await mouse.move(board.x + board.width / 2, board.y + board.height / 2);
  await page.at('0 / 5');
  await mouse.wheel(0, 100);
  await page.at('1 / 5');
  await mouse.wheel(0, 100);
  await page.at('2 / 5');
  await mouse.wheel(0, -100);
  await page.at('1 / 5');
  // A key leaves the wheel to the browser, as it is left where there is no board.
  const prevented = (target, init) => page.page.locator(target).evaluate((element, about) =>
    !element.dispatchEvent(new WheelEvent('wheel', { bubbles: true, cancelable: true, ...about })), init);
  assert.equal(await prevented('go-board', { deltaY: 100, ctrlKey: true }), false);
  assert.equal(await prevented('go-board', { deltaY: 100, shiftKey: true }), false);
  assert.equal(await prevented('#panel', { deltaY: 100 }), false);
  assert.equal(await prevented('go-board', { deltaY: 100 }), true);
  await page.at('2 / 5');
});
