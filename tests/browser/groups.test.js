// Groups: a club is founded, found, joined and led; what one may not see is not there.

import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';

import { ApiPlayer, call } from './api-player.js';
import { DEVICES, PHONE } from './chromium-browser.js';
import { eventually } from './eventually.js';
import { agree, bringIn, found, join, makeRound, openGroups, playPair, takePart, waiting } from './groups-page.js';
import { isFit } from './inspection.js';
import { openAccount } from './account-page.js';
import { owner } from './staff-page.js';
import { refusals } from './refusals.js';
import { Table } from './table.js';

const table = new Table();
afterEach(() => table.clear());

let count = 0;
/** Names are members' own: each test has others. */
const named = (name) => `${name} ${count += 1}`;
const member = (name) => ApiPlayer.member(table.server, named(name));
const says = (page, part, text) => page.getByTestId(`${part}-said`).getByText(text).waitFor();
const focused = (page) => page.evaluate(() => document.activeElement.id);
const open = async (player, address, options = {}) => openGroups(await table.visitor({ ...options, player }), address);

/** Presses Tab until the keyboard is at an element with this test id. */
async function tabTo(page, testId) {
  for (let i = 0; i < 80; i += 1) {
    await page.keyboard.press('Tab');
    if (await page.evaluate(() => document.activeElement.dataset.testid) === testId) return;
  }
  assert.fail(`no Tab leads to ${testId}`);
}

test('a club is founded, somebody asks to be let in, a leader accepts, and the new member leaves', async () => {
  const [leader, asker] = [await member('Founder'), await member('Asker')];
  const name = named('<b>Bold</b> Club');
  const page = await openAccount(await table.visitor({ player: leader }));
  await page.getByTestId('groups-way').click();
  await page.getByTestId('found-fold').click();
  await page.getByTestId('found').click();
  await page.getByText('A name has 1 to 60 characters.').waitFor();
  assert.equal(await focused(page), 'name');
  await page.getByTestId('group-name').fill(name);
  await page.getByTestId('group-words').fill('<script>alert(1)</script>\n\n  Thursdays & <img src=x onerror=alert(1)>');
  await page.getByTestId('found').click();
  await page.waitForURL(/\/groups\/[0-9a-z]{16}$/);
  await page.getByTestId('group-title').getByText(name, { exact: true }).waitFor();
  assert.equal(await page.title(), `${name} · Tengen`);
  assert.equal(await page.getByTestId('group-words').innerText(), '<script>alert(1)</script>\n\n  Thursdays & <img src=x onerror=alert(1)>');
  assert.match(await page.getByTestId('group-facts').innerText(), /Club · 1 member · ask to join · you lead it/);

  const other = await open(asker, '/groups');
  await other.getByTestId('group').getByRole('link', { name, exact: true }).click();
  await other.getByTestId('ask').click();
  await says(other, 'group', "You've asked to join.");
  await other.getByTestId('take_back').click();
  await says(other, 'group', 'Request withdrawn.');
  await other.getByTestId('ask').click();
  await other.getByTestId('take_back').waitFor();

  await page.getByTestId('to-lead').click();
  await page.getByRole('button', { name: `Accept ${asker.player.name}` }).click();
  await says(page, 'requests', `${asker.player.name} has joined the group.`);
  assert.equal(await focused(page), 'requests-title');
  assert.equal(await page.getByTestId('member').count(), 2);

  await other.reload();
  await other.getByTestId('leave').click();
  await other.getByTestId('confirm-yes').click();
  await says(other, 'group', "You've left the group.");
  await other.getByTestId('ask').waitFor();
});

test('by keyboard alone a club is founded and a request is declined', async () => {
  const [leader, asker] = [await member('Founder'), await member('Asker')];
  const name = named('Keyboard Club');
  const page = await open(leader, '/groups');
  await tabTo(page, 'found-fold');
  await page.keyboard.press('Enter');
  await tabTo(page, 'group-name');
  await page.keyboard.type(name);
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/groups\/[0-9a-z]{16}$/);
  const id = page.url().split('/').pop();
  await join(table.server, asker, { id });
  await tabTo(page, 'to-lead');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/lead$/);
  await page.getByTestId('request').waitFor();
  await tabTo(page, 'decline');
  await page.keyboard.press('Enter');
  await says(page, 'requests', `You've declined ${asker.player.name}.`);
  assert.deepEqual(await waiting(table.server, leader, { id }), []);
});

