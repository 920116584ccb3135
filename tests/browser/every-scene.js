// Every page in each state that looks different, for tests that look at all of them. No action in a scene
// changes another scene.

import * as api from './api-player.js';
import { thinned } from './api-page.js';
import { ANNOUNCED, NETWORKS, stageStaffPages } from './staff-scenes.js';
import { bringRecord } from './record-page.js';
import { stageGames } from './scenes.js';
import { act, moderator, owner, report, stageCases } from './staff-page.js';
import { stageGroups } from './groups-page.js';
import { stageTasks } from './tasks-page.js';
import { TRYING_SCENES, markMove, stageLocal, stageSharing, tryMoves } from './trying-scenes.js';

const RECORD = `(;GM[1]FF[4]SZ[9]PB[Ann]BR[3d]PW[Ben]KM[6.5]RU[AGA]RE[W+R]DT[1999-12-31]TM[600]AB[ba]AW[aa]
;B[ab]C[1.]TR[ba]SQ[cc]CR[dd]MA[ee]SL[ff]LB[gg:A][hh:12]LN[cc:dd]AR[ee:gg]BL[570.5](;W[ee];B[cg])(;W[dd]BM[2]C[2.];B[ff]))`;
const NOBODY = '4t9x2m8q6w1k5c7v';

/** Everything that the scenes show, once for all languages. */
export async function stageScenes(server) {
  const games = await stageGames(server);
  const [record] = await bringRecord(server, games.playing.black, RECORD);
  const walls = [games.playing, games.large];
  while (walls.length < 9) {
    const game = await api.startGame(server, { board: { width: 9, height: 9 } });
    await api.playMoves(game, ['E5', 'C3', 'G7']);
    walls.push(game);
  }
  await api.call(server, 'POST', '/api/v1/tokens', { token: games.playing.black.token, body: { name: 'Bot', scopes: ['read', 'play'] } });
  const member = await api.ApiPlayer.member(server, 'Honinbo Shusaku');
  const { player: bot } = await api.call(server, 'POST', '/api/v1/bots', { token: member.token, body: { name: 'Ear Reddener' } });
  const staff = await owner(server, 'Inoue Inseki');
  const keeper = await moderator(server, 'Yasui Chitoku', staff);
  const reported = { ...await stageCases(server, staff), ...await stageStaffPages(server, staff, games.finished) };
  await report(server, member, { about: 'player', id: games.playing.white.player.id, ground: 'abuse', words: 'Rude words.' });
  await act(server, staff, `cases/${reported.cases.record.id}`, { act: 'answer', outcome: 'acted', words: 'Thank you.', reason: 'Seen.' });
  await act(server, staff, `players/${reported.bringer.player.id}`, { act: 'rename', name: 'Bringer', reason: 'A better name.' });
  await act(server, staff, 'audit', { act: 'erase_reason', seq: 2, reason: 'Too long.' });
  const groups = await stageGroups(server, staff);
  const tasks = await stageTasks(server, groups.teacher, groups.school, groups.cards);
  const shared = await stageSharing(server, games, member);
  return { ...games, local: await stageLocal(member), record, walls, member, bot, staff, keeper, reported, groups, tasks, shared };
}

const online = (page) => page.locator('[data-testid="connection"][data-state="online"]').waitFor({ state: 'attached' });
const part = (page, testId) => page.getByTestId(testId);
const press = async (page, testId) => part(page, testId).first().click();
const dialog = (page) => page.locator('dialog[open]').waitFor();
const footed = (page) => page.locator('site-links a').first().waitFor();

