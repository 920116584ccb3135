// Tasks of a class: the teacher sets them, a pupil does them, and the teacher's table tells of it.

import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';

import { ApiPlayer, call } from './api-player.js';
import { DEVICES, DESKTOP } from './chromium-browser.js';
import { RecordPage, bringRecord } from './record-page.js';
import { STUDY, finishGame, setTask, stageTasks } from './tasks-page.js';
import { byCard, found, makeAccounts, openGroups } from './groups-page.js';
import { eventually } from './eventually.js';
import { isFit } from './inspection.js';
import { owner } from './staff-page.js';
import { refusals } from './refusals.js';
import { DAY } from './seconds.js';
import { Table } from './table.js';

const table = new Table();
afterEach(() => table.clear());

let count = 0;

/** A class of two with its teacher: {school, teacher, cards, pupils}. */
async function stage() {
  count += 1;
  const staff = await owner(table.server, `Head ${count}`);
  const teacher = await ApiPlayer.member(table.server, `Teacher ${count}`);
  const school = await found(table.server, staff, { kind: 'class', name: `Class ${count}`, leader: teacher.player.id });
  const cards = await makeAccounts(table.server, teacher, school, [`Kaede ${count}`, `Minjun ${count}`]);
  return { school, teacher, cards, pupils: () => Promise.all(cards.map((card) => byCard(table.server, card))) };
}

async function open(player, address, options = DESKTOP) {
  const visitor = await table.visitor({ ...options, player });
  await openGroups(visitor, address);
  return visitor;
}

const openLead = (player, { id }, options) => open(player, `/groups/${id}/lead`, options);
const says = (page, text) => page.getByTestId('tasks-said').getByText(text).waitFor();
const task = (page, text) => page.getByTestId('task').filter({ hasText: text });
const focused = (page) => page.evaluate(() => document.activeElement.id);
const dayIn = (days) => {
  const date = new Date(Date.now() + days * DAY);
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
};

test('a teacher sets a task of games, and refusals stand at their fields', async () => {
  const { school, teacher } = await stage();
  const visitor = await openLead(teacher, school);
  const { page } = visitor;
  await page.locator('#no-tasks').waitFor();
  await page.getByTestId('fold-task').click();
  assert.equal(await page.getByTestId('task-times').inputValue(), '2');
  assert.equal(await page.getByTestId('task-until').inputValue(), dayIn(7));

  for (const times of ['21', '', '1.5']) {
    await page.getByTestId('task-times').fill(times);
    await page.getByTestId('set-task').click();
    await page.locator('#task-times-problem').getByText('A task asks for 1 to 20 games.').waitFor();
    assert.equal(await focused(page), 'task-times');
  }
  await page.getByTestId('task-times').fill('3');
  for (const day of ['', dayIn(-2), dayIn(300)]) {
    await page.getByTestId('task-until').fill(day);
    await page.getByTestId('set-task').click();
    await page.locator('#task-until-problem').getByText('Choose a day from today on').waitFor();
    assert.equal(await focused(page), 'task-until');
  }
  refusals(visitor, 422, 422);
  // Nothing was lost meanwhile, and nothing is after another load.
  await page.getByTestId('task-words').fill('With Black, please.');
  await page.reload();
  await page.locator('main.settled').waitFor();
  assert.equal(await page.getByTestId('task-words').inputValue(), 'With Black, please.');
  assert.equal(await page.getByTestId('task-times').inputValue(), '3');
  await page.getByTestId('task-until').fill(dayIn(0));
  await page.getByTestId('task-board').selectOption('grid 13x13');
  await page.getByTestId('set-task').click();
  await says(page, 'The task is set.');
  assert.equal(await focused(page), 'tasks-title');
  await task(page, 'Play 3 games on 13×13').getByText('With Black, please.').waitFor();
  assert.equal(await page.getByTestId('task-words').inputValue(), '');
  const { tasks: [{ until }] } = await call(table.server, 'GET', `/api/v1/groups/${school.id}/tasks`, { token: teacher.token });
  assert.equal(new Date(until).getHours(), 23);
});

