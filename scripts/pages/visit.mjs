// A browser's visit to a page over a line, and what it notes.

import { DESKTOP } from '../../tests/browser/chromium-browser.js';

const PATIENCE = 60_000;
/** Nothing more comes after so long a silence. */
const QUIET = 1_500;

/**
 * Runs in the page from its first moment: when the board is on the screen with all its stones, and what jumps. The page
 * tells when it is so, because to be asked costs it time: Playwright's questions are a script of 50 ms on a slow phone.
 */
function note(stones) {
  globalThis.noted = { board: null, shift: 0 };
  new PerformanceObserver((list) => {
    for (const { hadRecentInput, value } of list.getEntries()) if (!hadRecentInput) globalThis.noted.shift += value;
  }).observe({ type: 'layout-shift', buffered: true });
  if (stones === null) return;
  const changes = new MutationObserver(() => {
    if ((document.querySelector('go-board .stones')?.childElementCount ?? 0) < stones) return;
    changes.disconnect();
    // Sizes are told within the frame in which the stones are drawn, and an urgent task comes right after its paint.
    const drawn = new ResizeObserver(() => {
      drawn.disconnect();
      scheduler.postTask(() => {
        globalThis.noted.board = performance.now();
        globalThis.boardIsThere('');
      }, { priority: 'user-blocking' });
    });
    drawn.observe(document.querySelector('go-board'));
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
    await this.session.send('Runtime.enable');
    await this.session.send('Runtime.addBinding', { name: 'boardIsThere' });
    await this.session.send('Emulation.setCPUThrottlingRate', { rate: this.slower });
  }

  /** The moment in which the page says that its board is there. */
  boardIsThere() {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`no board after ${PATIENCE} ms`)), PATIENCE);
      this.session.once('Runtime.bindingCalled', () => {
        clearTimeout(timer);
        resolve();
      });
    });
  }

  /** Opens a page on connections of its own, and waits until it has everything. */
  async open(path, speed) {
    this.line.restart(speed);
    const board = this.stones === null ? null : this.boardIsThere();
    await this.page.goto(this.line.url + path, { waitUntil: 'commit' });
    await board;
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
