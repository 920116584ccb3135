// The script time that moves cost a game's page: one move, and several that arrive together.

import { Visit } from './visit.mjs';
import { FAST } from './slow-line.mjs';

const SINGLE = 10;
const BURSTS = 5;
/** Within this time the page has drawn and announced what came, and the stones have settled. */
const AFTERWARDS = 800;

/** Runs in the page from its first moment: its sockets can be held, and then give everything at once, each message in a task of its own. */
function holdSockets() {
  const Real = globalThis.WebSocket;
  globalThis.held = null;
  globalThis.WebSocket = class extends Real {
    set onmessage(hear) {
      super.onmessage = (message) => {
        if (globalThis.held) globalThis.held.push(() => hear(message));
        else hear(message);
      };
    }
  };
  globalThis.release = () => {
    const messages = globalThis.held;
    globalThis.held = null;
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => messages[data]();
    messages.forEach((_, i) => port2.postMessage(i));
  };
}

/** The milliseconds of script since the page began. */
async function scriptTime(session) {
  const { metrics } = await session.send('Performance.getMetrics');
  return 1_000 * metrics.find(({ name }) => name === 'ScriptDuration').value;
}

/** The milliseconds of script that `count` moves of a game took which arrived together. */
async function together({ page, session }, game, count) {
  await page.evaluate(() => {
    globalThis.held = [];
  });
  await game.moves(count);
  await page.waitForFunction((number) => globalThis.held.length >= number, count);
  const before = await scriptTime(session);
  await page.evaluate(() => globalThis.release());
  await page.waitForTimeout(AFTERWARDS);
  return await scriptTime(session) - before;
}

/** The milliseconds of script for single moves and for `burst` moves together, in the page of one of the players. */
export async function timesOfMoves(browser, line, game, { burst, slower }) {
  const visit = await Visit.begin(browser, line, { stones: await game.stones(), slower });
  try {
    // The time of the thread itself: other programs have no part in it.
    await visit.session.send('Performance.enable', { timeDomain: 'threadTicks' });
    await visit.context.addInitScript(holdSockets);
    await visit.context.addCookies([{ name: 'tengen_token', value: game.black.token, url: line.url, httpOnly: true, sameSite: 'Lax' }]);
    await visit.open(`/games/${game.id}`, FAST);
    const times = { single: [], burst: [] };
    for (let i = 0; i < SINGLE; i += 1) times.single.push(await together(visit, game, 1));
    for (let i = 0; i < BURSTS; i += 1) times.burst.push(await together(visit, game, burst));
    return times;
  } finally {
    await visit.end();
  }
}
