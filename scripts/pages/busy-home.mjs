// What home takes of a slowed processor while fifty games are played. The games are played first, and what the server
// says of them is written down; then a page alone hears it again, at the same pace. So neither the server nor the players
// take the processor from the page that is measured.

import { DESKTOP } from '../../tests/browser/chromium-browser.js';
import { FAST } from './slow-line.mjs';
import { Going } from './stage.mjs';

const GAMES = 50;
const MOVES_A_SECOND = 180;
/** How long it is looked at, in milliseconds. */
const SPELL = 8_000;
/** Some moves are refused, and tried elsewhere: so many are asked for at a time. */
const HANDS = 25;

/** Plays all games in turn for a spell; answers how many moves a second were made. */
async function play(games) {
  const begun = performance.now();
  let made = 0;
  const hand = async (own) => {
    for (let i = own; ; i += HANDS) {
      const wait = begun + (1000 * i) / MOVES_A_SECOND - performance.now();
      if (wait > 0) await new Promise((resolve) => { setTimeout(resolve, wait); });
      if (performance.now() - begun > SPELL) return;
      // Each hand has games of its own, so that no game is asked for two moves at once.
      await games[i % games.length].move();
      made += 1;
    }
  };
  await Promise.all(Array.from({ length: HANDS }, (_, own) => hand(own)));
  return (1000 * made) / SPELL;
}

/** What a socket of home hears before, and while games are played: [{after, text}], `after` in milliseconds. */
async function recorded(browser, line, server) {
  const games = [];
  for (let seed = 0; seed < GAMES; seed += 1) games.push(await Going.start(server, seed % 2 ? 19 : 9, 100 + seed));
  for (const game of games) await game.moves(10);
  const context = await browser.newContext(DESKTOP);
  const page = await context.newPage();
  const frames = [];
  page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => frames.push({ at: performance.now(), text: String(payload) })));
  line.restart(FAST);
  await page.goto(line.url);
  await page.waitForTimeout(2_000);
  const begun = performance.now();
  const rate = await play(games);
  await context.close();
  const first = frames.filter(({ at }) => at < begun).map(({ text }) => ({ after: 0, text }));
  const later = frames.filter(({ at }) => at >= begun).map(({ at, text }) => ({ after: at - begun, text }));
  return { first, later, rate };
}

/** {share, rate}: the share of the main thread's time, and how many moves a second were heard. */
export async function busyHome(browser, line, server, slower) {
  const { first, later, rate } = await recorded(browser, line, server);
  const context = await browser.newContext(DESKTOP);
  const page = await context.newPage();
  let say = null;
  await page.routeWebSocket(/\/api\/v1\/ws(\?|$)/, (socket) => { say = (text) => socket.send(text); });
  const session = await context.newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  await page.goto(line.url);
  await page.waitForTimeout(1_000);
  for (const { text } of first) say(text);
  await page.waitForTimeout(3_000);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slower });
  const taken = async () => (await session.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'TaskDuration').value;
  const [before, begun] = [await taken(), performance.now()];
  for (const { after, text } of later) {
    const wait = begun + after - performance.now();
    if (wait > 0) await page.waitForTimeout(wait);
    say(text);
  }
  const rest = begun + SPELL - performance.now();
  if (rest > 0) await page.waitForTimeout(rest);
  const seconds = (performance.now() - begun) / 1000;
  const share = (await taken() - before) / seconds;
  await context.close();
  return { share, rate };
}