test("a teacher chooses a record of one's own, or pastes the address of one", async () => {
  const { school, teacher, pupils } = await stage();
  const visitor = await openLead(teacher, school);
  const { page } = visitor;
  await page.getByTestId('fold-task').click();
  await page.getByTestId('task-kind-replay').check();
  // Without records one is told where they are opened.
  assert.equal(await page.getByTestId('task-record').isVisible(), false);
  assert.equal(await page.getByTestId('bring-record').getAttribute('href'), '/#records-title');
  await page.getByTestId('task-address').fill('Shusaku');
  await page.getByTestId('set-task').click();
  await page.locator('#task-address-problem').getByText('There is no record at this address.').waitFor();
  assert.equal(await focused(page), 'task-address');
  const stranger = await ApiPlayer.member(table.server, `Stranger ${count}`);
  const [foreign] = await bringRecord(table.server, stranger, STUDY);
  await page.getByTestId('task-address').fill(`${table.server.url}/records/${foreign.id}`);
  await page.getByTestId('set-task').click();
  await page.locator('#task-address-problem').getByText('There is no record at this address.').waitFor();
  refusals(visitor, 404);
  const [pupil] = await pupils();
  const [theirs] = await bringRecord(table.server, pupil, STUDY.replace('Honinbo Shusaku', 'Pupil'));
  await page.getByTestId('task-address').fill(`${table.server.url}/records/${theirs.id}?task=none`);
  await page.getByTestId('set-task').click();
  await says(page, 'The task is set.');
  await task(page, 'Replay the record: Pupil v Inoue Inseki').waitFor();

  await bringRecord(table.server, teacher, STUDY);
  await page.reload();
  await page.locator('main.settled').waitFor();
  await page.getByTestId('fold-task').click();
  await page.getByTestId('task-kind-replay').check();
  assert.equal(await page.getByTestId('task-address').isVisible(), false);
  await page.getByTestId('task-record').selectOption({ label: 'Another record…' });
  await page.getByTestId('task-address').waitFor();
  await page.getByTestId('task-record').selectOption({ label: 'Honinbo Shusaku v Inoue Inseki · 1846-09-11' });
  await page.getByTestId('set-task').click();
  await task(page, 'Replay the record: Honinbo Shusaku v Inoue Inseki').waitFor();
});

