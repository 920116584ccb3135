// A browser's visit to a page over a line, and what it notes.

import { DESKTOP } from '../../tests/browser/chromium-browser.js';

const PATIENCE = 60_000;
/** Nothing more comes after so long a silence. */
const QUIET = 1_500;

/** Runs in the page from its first moment: when the board is on the screen with all its stones, and what jumps. */
function note(stones) {
  globalThis.noted = { board: null, shift: 0 };
  new PerformanceObserver((list) => {
    for (const { hadRecentInput, value } of list.getEntries()) if (!hadRecentInput) globalThis.noted.shift += value;
  }).observe({ type: 'layout-shift', buffered: true });
  if (stones === null) return;
  const changes = new MutationObserver(() => {
    if ((document.querySelector('go-board .stones')?.childElementCount ?? 0) < stones) return;
    changes.disconnect();
    // The frame in which it is drawn, and what follows it.
    requestAnimationFrame(() => setTimeout(() => { globalThis.noted.board = performance.now(); }));
  });
  changes.observe(document, { childList: true, subtree: true });
}

export class Visit {
  /** `stones`: how many the board has to show; `slower`: how many times slower the processor seems. */
  static async begin(browser, line, { device = DESKTOP, stones = null, slower = 1 } = {}) {
    const context = await browser.newContext(device);
    context.setDefaultTimeout(PATIENCE);
    await context.addInitScript(note, stones);
    const visit = Object.assign(new Visit(), { context, line, slower, stones });
    await visit.turnPage();
    return visit;
  }

  /** Another tab of the same browser. */
  async turnPage() {
    await this.page?.close();
    this.page = await this.context.newPage();
    this.session = await this.context.newCDPSession(this.page);
    await this.session.send('Emulation.setCPUThrottlingRate', { rate: this.slower });
  }

  /** Opens a page on connections of its own, and waits until it has everything. */
  async open(path, speed) {
    this.line.restart(speed);
    await this.page.goto(this.line.url + path, { waitUntil: 'commit' });
    if (this.stones !== null) await this.page.waitForFunction(() => globalThis.noted?.board, null, { polling: 200 });
    await this.page.waitForLoadState('load');
    for (let bytes = -1; bytes !== this.line.down.bytes;) {
      bytes = this.line.down.bytes;
      await this.page.waitForTimeout(QUIET);
    }
    return { ...await this.page.evaluate(() => globalThis.noted), down: this.line.down.bytes, up: this.line.up.bytes, requests: this.line.requests };
  }

  end() {
    return this.context.close();
  }
}
