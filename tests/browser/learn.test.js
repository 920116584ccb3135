import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';

import { playMoves, snapshot, startGame } from './api-player.js';
import { findings } from './axe-findings.js';
import { DEVICES, PHONE } from './chromium-browser.js';
import { eventually } from './eventually.js';
import { GamePage } from './game-page.js';
import { HomePage } from './home-page.js';
import { isFit } from './inspection.js';
import { LESSONS, LessonPage, solutionOf } from './lesson-page.js';
import { some } from './long-run.js';
import { Table } from './table.js';

const table = new Table();
afterEach(() => table.clear());

const TABLET = { viewport: { width: 768, height: 1024 } };
const LOW = { viewport: { width: 740, height: 360 } };

const focused = (page) => page.evaluate(() => {
  const { dataset, id } = document.activeElement;
  return dataset.point ? 'board' : dataset.choice ?? dataset.testid ?? id;
});

/** The focus is there already, without a press of Tab. */
async function focusIs(page, name) {
  await eventually(async () => assert.equal(await focused(page), name));
}

/** Arrow keys from the point that has the focus to another, then Enter. */
async function chooseByArrows(page, vertex) {
  const letters = 'ABCDEFGHJ';
  for (let presses = 0; presses < 20; presses += 1) {
    const here = await page.evaluate(() => document.activeElement.dataset.point);
    if (here === vertex) break;
    const across = letters.indexOf(vertex[0]) - letters.indexOf(here[0]);
    const up = Number(vertex[1]) - Number(here[1]);
    await page.keyboard.press(across > 0 ? 'ArrowRight' : across < 0 ? 'ArrowLeft' : up > 0 ? 'ArrowUp' : 'ArrowDown');
  }
  await page.keyboard.press('Enter');
}

/** Solves the step that is open, by keys. */
async function solveByKeys(lesson, step) {
  const { points, choice } = solutionOf(step);
  if (choice !== undefined) {
    for (let presses = 0; presses < 5 && await focused(lesson.page) !== String(choice); presses += 1) await lesson.page.keyboard.press('Tab');
    await focusIs(lesson.page, String(choice));
    await lesson.page.keyboard.press('Enter');
  }
  for (const point of points ?? []) {
    await lesson.ready();
    await focusIs(lesson.page, 'board');
    await chooseByArrows(lesson.page, point);
  }
  await lesson.answers('right');
  await focusIs(lesson.page, 'next');
}

test('all lessons from first to last with the keyboard alone', async () => {
  const visitor = await table.visitor();
  const { page } = visitor;
  await page.goto(`${visitor.server.url}/learn`);
  const lesson = new LessonPage(visitor);
  await lesson.part('go-on').waitFor();
  for (let presses = 0; presses < 8 && await focused(page) !== 'go-on'; presses += 1) await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  for (const [i, { name, steps }] of LESSONS.entries()) {
    await page.waitForURL(`**/learn/${name}`);
    if (name === 'game') break;
    await lesson.tells(new RegExp(`Step 1 of ${steps.length}`));
    for (const [at, step] of steps.entries()) {
      await eventually(async () => assert.equal(await lesson.part('step-place').textContent(), `Step ${at + 1} of ${steps.length}`));
      await solveByKeys(lesson, step);
      await page.keyboard.press('Enter');
    }
    await lesson.answers('right', new RegExp(`lesson ${i + 1} of 8`));
    await focusIs(page, 'next');
    await page.keyboard.press('Enter');
  }
  await focusIs(page, 'start-game');
  await page.keyboard.press('Enter');
  const game = await GamePage.arrived(visitor);
  const { id } = game;
  const { settings, players } = await snapshot(table.server, id);
  assert.deepEqual([settings.board.width, settings.board.height, settings.komi, settings.clock], [5, 5, 0.5, null]);
  assert.match(players.white.name, /Computer/);
  await game.myTurn();
  await game.point('C3').focus();
  await page.keyboard.press('Enter');
  await game.shows('C3', 'black');

  await page.goto(`${visitor.server.url}/learn`);
  await lesson.part('all-done').waitFor();
  assert.deepEqual(await page.locator('.lesson-card:not(.done)').count(), 0);
  await page.goto(`${visitor.server.url}/learn/8`);
  assert.equal(new URL(await lesson.part('first-game').evaluate((link) => link.href)).pathname, `/games/${id}`);
});

test('a lesson by touch: one tap puts a stone down, and what was done is kept', async () => {
  const lesson = await LessonPage.open(await table.visitor(PHONE), '2');
  const [, { steps }] = LESSONS;
  for (const step of steps) {
    for (const point of solutionOf(step).points) {
      await lesson.ready();
      await lesson.point(point).tap();
    }
    await lesson.answers('right');
    await lesson.part('next').tap();
  }
  await lesson.answers('right', /lesson 2 of 8/);
  await lesson.part('all-lessons').tap();
  await eventually(async () => assert.equal(await lesson.part('state-capture').innerText(), 'Done'));
  await lesson.page.reload();
  await eventually(async () => assert.equal(await lesson.part('state-capture').innerText(), 'Done'));
  assert.equal(await lesson.part('state-ko').innerText(), '');
});

