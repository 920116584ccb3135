import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';

import { ApiPlayer, playMoves, startGame } from './api-player.js';
import { drawn, PHONE } from './chromium-browser.js';
import { eventually } from './eventually.js';
import { GamePage } from './game-page.js';
import { LONG_RUN, some } from './long-run.js';
import { MINUTE, SECOND } from './seconds.js';
import { stageGames } from './scenes.js';
import { Table } from './table.js';

const CLOCK = { system: 'byo-yomi', main: 30 * MINUTE, periods: 5, period: 30 * SECOND };
const TABLETS = some([[768, 1024], [820, 1180], [1024, 1366]]);
const LAPTOPS = some([[1280, 720], [1440, 900], [1920, 1080]]);
const touched = (width, height) => ({ viewport: { width, height }, hasTouch: true, isMobile: true });

const table = new Table();
afterEach(() => table.clear());

const started = new Map();

/** A game under way on a board of this size, made once. */
function game(width, height = width) {
  const name = `${width}x${height}`;
  if (!started.has(name)) {
    started.set(name, startGame(table.server, { board: { width, height }, clock: CLOCK }).then(async (made) => {
      await playMoves(made, ['C3', 'D4']);
      return made;
    }));
  }
  return started.get(name);
}

async function open({ id, black }, options) {
  const page = await GamePage.open(await table.visitor({ ...options, player: black }), id);
  await page.myTurn();
  return page;
}

/** Opens a game in a window that takes each size; in the long run it is opened anew in each. */
async function openAtSizes({ id, black }, sizes, look) {
  const [[width, height]] = sizes;
  const visitor = await table.visitor({ viewport: { width, height }, player: black });
  let page = await GamePage.open(visitor, id);
  for (const size of sizes) {
    await visitor.page.setViewportSize({ width: size[0], height: size[1] });
    if (LONG_RUN) page = await GamePage.open(visitor, id);
    await page.myTurn();
    await drawn(visitor.page);
    await look(page, ...size);
  }
}

const boxOf = (page, testId) => page.part(testId).boundingBox();

/** How much of the board its lines span, the height of a coordinate in pixels, and the wood beyond a line in stones. */
const measured = (page) => page.part('board').evaluate((board) => {
  const grid = board.querySelector('.grid').getBoundingClientRect();
  const frame = board.getBoundingClientRect();
  const unit = board.querySelector('svg').getScreenCTM().a;
  return {
    share: grid.width / frame.width,
    margin: (grid.left - frame.left) / unit,
    name: Number(board.querySelector('.coordinate').getAttribute('font-size')) * unit,
  };
});

async function clocksAreLarge(page) {
  const digits = await page.page.locator('.clock-digits').evaluateAll((all) => all.map((element) => parseFloat(getComputedStyle(element).fontSize)));
  for (const size of digits) assert.ok(size >= 28 && size <= 40, `clocks of ${digits} px`);
  assert.equal(digits.length, 2);
}

for (const [width, height] of TABLETS) {
  test(`upright at ${width}x${height} the board is as wide as the screen, and what a player needs is seen`, async () => {
    for (const size of [9, 19]) {
      const page = await open(await game(size), touched(width, height));
      const board = await boxOf(page, 'board');
      assert.ok(board.width >= 0.95 * width, `${board.width} px`);
      await clocksAreLarge(page);
      for (const id of ['player-black', 'player-white', 'play', 'pass', 'undo', 'resign', 'more', 'move-back']) {
        const box = await boxOf(page, id);
        assert.ok(box.y >= 0 && box.y + box.height <= height, `${id}: ${JSON.stringify(box)}`);
      }
    }
  });
}

for (const [width, height] of [[9, 9], [19, 19], [5, 13], [13, 5], [5, 5]]) {
  test(`on a phone the ${width}x${height} board and all that is needed while playing are on the screen`, async () => {
    const page = await open(await game(width, height), PHONE);
    const beyond = [];
    for (const id of ['board', 'player-black', 'player-white', 'clock-black', 'turn', 'play', 'pass', 'undo', 'resign', 'more', 'move-first', 'move-last']) {
      const box = await boxOf(page, id);
      if (!(box.y >= 0 && box.y + box.height <= PHONE.viewport.height + 0.5)) beyond.push(`${id}: ${box.y} to ${box.y + box.height}, ${box.height} high`);
    }
    assert.deepEqual(beyond, []);
  });
}

