// Measures the pages of one server, or of two beside each other, and prints a table.

import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';

import { DESKTOP, PHONE, launchBrowser } from '../../tests/browser/chromium-browser.js';
import { RunningServer } from '../../tests/browser/running-server.js';
import { busyHome } from './busy-home.mjs';
import { FAST, LINES, SlowLine } from './slow-line.mjs';
import { Going, furnish } from './stage.mjs';
import { longestTask } from './tasks.mjs';
import { timesOfMoves } from './moves.mjs';
import { Keeper, timeOfTree, timesOfTrying } from './trees.mjs';
import { Visit } from './visit.mjs';

const PARTS = ['weight', 'times', 'tasks', 'moves', 'trees', 'shifts', 'home'];
/** How much slower the processor seems. */
const SLOWER = 4;
/** How many moves arrive together. */
const BURST = 20;
/** How many nodes a tree has at most, a large one in which there is still room, and a small one. */
const MOST = 5_000;
const LARGE = 4_950;
const SMALL = 10;
/** How many moves a long variation has. */
const LONG = 300;

function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}

const kilobytes = (bytes) => `${(bytes / 1000).toFixed(1)} KB`;
const seconds = (millis) => `${(millis / 1000).toFixed(2)} s`;
const whole = (millis) => `${Math.round(millis)} ms`;

/** Measures by part: each answers rows of [name, figure, goal]. */
const MEASURES = {
  async weight({ browser, line, short, stones }) {
    const rows = [];
    for (const [name, path, count, goal] of [['game page', short, stones, '85 KB'], ['home', '/', null, '']]) {
      const visit = await Visit.begin(browser, line, { stones: count });
      const cold = await visit.open(path, FAST);
      await visit.turnPage();
      const warm = await visit.open(path, FAST);
      await visit.end();
      rows.push(
        [`${name}, cold: from the server, all headers and frames`, kilobytes(cold.down), goal],
        [`${name}, cold: requests, with that of the socket`, String(cold.requests.length), ''],
        [`${name}, warm: from the server`, kilobytes(warm.down), ''],
        [`${name}, warm: requests, with that of the socket`, String(warm.requests.length), goal && '3'],
      );
    }
    return rows;
  },

  async times({ browser, line, short, stones, runs }) {
    const goals = [['2.0 s', '0.8 s'], ['4.5 s', '1.5 s']];
    const rows = [];
    for (const [i, speed] of LINES.entries()) {
      const taken = { cold: [], warm: [] };
      for (let run = 0; run < runs; run += 1) {
        const visit = await Visit.begin(browser, line, { stones, slower: SLOWER });
        taken.cold.push((await visit.open(short, speed)).board);
        await visit.turnPage();
        taken.warm.push((await visit.open(short, speed)).board);
        await visit.end();
      }
      ['cold', 'warm'].forEach((kind, k) => {
        const figure = `${seconds(median(taken[kind]))} (${seconds(Math.min(...taken[kind]))} to ${seconds(Math.max(...taken[kind]))})`;
        rows.push([`board of a running game, ${kind}, ${speed.name}`, figure, goals[i][k]]);
      });
    }
    return rows;
  },

  async tasks({ browser, line, long, longStones, runs }) {
    const longest = [];
    for (let run = 0; run < runs; run += 1) longest.push(await longestTask(browser, line, long, { stones: longStones, slower: SLOWER }));
    const [worst] = [...longest].sort((one, other) => other.millis - one.millis);
    console.error(`the longest task holds ${worst.holds.join(', ')}`);
    const told = (times) => `${whole(median(times))}, at most ${whole(Math.max(...times))}`;
    return [
      ["longest task when a game of 250 moves opens, by its thread's time", told(longest.map(({ millis }) => millis)), '100 ms'],
      ['the same by the clock, with what other programs took', told(longest.map(({ clock }) => clock)), ''],
    ];
  },

  async moves({ browser, line, server }) {
    const game = await (await Going.start(server, 19, 20)).moves(60);
    const { single, burst } = await timesOfMoves(browser, line, game, { burst: BURST, slower: SLOWER });
    const told = (times) => `${whole(median(times))} (${whole(Math.min(...times))} to ${whole(Math.max(...times))})`;
    return [
      ['script time of a move on 19x19', told(single), ''],
      [`script time of ${BURST} moves that arrive together`, told(burst), ''],
    ];
  },

  async trees({ browser, line, server, runs }) {
    const keeper = await Keeper.of(server);
    const going = async (seed) => (await Going.start(server, 19, seed)).moves(60);
    const [full, large, small, long] = [await going(30), await going(30), await going(30), await going(31)];
    await keeper.lines(full, MOST);
    await keeper.lines(large, LARGE);
    await keeper.lines(small, SMALL);
    await keeper.variation(long, LONG);
    const told = (times) => `${whole(median(times))} (${whole(Math.min(...times))} to ${whole(Math.max(...times))})`;
    const rows = [];
    for (const [name, game, goal] of [[`a tree of ${MOST} nodes`, full, '1000 ms'], [`a variation of ${LONG} moves`, long, '1000 ms'], [`a tree of ${SMALL} nodes`, small, '']]) {
      const times = [];
      for (let run = 0; run < runs; run += 1) times.push(await timeOfTree(browser, line, keeper, game, { slower: SLOWER }));
      rows.push([`game page, warm: ${name} is there`, told(times), goal]);
    }
    for (const [name, game] of [[`a tree of ${LARGE} nodes`, large], [`a tree of ${SMALL} nodes`, small]]) {
      rows.push([`script time of a move that is tried beside ${name}`, told(await timesOfTrying(browser, line, keeper, game, { slower: SLOWER })), '']);
    }
    return rows;
  },

  async shifts({ browser, line, short, stones }) {
    const rows = [];
    const speed = { ...LINES[0] };
    for (const [page, path, count] of [['home', '/', null], ['game page', short, stones]]) {
      for (const [name, device] of [['phone', PHONE], ['desktop', DESKTOP]]) {
        const visit = await Visit.begin(browser, line, { device, stones: count });
        const { shift } = await visit.open(path, speed);
        await visit.end();
        rows.push([`layout shift at 150 ms, ${page}, ${name}`, shift.toFixed(3), '0.02']);
      }
    }
    return rows;
  },

  async home({ browser, line, server }) {
    const { share, rate } = await busyHome(browser, line, server, SLOWER);
    return [[`home's share of the processor, 50 live games at ${Math.round(rate)} moves a second`, `${(100 * share).toFixed(1)} %`, '15 %']];
  },
};