test('a leader pairs those who are here, and everybody sees the round and its games', async () => {
  const [leader, ann, ben, cleo] = [await member('Founder'), await member('Ann'), await member('Ben'), await member('Cleo')];
  const club = await found(table.server, leader, { kind: 'club', name: named('Round Club'), joining: 'open' });
  for (const player of [ann, ben, cleo]) await join(table.server, player, club);
  await takePart(table.server, club, ann, ben);
  const page = await open(leader, `/groups/${club.id}/lead`);
  await page.getByTestId('here-count').getByText('2 players').waitFor();
  // Whoever leads a club plays as well, and says so like everybody.
  await openGroups({ page, server: table.server }, `/groups/${club.id}`);
  await page.getByTestId('plays').check();
  await says(page, 'group', "You're taking part in rounds.");
  await page.getByTestId('to-lead').click();
  await page.getByTestId('here-count').getByText('3 players').waitFor();
  const idle = page.locator('#here label').filter({ hasText: cleo.player.name });
  await idle.getByText('not taking part').waitFor();
  assert.equal(await idle.getByTestId('here').isDisabled(), true);
  await page.getByTestId('nobody').click();
  await page.getByTestId('pair-them').click();
  await page.getByText('Choose at least two players.').waitFor();
  await page.getByTestId('everybody').click();
  await page.getByTestId('here-count').getByText('3 players').waitFor();
  await page.getByTestId('round-size').selectOption('13');
  await page.getByTestId('pair-them').click();
  await says(page, 'round', 'Round 1 has started.');
  assert.equal(await focused(page), 'round-title');
  assert.equal(await page.getByTestId('pair').count(), 1);
  await page.getByTestId('bye').waitFor();

  // Whoever plays sees the own pair first, and comes to the board.
  const round = await makeRound(table.server, leader, club, { pairs: [{ black: ann.player.id, white: ben.player.id }] });
  await playPair(table.server, round.pairs[0], [ann, ben], ['E5']);
  await ben.command(round.pairs[0].game, { type: 'resign' });
  const other = await open(ann, `/groups/${club.id}`);
  const pair = other.getByTestId('round').first().getByTestId('pair');
  await pair.getByText('Black won').waitFor();
  await eventually(async () => assert.equal(await other.getByTestId('row').count(), 2));
  const [download] = await Promise.all([other.waitForEvent('download'), other.getByTestId('take-sgf').click()]);
  assert.equal(download.suggestedFilename(), 'tengen-games.sgf');
  await pair.getByTestId('pair-game').click();
  await other.waitForURL(`**/games/${round.pairs[0].game}`);
});

test('whoever is invited to a closed club hears of it, and joins or declines', async () => {
  const [leader, ann, ben] = [await member('Founder'), await member('Ann'), await member('Ben')];
  const name = named('Night Club');
  const club = await found(table.server, leader, { kind: 'club', name, words: 'After ten.', joining: 'closed' });
  const page = await open(leader, `/groups/${club.id}/lead`);
  for (const { player } of [ann, ben]) {
    await page.getByTestId('fold-invite').click();
    await page.getByTestId('invite-player').fill(`${table.server.url}/players/${player.id}`);
    await page.getByTestId('invite').click();
    await page.locator(`[data-testid="invited"][data-player="${player.id}"]`).waitFor();
    await says(page, 'members', 'Invitation sent.');
  }

  const other = await open(ann, '/groups');
  const invitation = other.getByTestId('invitation');
  await invitation.getByText(`${leader.player.name} has invited you.`).waitFor();
  await invitation.getByText('After ten.').waitFor();
  assert.equal(await invitation.getByRole('link', { name, exact: true }).count(), 0, 'nobody else has a page of it');
  await other.getByRole('button', { name: `Join ${name}` }).click();
  await says(other, 'invitations', "You've joined the group.");
  assert.equal(await focused(other), 'title');
  await other.getByTestId('group').getByRole('link', { name, exact: true }).first().click();
  await other.getByTestId('plays').waitFor();

  const third = await open(ben, '/groups');
  await third.getByRole('button', { name: `Decline the invitation to ${name}` }).click();
  await says(third, 'invitations', 'Invitation declined.');
  assert.equal(await third.getByTestId('invitation').count(), 0);

  // The leader is not told who has declined.
  await page.reload();
  await page.getByRole('button', { name: `Withdraw the invitation to ${ben.player.name}` }).click();
  await says(page, 'members', `The invitation to ${ben.player.name} is withdrawn.`);
  assert.equal(await focused(page), 'members-title');
  assert.equal(await page.getByTestId('invited').count(), 0);
  assert.equal(await page.getByTestId('member').count(), 2);
});