test("a pupil plays and replays, sees how much is left, and the teacher's table tells of it", async () => {
  const { school, teacher, pupils } = await stage();
  const [ann, ben] = await pupils();
  const [record] = await bringRecord(table.server, teacher, STUDY);
  await setTask(table.server, teacher, school, { work: { kind: 'games', times: 2, board: 'grid 9x9' }, words: 'Have <b>fun</b>.' });
  await setTask(table.server, teacher, school, { work: { kind: 'replay', record: record.id } });
  const visitor = await open(ann, `/groups/${school.id}`);
  const { page } = visitor;
  const games = task(page, 'Play 2 games on 9×9');
  const replay = task(page, 'Replay the record');
  await games.getByText('Not yet').waitFor();
  await games.getByText('Have <b>fun</b>.').waitFor();
  assert.equal(await games.getByTestId('do-task').getAttribute('href'), '/');
  assert.deepEqual(await page.getByTestId('task').evaluateAll((all) => all.map(({ dataset }) => dataset.state)), ['open', 'open']);

  const first = await finishGame(table.server, ann, ben);
  // A game on another board counts for nothing.
  await finishGame(table.server, ann, ben, { width: 13, height: 13 });
  await openGroups(visitor, `/groups/${school.id}`);
  await games.getByText('1 of 2 games').waitFor();
  const second = await finishGame(table.server, ben, ann);
  await openGroups(visitor, `/groups/${school.id}`);
  await games.locator('.done .icon').waitFor();
  assert.equal(await games.getByTestId('progress').innerText(), 'Done');

  await replay.getByTestId('do-task').click();
  const reader = await RecordPage.arrived(visitor);
  const said = page.getByTestId('task-said');
  await said.getByText('4 moves to go').waitFor();
  // The end alone does not show the way there.
  await reader.press('End');
  await said.getByText('3 moves to go').waitFor();
  // Whoever loads the page again goes on from there.
  await page.reload();
  await RecordPage.arrived(visitor);
  await said.getByText('3 moves to go').waitFor();
  await reader.press('Home', 'ArrowRight', 'ArrowRight');
  await said.getByText('1 move to go').waitFor();
  // A variation is no move of the main line.
  await reader.press('ArrowRight', 'ArrowDown', 'ArrowLeft');
  await said.getByText("You've done this task.").waitFor();
  await eventually(async () => assert.equal((await page.evaluate(() => globalThis.heard)).filter((text) => text.includes("You've done this task.")).length, 1));
  await page.getByTestId('to-class').click();
  await page.locator('main.settled').waitFor();
  assert.equal(await replay.getByTestId('progress').innerText(), 'Done');

  const { page: lead } = await openLead(teacher, school);
  await task(lead, 'Play 2 games').getByText('2 of 2 have finished').click();
  const rows = task(lead, 'Play 2 games').getByTestId('task-row');
  await rows.first().waitFor();
  const links = await rows.first().locator('td a').evaluateAll((all) => all.map((link) => link.getAttribute('href')));
  assert.deepEqual(links, [first, second].map((id) => `/games/${id}`));
  await task(lead, 'Replay the record').getByText('1 of 2 has finished').click();
  const replayed = task(lead, 'Replay the record').getByTestId('task-row');
  await replayed.first().waitFor();
  // Who has something left to do stands first.
  assert.deepEqual(await replayed.evaluateAll((all) => all.map(({ dataset }) => dataset.player)), [ben.player.id, ann.player.id]);
  assert.deepEqual(await replayed.locator('td:nth-child(2)').allInnerTexts(), ['Not yet', 'Done']);
  assert.match(await replayed.last().innerText(), /20\d\d/);
});