/** All rows of one server. */
async function measure(program, parts, runs) {
  process.env.TENGEN_BIN = program;
  delete process.env.TENGEN_STATIC_DIR;
  const server = await RunningServer.start();
  const line = await SlowLine.to(server.port);
  const browser = await launchBrowser({ whole: true });
  try {
    await furnish(server);
    const running = await (await Going.start(server, 19, 60)).moves(60);
    const late = await (await Going.start(server, 19, 250)).moves(250);
    const place = {
      browser, line, server, runs,
      short: `/games/${running.id}`, stones: await running.stones(),
      long: `/games/${late.id}`, longStones: await late.stones(),
    };
    const rows = [];
    for (const part of parts) rows.push(...await MEASURES[part](place));
    return rows;
  } finally {
    await browser.close();
    line.close();
    await server.remove();
  }
}

const { values } = parseArgs({
  options: { bin: { type: 'string' }, before: { type: 'string' }, runs: { type: 'string', default: '3' }, only: { type: 'string', default: PARTS.join(',') } },
});
const parts = values.only.split(',');
const unknown = parts.find((part) => !PARTS.includes(part));
const runs = Number(values.runs);
if (unknown !== undefined || !Number.isInteger(runs) || runs < 1) {
  console.error(unknown === undefined ? '--runs needs a whole number from 1 on' : `no part is called ${unknown}`);
  process.exit(2);
}
const load = () => loadavg()[0].toFixed(1);
const loads = [load()];
const before = values.before ? await measure(values.before, parts, runs) : null;
const now = await measure(values.bin, parts, runs);
loads.push(load());
console.log(`processor ${SLOWER} times slower for times, tasks and shares; ${runs} runs: median (least to most); load ${loads.join(' to ')}\n`);
console.log(`| |${before ? ' before |' : ''} now | goal |\n|---|${before ? '---|' : ''}---|---|`);
now.forEach(([name, figure, goal], i) => {
  console.log(`| ${name} |${before ? ` ${before[i][1]} |` : ''} ${figure} | ${goal} |`);
});