test('leaders change the settings, invite members, make leaders, take members out, and end the group', async () => {
  const [leader, ann, ben] = [await member('Founder'), await member('Ann'), await member('Ben')];
  const club = await found(table.server, leader, { kind: 'club', name: named('Small Club'), joining: 'closed' });
  await bringIn(table.server, leader, club, ann);
  const page = await open(leader, `/groups/${club.id}/lead`);
  await page.getByTestId('fold-invite').click();
  await page.getByTestId('invite-player').fill('Ben');
  await page.getByTestId('invite').click();
  await page.locator('#player-problem').getByText('There is no such player').waitFor();
  assert.equal(await focused(page), 'player');
  await page.getByTestId('invite-player').fill(`${table.server.url}/players/${ben.player.id}?from=here`);
  await page.getByTestId('invite').click();
  await says(page, 'members', 'Invitation sent.');
  await agree(table.server, ben, club);
  await page.reload();

  const item = (player) => page.locator(`[data-testid="member"][data-player="${player.player.id}"]`);
  await item(ann).getByTestId('acts').click();
  await item(ann).getByTestId('make_leader').click();
  await page.getByTestId('confirm-yes').click();
  await says(page, 'members', `${ann.player.name} is now a leader.`);
  assert.equal(await item(ann).getByTestId('acts').count(), 0, "leaders are each other's equals");
  await item(ben).getByTestId('acts').click();
  await item(ben).getByTestId('take_out').click();
  await page.getByTestId('confirm-yes').click();
  await says(page, 'members', `${ben.player.name} is no longer in the group.`);
  assert.equal(await page.getByTestId('member').count(), 2);

  const name = named('Large Club');
  await page.getByTestId('group-name').fill(name);
  await page.getByTestId('group-joining').selectOption('open');
  await page.getByTestId('save').click();
  await says(page, 'settings', 'Saved.');
  await page.getByTestId('group-title').getByText(name, { exact: true }).waitFor();

  await page.getByTestId('end').click();
  await page.getByTestId('asked').fill('Small');
  await page.getByTestId('asked-yes').click();
  await page.getByText("This isn't the name of the group.").waitFor();
  await page.getByTestId('asked').fill(name);
  await page.getByTestId('asked-yes').click();
  await page.waitForURL('**/groups');
  await page.locator('main.settled').waitFor();
  assert.equal(await page.getByRole('link', { name, exact: true }).count(), 0);
});

test('a closed group is there for nobody else, and what its leaders do for no member', async () => {
  const [leader, ann] = [await member('Founder'), await member('Ann')];
  const club = await found(table.server, leader, { kind: 'club', name: named('Closed Club'), joining: 'closed' });
  await bringIn(table.server, leader, club, ann);
  const missing = 'There is nothing at this address';
  const visitor = await table.visitor();
  for (const address of [`/groups/${club.id}`, `/groups/${club.id}/lead`, '/groups/4t9x2m8q6w1k5c7v', '/groups/nobody']) {
    const page = await openGroups(visitor, address);
    assert.equal(await page.locator('h1').innerText(), missing, address);
    assert.equal(await page.title(), `${missing} · Tengen`, address);
    assert.equal(await page.locator('#inside').isVisible(), false, address);
  }
  await openGroups(visitor);
  assert.equal(await visitor.page.getByRole('link', { name: club.name, exact: true }).count(), 0);
  visitor.complaints = visitor.complaints.filter((text) => !/status of 40[04]/.test(text));
  const page = await open(ann, `/groups/${club.id}/lead`);
  assert.equal(await page.locator('h1').innerText(), missing);
});