test('a running game shows its player what a first one needs, and the rest under "More", which stays open', async () => {
  const page = await open(await game(9), PHONE);
  const seen = () => page.page.evaluate(() => [...document.querySelectorAll('#table :is(button, a)')]
    .filter((each) => each.checkVisibility({ visibilityProperty: true }) && !each.closest('.bar, player-card, go-board, game-offers, move-list'))
    .map((each) => each.dataset.testid));
  const few = ['play', 'pass', 'undo', 'resign', 'more'];
  await eventually(async () => assert.deepEqual(await seen(), few));
  // Whoever looks at an earlier move has the steps, in their own place.
  await page.press('ArrowLeft');
  await eventually(async () => assert.ok((await seen()).includes('move-forward')));
  await page.press('Escape');
  await eventually(async () => assert.deepEqual(await seen(), few));
  await page.part('more').focus();
  await page.press('Enter');
  await eventually(async () => {
    const all = await seen();
    for (const name of [...few, 'type', 'move-back', 'show-rules', 'show-diagram']) assert.ok(all.includes(name), `${name} is not among ${all}`);
  });
  await page.page.reload();
  await page.online();
  await eventually(async () => assert.equal(await page.part('more').getAttribute('aria-expanded'), 'true'));
  await page.part('more').press('Enter');
  await eventually(async () => assert.deepEqual(await seen(), few));
});

test('lines are fine on a small board, and so is the mark of the point that has the keyboard', async () => {
  const page = await open(await game(5), { viewport: { width: 1280, height: 800 } });
  await page.page.keyboard.press('Tab');
  await page.point('C3').focus();
  const drawn = () => page.part('board').evaluate((board) => {
    const unit = board.querySelector('svg').getScreenCTM().a;
    const cell = getComputedStyle(document.activeElement);
    return {
      line: parseFloat(getComputedStyle(board.querySelector('.grid')).strokeWidth) * unit,
      ring: cell.vectorEffect === 'non-scaling-stroke' ? parseFloat(cell.strokeWidth) : null,
    };
  });
  const { line, ring } = await drawn();
  assert.ok(line >= 0.99 && line <= 1.51, `${line} px`);
  assert.equal(ring, 3);
});

test('on a phone no card cuts its words', async () => {
  const page = await open(await game(9), PHONE);
  await page.says('player-black', /you/);
  const cut = await page.page.locator('player-card span').evaluateAll((parts) =>
    // One pixel is for screen readers alone.
    parts.filter((part) => part.checkVisibility() && part.clientWidth > 1 && part.scrollWidth > part.clientWidth + 1 && getComputedStyle(part).display !== 'inline')
      .map((part) => part.textContent));
  assert.deepEqual(cut, []);
});

test('on a phone one\'s own name is whole, however long it is', async () => {
  for (const name of ['Wilhelmina', 'Bartholomew Montgomery Fitzroy I']) {
    const [own, other] = [await ApiPlayer.guest(table.server, name), await ApiPlayer.guest(table.server, 'Ben')];
    const { id } = await own.createGame({ board: { width: 9, height: 9 }, clock: CLOCK, color: 'black' });
    await other.join(id);
    const page = await open({ id, black: own }, PHONE);
    const { hidden, lines } = await page.part('player-black').locator('.card-name').evaluate((part) => ({
      hidden: Math.max(part.scrollWidth - part.clientWidth, part.scrollHeight - part.clientHeight),
      lines: Math.round(part.clientHeight / parseFloat(getComputedStyle(part).lineHeight)),
    }));
    assert.ok(hidden <= 1, `${name} is cut by ${hidden} px`);
    assert.ok(lines === 1 || name.includes(' '), `${name} takes ${lines} lines`);
  }
});

test('on a phone a finished game shows its result and the steps through its moves at once', async () => {
  const made = await startGame(table.server, { board: { width: 9, height: 9 } });
  await playMoves(made, ['C3', 'D4']);
  await made.white.command(made.id, { type: 'resign' });
  const page = await GamePage.open(await table.visitor({ ...PHONE, player: made.black }), made.id);
  for (const id of ['result', 'move-first', 'move-back', 'move-last']) {
    const box = await boxOf(page, id);
    assert.ok(box.y >= 0 && box.y + box.height <= PHONE.viewport.height, `${id}: ${JSON.stringify(box)}`);
  }
});

test('a small or long board fits the height of any screen', async () => {
  for (const [width, height] of [[5, 13], [13, 5], [5, 5]]) {
    await openAtSizes(await game(width, height), [[768, 1024], [1280, 720], [1440, 900]], async (page, across, down) => {
      const box = await boxOf(page, 'board');
      const named = `${width}x${height} at ${across}x${down}: ${JSON.stringify(box)}`;
      assert.ok(box.y >= 0 && box.y + box.height <= down, named);
      assert.ok(box.height >= 0.6 * down || box.width >= 0.5 * across, `it is small, ${named}`);
    });
  }
});

test('the lines of a 9x9 fill their board, stones and coordinates have room', async () => {
  const sizes = [[320, 640, 0.82], [360, 740, 0.82], [600, 900, 0.86], [768, 1024, 0.86], [1280, 720, 0.86], [1920, 1080, 0.86]];
  await openAtSizes(await game(9), sizes, async (page, width, height, least) => {
    const { share, margin } = await measured(page);
    assert.ok(share >= least, `${width}x${height}: the grid fills ${share}`);
    assert.ok(margin >= 0.5, `${width}x${height}: ${margin} of a stone beyond the lines`);
  });
});