/** A game page in a phase, as one of its players sees it, and the actions on it. */
const game = (name, phase, then = null, who = (games) => games[phase].black) => ({
  name, address: (games) => `/games/${games[phase].id}`, who,
  async ready(page) {
    await online(page);
    await page.locator('[data-testid="board"] [data-point="A1"]').waitFor({ state: 'attached' });
    await then?.(page);
  },
});
const opens = (...testIds) => async (page) => {
  for (const testId of testIds) await press(page, testId);
  await dialog(page);
};
const lesson = (name, then = null) => ({
  name: `lesson ${name}`, address: () => `/learn/${name}`,
  async ready(page) {
    await page.locator('[data-testid="board"] [data-point="A1"]').waitFor({ state: 'attached' });
    await then?.(page);
  },
});
const wall = (name, count) => ({
  name, address: ({ walls }) => `/watch?games=${walls.slice(0, count).map(({ id }) => id).join()}`,
  ready: (page) => page.locator('still-board svg').nth(count - 1).waitFor(),
});
const home = (name, who, then = null) => ({
  name, address: () => '/', who,
  async ready(page) {
    await part(page, 'new-game-9').waitFor();
    await part(page, 'live-game').first().waitFor();
    await part(page, 'finished-game').first().waitFor();
    await footed(page);
    await then?.(page);
  },
});
const door = (name, address, who, then = null) => ({
  name, address: () => address, who,
  async ready(page) {
    await page.locator('main.settled').waitFor();
    await then?.(page);
  },
});
const list = (name, address, then = footed) => ({ name, address: () => address, ready: then });

const OFFER = {
  secret: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ', address: 'otpauth://totp/Tengen:Member?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Tengen',
  code: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 4"><rect width="4" height="4" fill="#fff"/><path d="M1 1h2v2h-2z"/></svg>',
};

/**
 * An authenticator is offered as by the server, which wants a fresh sign-in for it, and the member's account stays as it is for
 * the other scenes.
 */
async function offerAuthenticator(page) {
  const answer = (method) => (method === 'PUT' ? { json: { recovery_codes: Array(10).fill('0123-4567-89ab-cdef') } } : { status: 201, json: OFFER });
  await page.route('**/api/v1/me/authenticator', (route) => route.fulfill(answer(route.request().method())));
  await press(page, 'second-begin');
  await page.locator('#second-offer').waitFor();
}

/** Another bot is made as by the server, and the member's bots stay as they are for the other scenes. */
async function makeBot(page) {
  const json = {
    player: { id: NOBODY, name: 'Ladder Reader', guest: false, kind: 'bot', created_at: 1_790_000_000_000 },
    token: { id: NOBODY, name: 'Ladder Reader', scopes: ['read', 'play'], created_at: 1_790_000_000_000, expires_at: null, last_used_at: null },
    secret: `tengen_${'A'.repeat(43)}`,
  };
  await page.route('**/api/v1/bots', (route) => (route.request().method() === 'POST' ? route.fulfill({ status: 201, json }) : route.continue()));
  await press(page, 'bot-fold');
  await part(page, 'bot-name').fill(json.player.name);
  await press(page, 'make-bot');
  await page.locator('#bot-made').waitFor();
  await page.unroute('**/api/v1/bots');
}

/** The page as it is where there are passkeys and a provider, and with this account of the member: the server of the scenes has neither. */
async function withEveryWay(page, account = {}) {
  const changed = (change) => async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: change(await answer.json()) });
  };
  await page.route('**/api/v1/door', changed((door) => ({ ...door, passkeys: true, providers: [{ id: 'club', name: 'Club 19' }, { id: 'school', name: 'School 9' }] })));
  await page.route('**/api/v1/me', changed((me) => ({ ...me, account: { ...me.account, ...account } })));
  await page.reload();
}

async function withoutWays(page) {
  await page.unroute('**/api/v1/door');
  await page.unroute('**/api/v1/me');
}

const WAYS = {
  passkeys: [{ id: NOBODY, device: 'Firefox · Android', created_at: 1_790_000_000_000, used_at: 1_790_400_000_000 }],
  identities: [{ id: NOBODY, provider: 'club', name: 'Club 19', linked_at: 1_790_000_000_000, used_at: 1_790_400_000_000 }],
};