test('on the wall of a group its games come and stay, and until then it says that there are none', async () => {
  const [leader, ann, ben] = [await member('Founder'), await member('Ann'), await member('Ben')];
  const club = await found(table.server, leader, { kind: 'club', name: named('Wall Club'), joining: 'open' });
  for (const player of [ann, ben]) await join(table.server, player, club);
  // A game of others that is watched elsewhere.
  const other = await (await member('Stranger')).createGame({ board: { width: 9, height: 9 }, color: 'black' });
  await (await member('Stranger')).join(other.id);
  await takePart(table.server, club, ann, ben);
  const { page } = await table.visitor(PHONE);
  await page.goto(`${table.server.url}/groups/${club.id}/watch`);
  await page.getByText('No games of this group are being played.').waitFor();
  const { pairs: [pair] } = await makeRound(table.server, leader, club, { players: [ann.player.id, ben.player.id] });
  await page.locator(`watched-game[data-game="${pair.game}"] still-board svg`).waitFor();
  assert.equal(await page.getByTestId('watched-game').count(), 1);
  await playPair(table.server, pair, [ann, ben], ['E5']);
  await eventually(async () => assert.equal(await page.locator('.stones circle').count(), 1));
  await isFit(page, 'group-wall');
  await page.getByTestId('to-group').click();
  await page.waitForURL(`**/groups/${club.id}`);
  await page.getByTestId('group-title').getByText(club.name, { exact: true }).waitFor();
});

test('a visitor who looks at a group is led to the door, and back', async () => {
  const leader = await member('Founder');
  const club = await found(table.server, leader, { kind: 'club', name: named('Open Club'), joining: 'open' });
  const visitor = await table.visitor();
  const page = await openGroups(visitor, `/groups/${club.id}`);
  await page.getByTestId('to-sign-in').click();
  await page.waitForURL(`**/sign-in?next=${encodeURIComponent(`/groups/${club.id}`)}`);
});

test('only owners of the server found a class, and name its teacher', async () => {
  const [staff, teacher] = [await owner(table.server, named('Head')), await member('Teacher')];
  const name = named('Class');
  const page = await open(staff, '/groups');
  await page.getByTestId('found-fold').click();
  await page.getByTestId('kind-class').check();
  assert.equal(await page.getByTestId('group-joining').inputValue(), 'closed');
  await page.getByTestId('group-name').fill(name);
  await page.getByTestId('group-leader').fill(`${table.server.url}/players/${teacher.player.id}`);
  await page.getByTestId('found').click();
  await page.waitForURL(/\/groups\/[0-9a-z]{16}$/);
  const { groups } = await call(table.server, 'GET', '/api/v1/groups?mine=true', { token: teacher.token });
  assert.deepEqual(groups.map(({ name: each, kind, role }) => [each, kind, role]), [[name, 'class', 'leader']]);
  const other = await open(teacher, '/groups');
  await other.getByTestId('found-fold').click();
  assert.equal(await other.getByTestId('kind-class').isVisible(), false);
});

test('what was typed is there again, and a server that is away is told', async () => {
  const leader = await member('Founder');
  const club = await found(table.server, leader, { kind: 'club', name: named('Draft Club') });
  const visitor = await table.visitor({ player: leader });
  const page = await openGroups(visitor, `/groups/${club.id}/lead`);
  await page.getByTestId('group-words').fill('A long text that nobody types twice.');
  await page.reload();
  await page.locator('main.settled').waitFor();
  assert.equal(await page.getByTestId('group-words').inputValue(), 'A long text that nobody types twice.');
  await page.route(`**/api/v1/groups/${club.id}`, (route) => route.fulfill({ status: 409, json: { code: 'too_many_groups', params: { max: 5 } } }));
  await page.getByTestId('save').click();
  await page.getByText('You can lead 5 groups at most').waitFor();
  assert.equal(await page.getByTestId('group-words').inputValue(), 'A long text that nobody types twice.');
  refusals(visitor, 409);
});

test('the pages of groups are fit for everybody', async () => {
  const [leader, ann, asker] = [await member('Founder'), await member('Ann'), await member('Asker')];
  const club = await found(table.server, leader, { kind: 'club', name: `${named('W'.repeat(40))}`, words: 'w'.repeat(400), joining: 'open' });
  await join(table.server, ann, club);
  await takePart(table.server, club, leader, ann);
  await makeRound(table.server, leader, club);
  await call(table.server, 'PATCH', `/api/v1/groups/${club.id}`, { token: leader.token, body: { joining: 'request' } });
  await join(table.server, asker, club);
  for (const [device, options] of DEVICES) {
    const visitor = await table.visitor({ ...options, player: leader });
    for (const [name, address] of [['groups', '/groups'], ['group', `/groups/${club.id}`], ['group-lead', `/groups/${club.id}/lead`]]) {
      await isFit(await openGroups(visitor, address), `${name}-${device}`);
    }
  }
});