test('a record is replayed by the pupils of the class alone, once, and until its time is over', async () => {
  const { school, teacher, pupils } = await stage();
  const [ann, ben] = await pupils();
  const [record] = await bringRecord(table.server, teacher, STUDY);
  const [still] = await bringRecord(table.server, teacher, '(;GM[1]FF[4]SZ[9]AB[ee]AW[cc])');
  const set = (id, more = {}) => setTask(table.server, teacher, school, { work: { kind: 'replay', record: id }, ...more });
  const [over, study, setUp] = [await set(record.id, { until: Date.now() + 1_000 }), await set(record.id), await set(still.id)];
  const visit = async (player, of, { id }) => {
    const visitor = await table.visitor(player ? { player } : {});
    await visitor.page.goto(`${table.server.url}/records/${of.id}?task=${school.id}.${id}`);
    return [visitor, await RecordPage.arrived(visitor)];
  };
  const [stranger] = await visit(null, record, study);
  await stranger.page.getByTestId('task').waitFor({ state: 'hidden' });
  stranger.complaints = stranger.complaints.filter((text) => !/status of 40[14]/.test(text));
  for (const [player, of] of [[teacher, record], [ann, still]]) {
    const [visitor] = await visit(player, of, study);
    await visitor.page.getByTestId('task').waitFor({ state: 'hidden' });
  }
  // A record without moves has been seen when it is open.
  const [quick] = await visit(ann, still, setUp);
  await quick.page.getByTestId('task-said').getByText("You've done this task.").waitFor();

  // Without a network nothing is lost.
  const [visitor, reader] = await visit(ben, record, study);
  const { page } = visitor;
  await page.getByTestId('task-said').getByText('4 moves to go').waitFor();
  visitor.serverMayBeAway = true;
  await visitor.cutNetwork();
  await reader.press('ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowRight');
  await page.getByTestId('task-problem').getByText("The server isn't answering").waitFor();
  await visitor.mendNetwork();
  await page.getByTestId('task-again').click();
  await page.getByTestId('task-said').getByText("You've done this task.").waitFor();
  assert.equal(await page.getByTestId('task-problem').innerText(), '');
  assert.equal(await focused(page), 'to-class');
  let sent = 0;
  page.on('request', (request) => { sent += request.method() === 'POST' ? 1 : 0; });
  await reader.press('Home', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowRight');
  assert.equal(sent, 0);

  const [late] = await visit(ann, record, over);
  await late.page.getByTestId('task-said').getByText('The time for this task has passed.').waitFor();
});

test('a task is taken back after a question, and is gone for everybody', async () => {
  const { school, teacher, pupils } = await stage();
  const [ann] = await pupils();
  await setTask(table.server, teacher, school, { work: { kind: 'games', times: 1 } });
  const { page } = await openLead(teacher, school);
  await page.getByTestId('take-back-task').click();
  await page.getByTestId('confirm-no').click();
  assert.equal(await page.getByTestId('task').count(), 1);
  await page.getByTestId('take-back-task').click();
  await page.getByText('“Play 1 game” disappears for everyone').waitFor();
  await page.getByTestId('confirm-yes').click();
  await says(page, 'Task removed.');
  assert.equal(await page.getByTestId('task').count(), 0);
  const { page: own } = await open(ann, `/groups/${school.id}`);
  assert.equal(await own.locator('#tasks-part').isVisible(), false);
});

test('a teacher needs no pointer for a task and its table', async () => {
  const { school, teacher } = await stage();
  await bringRecord(table.server, teacher, STUDY);
  await setTask(table.server, teacher, school, { work: { kind: 'games', times: 1 } });
  const { page } = await open(teacher, `/groups/${school.id}`);
  const tabTo = async (testId) => {
    for (let presses = 0; presses < 60; presses += 1) {
      if (await page.evaluate((id) => document.activeElement?.dataset?.testid === id, testId)) return;
      await page.keyboard.press('Tab');
    }
    assert.fail(`60 presses of Tab do not reach ${testId}`);
  };
  await tabTo('class-progress');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/lead#tasks-title');
  await eventually(async () => assert.equal(await focused(page), 'tasks-title'));
  await tabTo('fold-task');
  await page.keyboard.press('Enter');
  await tabTo('task-kind-games');
  await page.keyboard.press('ArrowDown');
  await tabTo('task-record');
  await tabTo('task-words');
  await page.keyboard.type('Look at the corners.');
  await tabTo('set-task');
  await page.keyboard.press('Enter');
  await says(page, 'The task is set.');
  assert.equal(await focused(page), 'tasks-title');
  await tabTo('fold-table');
  await page.keyboard.press('Enter');
  await task(page, 'Look at the corners.').getByTestId('task-row').nth(1).waitFor();
});

test('ten tasks stand on a page, and the earlier ones come by a button', async () => {
  const { school, teacher, pupils } = await stage();
  const [ann] = await pupils();
  for (let times = 1; times <= 11; times += 1) await setTask(table.server, teacher, school, { work: { kind: 'games', times } });
  for (const [player, address] of [[ann, ''], [teacher, '/lead']]) {
    const { page } = await open(player, `/groups/${school.id}${address}`);
    assert.equal(await page.getByTestId('task').count(), 10);
    await page.getByTestId('more-tasks').click();
    await task(page, 'Play 1 game').last().waitFor();
    assert.equal(await page.getByTestId('task').count(), 11);
  }
});

test('the pages of tasks are fit for everybody', async () => {
  const { school, teacher, cards } = await stage();
  const { record, tasks, pupil } = await stageTasks(table.server, teacher, school, cards);
  for (const [device, options] of DEVICES) {
    const { page } = await open(pupil, `/groups/${school.id}`, options);
    await isFit(page, `group-tasks-${device}`);
    await page.goto(`${table.server.url}/records/${record.id}?task=${school.id}.${tasks.replay.id}`);
    await page.getByTestId('task-said').getByText('4 moves to go').waitFor();
    await isFit(page, `record-task-${device}`);
    const { page: lead } = await openLead(teacher, school, options);
    await lead.getByTestId('fold-task').click();
    await lead.getByTestId('fold-table').first().click();
    await lead.getByTestId('task-row').first().waitFor();
    await isFit(lead, `group-lead-tasks-${device}`);
  }
});
