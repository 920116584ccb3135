// The pages of the staff as their readers find them, and what is staged for them.

import assert from 'node:assert/strict';

import { ApiPlayer, call, playMoves, startGame } from './api-player.js';
import { bringRecord } from './record-page.js';
import { makeOwner } from './owner.js';

const RECORD = '(;GM[1]FF[4]SZ[9]PB[Ann]PW[Ben];B[ee];W[cc])';

/** A member who runs the server. */
export async function owner(server, name) {
  const member = await ApiPlayer.member(server, name);
  makeOwner(server, member);
  return member;
}

/** What somebody does as staff, by REST. */
export const act = (server, { token }, address, body) => call(server, 'POST', `/api/v1/staff/${address}/acts`, { token, body });

/** A member whom an owner has made a moderator. */
export async function moderator(server, name, by) {
  const member = await ApiPlayer.member(server, name);
  await act(server, by, `players/${member.player.id}`, { act: 'grant', role: 'moderator', reason: 'Keeps order well.' });
  return member;
}

export const report = (server, { token }, body) => call(server, 'POST', '/api/v1/reports', { token, body });

/** The case that waits about a thing. */
export async function caseOf(server, { token }, subject) {
  const { cases } = await call(server, 'GET', '/api/v1/staff/cases', { token });
  return cases.find((each) => each.subject === subject);
}

/** A game, a name and a record, each reported, and who is concerned: {game, bringer, record, cases}. */
export async function stageCases(server, staff, names = ['Brings Records']) {
  const game = await startGame(server, { board: { width: 9, height: 9 } });
  await playMoves(game, ['E5', 'C3', 'G7', 'C7']);
  const bringer = await ApiPlayer.member(server, names[0]);
  const [record] = await bringRecord(server, bringer, RECORD);
  await report(server, game.black, { about: 'game', id: game.id, ground: 'stalling', words: 'White stalls, always.', event: 4 });
  await report(server, game.black, { about: 'name', id: bringer.player.id, ground: 'content' });
  await report(server, game.white, { about: 'record', id: record.id, ground: 'other', words: 'Comments: insults.' });
  const [ofGame, ofName, ofRecord] = await Promise.all([game.id, bringer.player.id, record.id].map((id) => caseOf(server, staff, id)));
  return { game, bringer, record, cases: { game: ofGame, name: ofName, record: ofRecord } };
}

/** Opens a page of the staff and waits until it knows who looks; answers the page. */
export async function openStaff({ page, server }, address) {
  await page.goto(`${server.url}${address}`);
  await page.locator('main.settled').waitFor();
  return page;
}

/** The id of the element that has the keyboard. */
export const focusedOf = (page) => page.evaluate(() => document.activeElement.id);

/** Waits until the page says what was done. */
export const says = (page, text) => page.getByTestId('said').getByText(text).waitFor();

/** Presses Tab until the keyboard is at an element with this test id. */
export async function tabTo(page, testId) {
  for (let i = 0; i < 80; i += 1) {
    await page.keyboard.press('Tab');
    if (await page.evaluate(() => document.activeElement.dataset.testid) === testId) return;
  }
  assert.fail(`no Tab leads to ${testId}`);
}
