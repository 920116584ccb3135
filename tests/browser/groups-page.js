// The pages of groups as their readers find them, and what is staged for them.

import { ApiPlayer, call, playMoves } from './api-player.js';

const get = (server, { token }, address) => call(server, 'GET', `/api/v1/groups${address}`, { token });
const post = (server, { token }, address, body) => call(server, 'POST', `/api/v1/groups${address}`, { token, body });

/** A group that a member founds: `wish` is {kind, name, words, joining}. */
export const found = (server, leader, wish) => post(server, leader, '', wish);

export const join = (server, member, group) => post(server, member, `/${group.id}/members`, {});

export const invite = (server, leader, group, { player }) => post(server, leader, `/${group.id}/members`, { player: player.id });

/** Has somebody join a group to which the member is invited. */
export const agree = (server, { token }, group) => call(server, 'POST', `/api/v1/me/group-invitations/${group.id}`, { token, body: { accept: true } });

export async function bringIn(server, leader, group, member) {
  await invite(server, leader, group, member);
  await agree(server, member, group);
}

/** Has members of a club take part in its rounds. */
export const takePart = (server, group, ...members) => Promise.all(members.map(({ token, player }) => call(server, 'PATCH', `/api/v1/groups/${group.id}/members/${player.id}`, { token, body: { plays: true } })));

/** Accounts of a class; answers their cards. */
export const makeAccounts = async (server, teacher, group, names) => (await post(server, teacher, `/${group.id}/accounts`, { names })).cards;

/** A round of small boards. */
export const makeRound = (server, leader, group, wish = {}) => post(server, leader, `/${group.id}/rounds`, { settings: { board: { width: 9, height: 9 } }, ...wish });

/** The names of those whose requests wait. */
export const waiting = async (server, leader, group) => (await get(server, leader, `/${group.id}/requests`)).requests.map(({ player }) => player.name);

/** Whoever comes in by a card. */
export async function byCard(server, { player, secret }) {
  const { token } = await call(server, 'POST', '/api/v1/sessions', { body: { card: secret } });
  return new ApiPlayer(server, player, token);
}

/** Plays moves in the game of a pair, Black first. */
export async function playPair(server, pair, players, moves) {
  const [black, white] = [pair.black, pair.white].map(({ id }) => players.find(({ player }) => player.id === id));
  await playMoves({ id: pair.game, black, white }, moves);
}

/**
 * A club with a round and a request of `asker` to be let in, and a class of six with a teacher, who is invited to the club and to
 * one that nobody else sees: {club, leader, member, asker, school, teacher, cards}. `staff` runs the server.
 */
export async function stageGroups(server, staff, names = ['Ada', 'Bela', 'Cyrus', 'Dora']) {
  const [leader, member, asker, teacher] = await Promise.all(names.map((name) => ApiPlayer.member(server, name)));
  const club = await found(server, leader, { kind: 'club', name: 'Evening Go', words: 'Thursdays at seven.\n<b>Beginners</b> & masters: welcome!', joining: 'open' });
  await join(server, member, club);
  await takePart(server, club, leader, member);
  const round = await makeRound(server, leader, club);
  await playPair(server, round.pairs[0], [leader, member], ['E5', 'C3', 'G7']);
  await call(server, 'PATCH', `/api/v1/groups/${club.id}`, { token: leader.token, body: { joining: 'request' } });
  await join(server, asker, club);
  const closed = await found(server, asker, { kind: 'club', name: 'Night Go', words: 'After ten.', joining: 'closed' });
  await invite(server, asker, closed, teacher);
  await invite(server, leader, club, teacher);
  const school = await found(server, staff, { kind: 'class', name: 'Class 4 B', words: '', leader: teacher.player.id });
  const cards = await makeAccounts(server, teacher, school, ['Kaede 4B', 'Minjun 4B', 'Lin 4B', 'Chen 4B', 'Olga 4B', 'Tom 4B']);
  await makeRound(server, teacher, school);
  return { club, leader, member, asker, school, teacher, cards };
}

/** Opens a page of groups and waits until it knows who looks; answers the page. */
export async function openGroups({ page, server }, address = '/groups') {
  await page.goto(`${server.url}${address}`);
  await page.locator('main.settled').waitFor();
  return page;
}