/** Cards are made as by the server, and those of the class stay good for the other scenes. */
async function giveCards(page) {
  const cards = ['Kaede 4B', 'Minjun 4B'].map((name, i) => ({
    player: { id: `${NOBODY.slice(0, 15)}${i}`, name, guest: false, kind: 'member', created_at: 1_790_000_000_000 },
    secret: 'A'.repeat(43), address: `https://go.example.org/card#${'A'.repeat(43)}`, code: OFFER.code, short_code: 'k7m2-9xqd', short_address: 'https://go.example.org/c',
  }));
  await page.route('**/api/v1/groups/*/cards', (route) => route.fulfill({ status: 201, json: { cards } }));
}

/** A page of the staff as an owner sees it, unless it is somebody else. */
const staffed = (name, address, then, who = ({ staff }) => staff) => ({
  name, address, who,
  async ready(page) {
    await page.locator('main.settled').waitFor();
    await then(page);
  },
});

/** The scenes: `who` is the visitor (a stranger if it is left out), and `ready` brings the page into the scene's state. */
export const SCENES = [
  home('home', () => null),
  home('home, own games', ({ playing }) => playing.black),
  home('home, own open games', ({ open }) => open.black),
  home('home, asked for a game', ({ invited }) => invited.black),
  home('home, all settings', () => null, (page) => page.locator('#more > summary').click()),
  home('home, settings', () => null, opens('settings')),
  game('game, open', 'open'),
  game('game, open, visitor', 'open', null, () => null),
  game('game, playing', 'playing'),
  game('game, playing, visitor', 'playing', null, () => null),
  game('game, trying', 'playing', (page) => tryMoves(page, ['A1', 'J9', 'J1']), () => null),
  game('game, tried', 'finished', async (page) => {
    await tryMoves(page, ['A1', 'J1', 'A9']);
    await press(page, 'trying-switch');
    await page.locator('.drawn-label').first().waitFor();
  }, () => null),
  game('game, marked', 'playing', (page) => markMove(page, ['A1', 'J1', 'A9']), () => null),
  game('game, large', 'large'),
  game('game, request to take back', 'asked'),
  game('game, paused', 'paused'),
  game('game, scoring', 'scoring'),
  game('game, finished', 'finished'),
  game('game, rematch offered', 'offered'),
  game('game, kept seat', 'invited'),
  game('game, more', 'playing', (page) => press(page, 'more')),
  game('game, rules', 'playing', opens('more', 'show-rules')),
  game('game, resign', 'playing', opens('resign')),
  game('game, settings', 'playing', opens('settings')),
  game('game, code to share', 'open', opens('show-code')),
  game('game, keys', 'playing', async (page) => { await page.keyboard.press('?'); await dialog(page); }),
  game('game, reporting', 'playing', async (page) => {
    await press(page, 'about-player');
    await press(page, 'report');
    await part(page, 'report-ground').selectOption('other');
    await press(page, 'report-send');
  }),
  game('game, type a point', 'playing', opens('more', 'type'), ({ playing }) => playing.white),
  list('games', '/games', (page) => page.locator('.row').first().waitFor()),
  list('games, all filters', '/games', (page) => page.locator('#more-filters > summary').click()),
  list('games, none', `/games?player=${NOBODY}`),
  list('positions', '/positions', (page) => part(page, 'positions-said').waitFor()),
  { name: 'player', address: ({ finished }) => `/players/${finished.black.player.id}`, ready: (page) => part(page, 'results').waitFor() },
  {
    name: 'player, somebody else', address: ({ finished }) => `/players/${finished.black.player.id}`, who: ({ member }) => member,
    ready: (page) => part(page, 'block').waitFor(),
  },
  { name: 'player, bot', address: ({ bot }) => `/players/${bot.id}`, ready: (page) => part(page, 'owner').waitFor() },
  { name: 'learn', address: () => '/learn', ready: (page) => part(page, 'go-on').waitFor() },
  lesson('stones'),
  lesson('capture', async (page) => {
    for (const at of ['C4', 'B4']) await page.locator(`[data-point="${at}"]`).click();
    await page.locator('[data-testid="answer"][data-kind="wrong"]').waitFor();
  }),
  lesson('ko', (page) => press(page, 'hint')),
  lesson('territory'),
  lesson('counting', async (page) => {
    await press(page, 'show');
    await page.locator('[data-testid="answer"][data-kind="right"]').waitFor();
  }),
  lesson('game'),
  wall('watch, two games', 2),
  wall('watch, nine games', 9),
  { name: 'watch, choosing', address: () => '/watch', ready: opens('choose') },
  {
    name: 'game in a frame', address: ({ playing }) => `/embed/games/${playing.id}`,
    ready: (page) => page.locator('still-board svg').waitFor(),
  },
  { name: 'account', address: () => '/account', who: ({ playing }) => playing.black, ready: (page) => part(page, 'device').first().waitFor() },
  { name: 'account, visitor', address: () => '/account', ready: (page) => part(page, 'to-sign-in').waitFor() },
  { name: 'account, member', address: () => '/account', who: ({ member }) => member, async ready(page) {
    await part(page, 'device').first().waitFor();
    await press(page, 'name-fold');
    await press(page, 'password-fold');
  } },
  { name: 'account, second step', address: () => '/account', who: ({ member }) => member, async ready(page) {
    await offerAuthenticator(page);
    await page.unroute('**/api/v1/me/authenticator');
  } },
  { name: 'account, recovery codes', address: () => '/account', who: ({ member }) => member, async ready(page) {
    await offerAuthenticator(page);
    await part(page, 'second-code').fill('123456');
    await press(page, 'second-take-up');
    await page.locator('#recovery').waitFor();
    await page.unroute('**/api/v1/me/authenticator');
  } },
  { name: 'account, bots', address: () => '/account', who: ({ member }) => member, async ready(page) {
    await part(page, 'bot').waitFor();
    await makeBot(page);
    await press(page, 'bot-fold');
    await press(page, 'bot-tokens');
    await part(page, 'token').waitFor();
  } },
  { name: 'account, ways in', address: () => '/account', who: ({ member }) => member, async ready(page) {
    await withEveryWay(page, WAYS);
    await part(page, 'passkey').waitFor();
    await part(page, 'add-passkey').waitFor();
    await withoutWays(page);
  } },
  { name: 'account, deleting', address: () => '/account', who: ({ member }) => member, ready: async (page) => {
    await press(page, 'delete-account');
    await dialog(page);
    await press(page, 'leaving-yes');
  } },
  { name: 'account, no other players', address: () => '/account', who: ({ member }) => member, ready: (page) => page.locator('#no-blocks').waitFor() },
  { name: 'account, confirming', address: () => '/account', who: ({ member }) => member, async ready(page) {
    // No scene waits until a sign-in is no longer fresh.
    await page.route('**/api/v1/me', (route) => (route.request().method() === 'PATCH'
      ? route.fulfill({ status: 403, json: { code: 'sign_in_again', params: {} } }) : route.continue()));
    await press(page, 'password-fold');
    await part(page, 'new-password').fill('black stone, white stone');
    await press(page, 'change-password');
    await dialog(page);
    await page.unroute('**/api/v1/me');
  }, missing: true },
  { name: 'account, reports', address: () => '/account', who: ({ reported }) => reported.game.white, ready: (page) => part(page, 'own-report').waitFor() },
  staffed('staff', () => '/staff', (page) => part(page, 'case').first().waitFor()),
  staffed('staff, moderator', () => '/staff', (page) => part(page, 'case').first().waitFor(), ({ keeper }) => keeper),
  staffed('staff, nothing there', () => '/staff', (page) => page.locator('#away').waitFor(), () => null),
  staffed('staff, case of a game', ({ reported }) => `/staff/cases/${reported.cases.game.id}`, (page) => press(page, 'fold-adjudicate')),
  staffed('staff, case of a name', ({ reported }) => `/staff/cases/${reported.cases.name.id}`, (page) => press(page, 'do-answer')),
  staffed('staff, answered case of a record', ({ reported }) => `/staff/cases/${reported.cases.record.id}`, (page) => press(page, 'fold-remove')),
  staffed('staff, player', ({ reported }) => `/staff/players/${reported.bringer.player.id}`, async (page) => {
    await press(page, 'fold-rename');
    await press(page, 'fold-grant');
  }),
  staffed('staff, player who may not play, networks', ({ reported }) => `/staff/players/${reported.punished.player.id}`, async (page) => {
    await page.route('**/networks', (route) => route.fulfill({ json: NETWORKS }));
    await press(page, 'fold-warn');
    await press(page, 'fold-lift');
    await press(page, 'show-networks');
    await part(page, 'network').first().waitFor();
    await page.unroute('**/networks');
  }),
  staffed('staff, suspending', ({ reported }) => `/staff/players/${reported.bringer.player.id}`, async (page) => {
    await press(page, 'fold-suspend');
    await press(page, 'suspend-until-week');
    await part(page, 'suspend-ground').selectOption('stalling');
    await press(page, 'do-suspend');
    await press(page, 'fold-ban');
  }),
  staffed('staff, case of a game that has ended', ({ reported }) => `/staff/cases/${reported.ended.id}`, (page) => press(page, 'fold-void')),
  staffed('staff, announcements', () => '/staff/announcements', async (page) => {
    // A line of the server would stand on the pages of the other scenes.
    await page.route('**/api/v1/announcements', (route) => route.fulfill({ json: ANNOUNCED }));
    await page.reload();
    await part(page, 'announcement').waitFor();
    await part(page, 'announce-texts-ja').fill('8時に止まります。');
    await press(page, 'announce-until-day');
    await press(page, 'do-announce');
    await page.unroute('**/api/v1/announcements');
  }),
  staffed('staff, no announcements', () => '/staff/announcements', (page) => press(page, 'do-announce')),
  staffed('staff, members', () => '/staff/members', (page) => part(page, 'member').nth(2).waitFor()),
  staffed('staff, members of whom none fits', () => '/staff/members?text=nobody&state=banned&unseen=90', (page) => part(page, 'none').waitFor(), ({ keeper }) => keeper),
  staffed('staff, deleting a member', ({ reported }) => `/staff/players/${reported.bringer.player.id}`, async (page) => {
    await press(page, 'fold-export_member');
    await press(page, 'fold-delete_member');
    await press(page, 'do-delete_member');
  }),
  staffed('staff, groups', () => '/staff/groups', (page) => part(page, 'group').first().waitFor()),
  staffed('staff, ending a group', () => '/staff/groups', async (page) => {
    await press(page, 'end-group');
    await dialog(page);
  }, ({ keeper }) => keeper),
  staffed('staff, log', () => '/staff/audit', async (page) => {
    await press(page, 'check');
    await part(page, 'checked').locator('code').waitFor();
  }),
  staffed('staff, erasing a reason', () => '/staff/audit', async (page) => {
    await press(page, 'erase');
    await dialog(page);
  }),
  { ...staffed('staff, what a moderator may not see', () => '/staff/audit', (page) => page.locator('#problem:not(:empty)').waitFor(), ({ keeper }) => keeper), missing: true },
  { ...staffed('staff, old sign-in', () => '/staff', async (page) => {
    // No scene waits until a sign-in is no longer fresh.
    await page.route('**/api/v1/staff/cases', (route) => route.fulfill({ status: 403, json: { code: 'sign_in_again', params: {} } }));
    await page.reload();
    await part(page, 'unlock').waitFor();
    await page.unroute('**/api/v1/staff/cases');
  }), missing: true },
  staffed('groups', () => '/groups', (page) => part(page, 'group').first().waitFor(), ({ groups }) => groups.leader),
  staffed('groups, invited', () => '/groups', (page) => part(page, 'invitation').nth(1).waitFor(), ({ groups }) => groups.teacher),
  staffed('groups, visitor', () => '/groups', (page) => part(page, 'group').first().waitFor(), () => null),
  staffed('groups, founding a class', () => '/groups', async (page) => {
    await press(page, 'found-fold');
    await press(page, 'kind-class');
    await press(page, 'found');
  }),
  staffed('group, leader', ({ groups }) => `/groups/${groups.club.id}`, (page) => part(page, 'row').first().waitFor(), ({ groups }) => groups.leader),
  staffed('group, visitor', ({ groups }) => `/groups/${groups.club.id}`, (page) => part(page, 'to-sign-in').waitFor(), () => null),
  staffed('group, waiting to be let in', ({ groups }) => `/groups/${groups.club.id}`, (page) => part(page, 'take_back').waitFor(), ({ groups }) => groups.asker),
  staffed('group, invited', ({ groups }) => `/groups/${groups.club.id}`, (page) => part(page, 'decline').waitFor(), ({ groups }) => groups.teacher),
  staffed('group, leaving', ({ groups }) => `/groups/${groups.club.id}`, opens('leave'), ({ groups }) => groups.member),
  { ...staffed('group, closed to strangers', ({ groups }) => `/groups/${groups.school.id}`, (page) => page.locator('#away').waitFor(), () => null), missing: true },
  staffed('leading a club', ({ groups }) => `/groups/${groups.club.id}/lead`, async (page) => {
    await part(page, 'request').waitFor();
    await page.locator('summary[data-testid="acts"]').nth(1).click();
    await press(page, 'fold-invite');
  }, ({ groups }) => groups.leader),
  staffed('leading a club, ending it', ({ groups }) => `/groups/${groups.club.id}/lead`, async (page) => {
    await press(page, 'end');
    await part(page, 'asked').fill('Evening');
    await press(page, 'asked-yes');
  }, ({ groups }) => groups.leader),
  { ...staffed('leading a class, wrong names', ({ groups }) => `/groups/${groups.school.id}/lead`, async (page) => {
    await page.locator('summary[data-testid="acts"]').nth(1).click();
    await press(page, 'fold-accounts');
    await part(page, 'names').fill('Ann 4B\nTom 4B\nTom 4B\nLea 4B');
    await press(page, 'make');
    await part(page, 'wrong-line').first().waitFor();
    await page.evaluate(() => sessionStorage.clear());
  }, ({ groups }) => groups.teacher), missing: true },
  staffed('leading a class, cards', ({ groups }) => `/groups/${groups.school.id}/lead`, async (page) => {
    await giveCards(page);
    await press(page, 'all-cards');
    await press(page, 'confirm-yes');
    await part(page, 'card').first().waitFor();
    await page.unroute('**/api/v1/groups/*/cards');
  }, ({ groups }) => groups.teacher),
  staffed('class, tasks of a pupil', ({ groups }) => `/groups/${groups.school.id}`, (page) => part(page, 'task').nth(4).waitFor(), ({ tasks }) => tasks.pupil),
  staffed('class, tasks for the teacher', ({ groups }) => `/groups/${groups.school.id}`, (page) => part(page, 'class-progress').nth(4).waitFor(), ({ groups }) => groups.teacher),
  staffed('leading a class, tables of tasks', ({ groups }) => `/groups/${groups.school.id}/lead`, async (page) => {
    // That of a record, and that of games.
    for (const nth of [2, 0]) {
      await part(page, 'fold-table').nth(nth).click();
      await part(page, 'task').nth(nth).getByTestId('task-row').first().waitFor();
    }
  }, ({ groups }) => groups.teacher),
  staffed('leading a class, setting a task', ({ groups }) => `/groups/${groups.school.id}/lead`, async (page) => {
    await press(page, 'fold-task');
    await part(page, 'task-times').fill('');
    await press(page, 'set-task');
    await page.evaluate(() => sessionStorage.clear());
  }, ({ groups }) => groups.teacher),
  staffed('leading a class, a record to replay', ({ groups }) => `/groups/${groups.school.id}/lead`, async (page) => {
    await press(page, 'fold-task');
    await press(page, 'task-kind-replay');
    await part(page, 'task-record').selectOption('');
    await part(page, 'task-address').fill('none');
    await press(page, 'set-task');
    await page.evaluate(() => sessionStorage.clear());
  }, ({ groups }) => groups.teacher),
  staffed('leading a class, taking a task back', ({ groups }) => `/groups/${groups.school.id}/lead`, opens('take-back-task'), ({ groups }) => groups.teacher),
  {
    name: 'wall of a class', address: ({ groups }) => `/groups/${groups.school.id}/watch`, who: ({ groups }) => groups.teacher,
    ready: (page) => page.locator('still-board svg').nth(2).waitFor(),
  },
  {
    name: 'wall of a group without games', address: ({ groups }) => `/groups/${groups.club.id}/watch`, ready: async (page) => {
      await page.route('**/api/v1/groups/*/games*', (route) => route.fulfill({ json: { games: [], next: null } }));
      await Promise.all([page.waitForResponse('**/api/v1/groups/*/games*'), page.reload()]);
      await part(page, 'watch-empty').waitFor();
      await page.unroute('**/api/v1/groups/*/games*');
    },
  },
  door('sign in', '/sign-in', () => null),
  door('sign in, guest', '/sign-in', ({ playing }) => playing.black),
  door('sign in, member', '/sign-in', ({ member }) => member),
  door('sign in, nothing entered', '/sign-in', () => null, (page) => press(page, 'send')),
  door('register', '/register', () => null),
  door('register, guest', '/register', ({ playing }) => playing.black),
  door('register, member', '/register', ({ member }) => member),
  door('sign in, every way', '/sign-in', () => null, async (page) => {
    await withEveryWay(page);
    await part(page, 'by-school').waitFor();
    await part(page, 'by-passkey').waitFor();
    await withoutWays(page);
  }),
  door('register, vouched for', '/register', () => null, async (page) => {
    const word = { voucher: 'A'.repeat(43), expires_at: Date.now() + 60_000, name: 'Ann 19', provider: 'Club 19' };
    await page.evaluate((text) => sessionStorage.setItem('tengen.voucher', text), JSON.stringify(word));
    await page.reload();
    await page.locator('main.settled').waitFor();
    await page.locator('#password-field').waitFor({ state: 'hidden' });
    await page.evaluate(() => sessionStorage.removeItem('tengen.voucher'));
  }),
  {
    name: 'back from a provider', address: () => '/sign-in/club/back?code=a&state=b', missing: true,
    ready: (page) => page.locator('#look-problem:not(:empty)').waitFor(),
  },
  { name: 'letter', address: () => '/sign-in/letter', ready: (page) => page.locator('#look-problem:not(:empty)').waitFor() },
  { name: 'card', address: () => `/card#${'A'.repeat(43)}`, ready: (page) => part(page, 'send').waitFor() },
  { name: 'card, typing its code', address: () => '/c', ready: (page) => part(page, 'send-code').waitFor() },
  { name: 'confirm mail', address: () => `/confirm-mail#${'A'.repeat(43)}`, ready: (page) => part(page, 'send').waitFor() },
  { name: 'welcome', address: () => '/welcome', ready: (page) => page.locator('#problem:not(:empty)').waitFor() },
  { name: 'tokens', address: () => '/tokens', who: ({ playing }) => playing.black, ready: (page) => part(page, 'token').first().waitFor() },
  list('interface', '/api', async (page) => {
    await part(page, 'operation').first().waitFor();
    await thinned(page);
  }),
  { name: 'record', address: ({ record }) => `/records/${record.id}`, ready: async (page) => {
    await page.locator('[data-ready]').waitFor();
    await page.keyboard.press('ArrowRight');
    await page.locator('[data-testid="info"] summary').click();
  } },
  ...TRYING_SCENES,
  ...['replay', 'done'].map((name) => ({
    name: `record, task, ${name}`, who: ({ tasks }) => tasks.pupil,
    address: ({ groups, tasks }) => `/records/${tasks.record.id}?task=${groups.school.id}.${tasks.tasks[name].id}`,
    ready: (page) => page.locator('#task-said:not(:empty)').waitFor(),
  })),
  { ...list('nothing there', '/nothing'), missing: true },
  { ...list('no such game', `/games/${NOBODY}`), missing: true },
];