test('coordinates are legible on every board, and large on none', async () => {
  for (const size of [9, 5, 19]) {
    await openAtSizes(await game(size), [[1920, 1080], [1280, 720], [768, 1024], [360, 740]], async (page, width, height) => {
      const { name } = await measured(page);
      assert.ok(name >= 11.9 && name <= 18.1, `${size}x${size} at ${width}x${height}: ${name} px`);
    });
  }
  const { page } = await table.visitor({ viewport: { width: 1280, height: 720 } });
  await page.goto(`${table.server.url}/learn/stones`);
  await page.locator('go-board .coordinate').first().waitFor();
  const { name } = await measured({ part: () => page.locator('go-board') });
  assert.ok(name >= 11.9 && name <= 18.1, `in a lesson: ${name} px`);
});

for (const [width, height] of LAPTOPS) {
  test(`at ${width}x${height} the board is as high as the window, and clocks are large`, async () => {
    const page = await open(await game(9), { viewport: { width, height } });
    const board = await boxOf(page, 'board');
    assert.ok(board.height >= 0.97 * height && board.width >= 0.97 * height, JSON.stringify(board));
    await clocksAreLarge(page);
  });
}

test('in a window of 720 pixels every row of the score is whole, and the page leads there', async () => {
  const games = await stageGames(table.server, ['scoring', 'finished']);
  for (const [phase, { id, black }] of Object.entries(games)) {
    const page = await GamePage.open(await table.visitor({ viewport: { width: 1280, height: 720 }, player: black }), id);
    await page.part('score-table').waitFor();
    const cut = await page.part('score-table').locator('tr').evaluateAll((rows) => rows.filter((row) => {
      const { top, bottom } = row.getBoundingClientRect();
      // Whatever scrolls around a row, but for the page itself, has to show all of it.
      for (let around = row.parentElement; around !== document.body; around = around.parentElement) {
        const { overflowY } = getComputedStyle(around);
        const box = around.getBoundingClientRect();
        if (overflowY !== 'visible' && (top < box.top - 1 || bottom > box.bottom + 1)) return true;
      }
      return false;
    }).map((row) => row.textContent));
    assert.deepEqual(cut, [], phase);
    await page.part('score-table').locator('tr').last().scrollIntoViewIfNeeded();
    const board = await boxOf(page, 'board');
    assert.ok(board.y >= 0 && board.y + board.height <= 720, `${phase}: the board stays, ${JSON.stringify(board)}`);
  }
});

test('with text at 200 % nothing overlaps, nothing is cut, and names are whole', async () => {
  const { id, black } = await game(9);
  for (const [width, height] of [[360, 740], [768, 1024], [1280, 800], [1920, 1080]]) {
    const visitor = await table.visitor({ viewport: { width, height }, player: black });
    await visitor.context.addInitScript(() => {
      new MutationObserver(() => {
        if (document.documentElement) document.documentElement.style.fontSize = '32px';
      }).observe(document, { childList: true, subtree: true });
    });
    const page = await GamePage.open(visitor, id);
    await page.myTurn();
    await eventually(async () => assert.deepEqual(await overlaps(page.page), [], `${width}x${height}`));
    const cut = await page.page.locator('.card-name, .card-role, .turn, .status, button').evaluateAll((all) =>
      all.filter((each) => each.checkVisibility() && each.scrollWidth > each.clientWidth + 1).map((each) => each.textContent));
    assert.deepEqual(cut, [], `${width}x${height}`);
    const wide = await page.page.evaluate(() => document.scrollingElement.scrollWidth - innerWidth);
    assert.ok(wide <= 0, `${width}x${height}: ${wide} px too wide`);
  }
});

/** Pairs of parts of the page of which one lies upon the other. */
function overlaps(page) {
  return page.evaluate(() => {
    const parts = ['.bar', '#card-top', '#board', '#card-bottom', '.state', '#offers', '.facts-line', '.doing', '.panel', '.card-who', '.card-prisoners', 'game-clock']
      .flatMap((selector) => [...document.querySelectorAll(selector)])
      .filter((part) => part.checkVisibility())
      .map((part) => ({ part, box: part.getBoundingClientRect() }))
      .filter(({ box }) => box.width > 0 && box.height > 0);
    const found = [];
    parts.forEach(({ part: one, box: a }, i) => parts.slice(i + 1).forEach(({ part: other, box: b }) => {
      if (one.contains(other) || other.contains(one)) return;
      const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      if (across > 1 && down > 1) found.push(`${one.id || one.className || one.localName} and ${other.id || other.className || other.localName}: ${across} x ${down}`);
    }));
    return found;
  });
}
