// How far a page jumps while it loads over a slow line, as the browser itself counts it.

/** A round trip of 150 ms on a line of 1.6 Mbit a second. */
const SLOW_LINE = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 94_000 };

/** From now on the visitor's page loads over a slow line, and counts how far it jumps. */
export async function watchShifts({ page, context }) {
  await page.addInitScript(() => {
    globalThis.shifts = [];
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        if (entry.hadRecentInput) continue;
        const sources = entry.sources.map(({ node, previousRect: { x, y }, currentRect }) =>
          `${node?.nodeName}.${node?.className ?? ''}: ${x},${y} to ${currentRect.x},${currentRect.y}`);
        globalThis.shifts.push({ value: entry.value, sources });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', SLOW_LINE);
}

/** The sum of all jumps so far, and the elements that jumped. */
export async function shiftsOf(page) {
  // The browser counts the jumps of a drawing with the frames after it.
  await page.evaluate(() => new Promise((resolve) => { requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve, 50))); }));
  const shifts = await page.evaluate(() => globalThis.shifts);
  return { sum: shifts.reduce((sum, { value }) => sum + value, 0), said: JSON.stringify(shifts) };
}
