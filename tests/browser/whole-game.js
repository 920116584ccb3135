// One whole game between two people in two browsers, watched by a third: by clicking alone, from a click on the home
// page to a result that is the same everywhere and outlives the server.

import assert from 'node:assert/strict';

import * as api from './api-player.js';
import { Visitor } from './chromium-browser.js';
import { eventually } from './eventually.js';
import { GamePage } from './game-page.js';
import { HomePage } from './home-page.js';

// Two walls; White loses A1, and then each side has one lone stone inside the other's territory.
const WALLS = Array.from({ length: 9 }, (_, index) => [`D${index + 1}`, `E${index + 1}`]).flat();
const MOVES = [...WALLS, 'B1', 'A1', 'A2', 'B5', 'G5'];
const STONES = [
  '...BW....', '...BW....', '...BW....', '...BW....', '.W.BW.B..', '...BW....', '...BW....', 'B..BW....', '.B.BW....',
].join('');
const DEAD = ['B5', 'G5'];
// Black: 25 points, A1 and B5. White: 36 points, G5, and 6.5 komi.
const SCORE = { black: 27, white: 43.5, text: 'W+16.5' };

export async function playWholeGame(browser, server) {
  const visitors = [];
  const arrive = async () => {
    const visitor = await Visitor.arrive(browser, server);
    visitors.push(visitor);
    return visitor;
  };
  try {
    const ann = await (await HomePage.open(await arrive())).newGame(9);
    const ben = await joinByLink(ann, await arrive());
    const watcher = await GamePage.open(await arrive(), ann.id);
    const players = await seats(server, ann, ben);
    await playMoves(players, watcher);
    await agree(server, players, watcher);
    await compareResults(server, [ann, ben, watcher]);
    for (const visitor of visitors) assert.deepEqual(visitor.complaints, []);
    await survivesRestart(server, ann.id, visitors, arrive);
  } finally {
    for (const visitor of visitors) await visitor.leave();
  }
}

async function joinByLink(ann, visitor) {
  const link = ann.part('share-link');
  const address = (await link.getAttribute('href')) ?? (await link.inputValue());
  await visitor.page.goto(new URL(address, visitor.server.url).href);
  const ben = await GamePage.arrived(visitor);
  await ben.part('join').click();
  return ben;
}

/** The server drew the colours by lot; whoever may play is Black. */
async function seats(server, ann, ben) {
  const black = await Promise.any([ann, ben].map((game) => game.myTurn().then(() => game)));
  const white = black === ann ? ben : ann;
  const { players } = await api.snapshot(server, ann.id);
  for (const game of [ann, ben]) {
    await game.says('player-black', new RegExp(escaped(players.black.name)));
    await game.says('player-white', new RegExp(escaped(players.white.name)));
  }
  return { black, white };
}

async function playMoves({ black, white }, watcher) {
  const everybody = [black, white, watcher];
  let [mover, other] = [black, white];
  for (const vertex of MOVES) {
    await mover.click(vertex);
    const stone = mover === black ? 'black' : 'white';
    for (const game of everybody) await game.shows(vertex, stone);
    [mover, other] = [other, mover];
  }
  for (const game of everybody) {
    assert.equal(await game.stones(), STONES);
    await game.says('prisoners-black', /^1\b/);
    await game.says('prisoners-white', /^0\b/);
  }
  await mover.pass();
  await other.pass();
  for (const game of everybody) await game.part('score-table').waitFor();
}

/** Black marks and accepts; White changes the marks, so that the acceptance is gone; then both accept. */
async function agree(server, { black, white }, watcher) {
  const scoring = async () => (await api.snapshot(server, black.id)).scoring;
  const proposed = (await scoring()).dead;
  const first = proposed.join() === DEAD[0] ? [DEAD[1]] : [DEAD[0]];
  await black.mark(proposed, first);
  await eventually(async () => assert.deepEqual((await scoring()).dead, first));
  await black.accept();
  for (const game of [black, white, watcher]) await game.accepted('black', true);

  await white.mark(first, DEAD);
  await eventually(async () => assert.deepEqual([...(await scoring()).dead].sort(), DEAD));
  assert.deepEqual((await scoring()).accepted, { black: false, white: false });
  for (const game of [black, white, watcher]) {
    await game.accepted('black', false);
    await game.accepted('white', false);
    await game.says('score-black-total', String(SCORE.black));
    await game.says('score-white-total', String(SCORE.white));
  }
  await white.accept();
  await black.accepted('white', true);
  await black.accept();
}

async function compareResults(server, games) {
  for (const game of games) await game.says('result', new RegExp(escaped(SCORE.text)));
  const kept = await api.snapshot(server, games[0].id);
  assert.equal(kept.phase, 'finished');
  assert.deepEqual(kept.result, { winner: 'white', by: 'score', margin: 16.5, text: SCORE.text });
  assert.equal(kept.settings.komi, 6.5);
  assert.equal(kept.scoring.score.black, SCORE.black);
  assert.equal(kept.scoring.score.white, SCORE.white);
  const [download] = await Promise.all([
    games[0].page.waitForEvent('download'),
    games[0].part('sgf-link').click(),
  ]);
  const chunks = await (await download.createReadStream()).toArray();
  const record = Buffer.concat(chunks).toString('utf8');
  assert.match(record, /RE\[W\+16\.5\]/);
  assert.match(record, /KM\[6\.5\]/);
  assert.equal(record, await api.sgf(server, games[0].id));
}

async function survivesRestart(server, id, visitors, arrive) {
  const before = await readEverything(server, id);
  for (const visitor of visitors) visitor.serverMayBeAway = true;
  await server.restart();
  assert.deepEqual(await readEverything(server, id), before);
  const fresh = await GamePage.open(await arrive(), id);
  await fresh.says('result', new RegExp(escaped(SCORE.text)));
  assert.equal(await fresh.stones(), STONES);
  await fresh.says('score-white-total', String(SCORE.white));
  assert.deepEqual(fresh.visitor.complaints, []);
}

/** The stored part of a game, without its readers and the time. */
async function readEverything(server, id) {
  const { now, presence, clock, ...snapshot } = await api.snapshot(server, id);
  return [{ ...snapshot, clock: { ...clock, at: null } }, await api.events(server, id), await api.sgf(server, id)];
}

function escaped(text) {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