test('wrong moves are answered, and one tries again', async () => {
  const lesson = await LessonPage.open(await table.visitor(), 'life');
  for (let step = 0; step < 3; step += 1) {
    await lesson.part('show').click();
    await lesson.answers('right', /Like this/);
    await lesson.part('next').click();
  }
  assert.equal(await lesson.part('next').isEnabled(), false);
  await lesson.point('A2').click();
  await lesson.answers('wrong', /White plays on A1/);
  await lesson.shows('A1', 'white');
  await lesson.shows('A2', 'empty');
  await lesson.tells(/White played A1 and captured 1 stone/);
  await lesson.point('B2').click();
  await lesson.answers('wrong', /There is already a stone on B2/);
  await lesson.shows('A1', 'empty');
  await lesson.part('hint').click();
  await lesson.answers('hint', /next to both/);
  await lesson.point('A1').click();
  await lesson.answers('right');
  await lesson.shows('A1', 'black');
});

test('a forbidden move is refused with its reason', async () => {
  const lesson = await LessonPage.open(await table.visitor(), 'ko');
  await lesson.point('C3').click();
  await lesson.answers('right', /Captured/);
  await lesson.part('next').click();
  await lesson.point('C3').click();
  await lesson.answers('right', /called ko/);
  await lesson.shows('C3', 'empty');
  await lesson.part('next').click();
  await lesson.point('C3').click();
  await lesson.answers('wrong', /C3 is ko/);
});

test('steps lead back, the browser too, and an address without a lesson shows them all', async () => {
  const visitor = await table.visitor();
  const lesson = await LessonPage.open(visitor, 'stones');
  await lesson.point('B2').click();
  await lesson.answers('right');
  await lesson.part('next').click();
  await lesson.part('back').click();
  await eventually(async () => assert.equal(await lesson.part('step-place').textContent(), 'Step 1 of 4'));
  assert.equal(await lesson.part('next').isEnabled(), true);
  await lesson.part('back').click();
  await lesson.part('go-on').waitFor();
  await focusIs(visitor.page, 'learn-title');
  assert.equal(await lesson.part('state-stones').innerText(), '1 of 4 steps done');
  await visitor.page.goBack();
  await eventually(async () => assert.equal(await lesson.part('step-place').textContent(), 'Step 2 of 4'));
  await visitor.page.goto(`${visitor.server.url}/learn/nothing`);
  await lesson.part('astray').waitFor();
});

test('where no computer plays, the last lesson says so and leads to people', async () => {
  const visitor = await table.visitor();
  await visitor.context.route('**/api/v1/house', (route) => route.fulfill({ json: { players: [] } }));
  const lesson = await LessonPage.open(visitor, 'game');
  await lesson.part('start-game').click();
  await lesson.part('nobody').waitFor();
});

test('home leads to eight lessons', async () => {
  const home = await HomePage.open(await table.visitor());
  await home.part('learn-link').click();
  await home.part('go-on').waitFor();
  const answer = await home.page.goto(`${table.server.url}/learn`);
  assert.equal(answer.status(), 200);
  await eventually(async () => assert.equal(await home.page.locator('.lesson-card').count(), 8));
});

test('the rules of a game begin with how stones are captured, and lead to the lessons, as its scoring does', async () => {
  const { id, black, white } = await startGame(table.server, { board: { width: 9, height: 9 } });
  const game = await GamePage.open(await table.visitor({ player: black }), id);
  await game.more();
  await game.part('show-rules').click();
  const [first] = (await game.part('rules-sheet').innerText()).split('\n');
  assert.match(first, /^Black goes first/);
  await game.says('rules-basics', /last liberty.*captures/);
  assert.equal(await game.part('rules-learn').getAttribute('href'), '/learn');
  assert.deepEqual(await findings(game.page), []);
  await game.page.keyboard.press('Escape');
  await playMoves({ id, black, white }, ['E5', 'pass', 'pass']);
  assert.equal(await game.part('learn-dead').getAttribute('href'), '/learn/counting');
});

test('the lessons in every look', async () => {
  for (const [device, options] of [...DEVICES, ...some([['tablet', TABLET], ['low', LOW]], 0)]) {
    const visitor = await table.visitor(options);
    await visitor.page.goto(`${visitor.server.url}/learn`);
    const lesson = new LessonPage(visitor);
    await lesson.part('go-on').waitFor();
    await isFit(visitor.page, `learn-list-${device}`);
    for (const name of ['capture', 'counting', 'game']) {
      await LessonPage.open(visitor, name);
      await isFit(visitor.page, `learn-${name}-${device}`);
    }
    await LessonPage.open(visitor, 'capture');
    await lesson.point('C4').click();
    await lesson.point('B4').click();
    await lesson.answers('wrong');
    await isFit(visitor.page, `learn-wrong-${device}`);
    await LessonPage.open(visitor, 'counting');
    await lesson.choice('pass').click();
    await lesson.answers('right');
    await lesson.part('next').click();
    await lesson.point('A4').click();
    await lesson.answers('right');
    await lesson.part('next').click();
    await lesson.choice('white').click();
    await lesson.answers('right');
    await isFit(visitor.page, `learn-count-${device}`);
    // The answer and the way on are seen without scrolling.
    await eventually(async () => {
      const { height } = visitor.page.viewportSize();
      for (const part of device === 'low' ? ['next'] : ['answer', 'next']) {
        const box = await lesson.part(part).boundingBox();
        assert.ok(box.y >= 0 && box.y + box.height <= height, `${device}: ${part} at ${JSON.stringify(box)}`);
      }
    });
    await visitor.leave();
  }
});
