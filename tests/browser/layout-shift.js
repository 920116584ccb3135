// How far a page jumps while it loads over a slow line, as the browser itself counts it.

import { drawn } from './chromium-browser.js';

/** A round trip of 150 ms on a line of 1.6 Mbit a second. */
const SLOW_LINE = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 94_000 };

/** From now on the visitor's page loads over a slow line, and counts how far it jumps. */
export async function watchShifts({ page, context }) {
  await page.addInitScript(() => {
    globalThis.shifts = [];
    const count = (entries) => {
      for (const entry of entries) {
        if (entry.hadRecentInput) continue;
        const sources = entry.sources.map(({ node, previousRect: { x, y }, currentRect }) =>
          `${node?.nodeName}.${node?.className ?? ''}: ${x},${y} to ${currentRect.x},${currentRect.y}`);
        globalThis.shifts.push({ value: entry.value, sources });
      }
    };
    const observer = new PerformanceObserver((list) => count(list.getEntries()));
    observer.observe({ type: 'layout-shift', buffered: true });
    globalThis.countRest = () => count(observer.takeRecords());
  });
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', SLOW_LINE);
}

/** The sum of all jumps so far, and the elements that jumped. */
export async function shiftsOf(page) {
  // The browser counts the jumps of a drawing with the frames after it.
  await drawn(page);
  const shifts = await page.evaluate(() => {
    globalThis.countRest();
    return globalThis.shifts;
  });
  return { sum: shifts.reduce((sum, { value }) => sum + value, 0), said: JSON.stringify(shifts) };
}
