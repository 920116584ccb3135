// Chromium, and pages in it that report everything a player should never meet: script errors, console errors,
// violations of the content security policy, requests to another host.

import { existsSync } from 'node:fs';

import { chromium } from 'playwright-core';

import { some } from './long-run.js';

// The shell has the engine of Chromium and no window: it takes half of the processor's time. HEADLESS_SHELL
// may name a whole Chromium where there is no shell.
const SHELL = process.env.HEADLESS_SHELL || '/usr/bin/chromium-headless-shell';
const WHOLE = process.env.CHROMIUM || '/usr/bin/chromium';
// Against Chromium's own traffic to its maker's servers. Its sandbox needs rights that a container
// and root do not have.
const ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
// There is nothing to draw with but the processor, and nobody listens: no process, and no copy of a picture,
// for a card that is not there.
const LEAN = ['--disable-gpu-compositing', '--disable-software-rasterizer', '--in-process-gpu', '--disable-audio-output'];

export const DESKTOP = { viewport: { width: 1280, height: 800 } };
export const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };

/**
 * The devices on which a test looks at its pages: the name of a picture, and the options of the visitor. In
 * the long run all; else the first, whose pages `isFit` makes as small as a phone's, without another load.
 */
export const DEVICES = some([['desktop', DESKTOP], ['phone', PHONE]]);

/** Every board has its coordinates and its cells, which come when the page has time. */
export const boardsWhole = (page) =>
  page.waitForFunction(() => [...document.querySelectorAll('go-board > svg')].every((board) => board.querySelector('.cell')));

/** The page as it is after a change of its size or its colours: boards and walls follow with the next picture. */
export async function drawn(page) {
  await boardsWhole(page);
  await page.evaluate(() => new Promise((done) => { requestAnimationFrame(() => requestAnimationFrame(done)); }));
}

/** The page at rest: sheets have risen, stones have settled, captives have faded. */
export const settled = (page) => page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== 'running'));

/**
 * The headless shell; or the `whole` Chromium, where it matters what people have. Neither takes the place of
 * the other.
 */
export function launchBrowser({ whole = false } = {}) {
  const [program, missing] = whole
    ? [WHOLE, 'apt-get install chromium, or name the program in CHROMIUM']
    : [SHELL, 'apt-get install chromium-headless-shell, or name it or a whole Chromium in HEADLESS_SHELL'];
  if (!existsSync(program)) throw new Error(`${program} is missing: ${missing}`);
  return chromium.launch({ executablePath: program, args: whole ? ARGS : [...ARGS, ...LEAN] });
}

/**
 * A visitor with cookies and storage of their own. `complaints` collects the errors of their pages; while
 * `serverMayBeAway` is set, failed requests and sockets are not held against the page. Pages of an `other` host, to which a page leads, may
 * do as they like.
 */
export class Visitor {
  complaints = [];
  serverMayBeAway = false;
  other = null;

  static async arrive(browser, server, options = DESKTOP) {
    const visitor = new Visitor();
    visitor.server = server;
    visitor.context = await browser.newContext(options);
    visitor.context.setDefaultTimeout(15_000);
    await visitor.context.addInitScript(() => {
      document.addEventListener('securitypolicyviolation', (event) => {
        console.error(`content security policy: ${event.violatedDirective} forbids ${event.blockedURI}`);
      });
    });
    // The announcements to screen readers, in order.
    await visitor.context.addInitScript(() => {
      globalThis.heard = [];
      new MutationObserver((changes) => {
        for (const { target, addedNodes } of changes) {
          if (target.dataset?.testid === 'announcer') globalThis.heard.push(...[...addedNodes].map((node) => node.textContent));
        }
      }).observe(document, { subtree: true, childList: true });
    });
    visitor.page = await visitor.context.newPage();
    visitor.#watch(visitor.page);
    return visitor;
  }

  /** The visitor is this guest of the REST interface from now on. */
  async become(player) {
    const cookie = { name: 'tengen_token', value: player.token, url: this.server.url, httpOnly: true, sameSite: 'Lax' };
    await this.context.addCookies([cookie]);
  }

  /** The network is gone, for sockets that are open, too. */
  async cutNetwork() {
    await this.context.setOffline(true);
  }

  async mendNetwork() {
    await this.context.setOffline(false);
  }

  /**
   * Stands between this visitor's later sockets and the server. While the answer is `deaf`, nothing comes from the
   * server; while it is `dumb`, nothing goes there, until it is told to `speak`; while it is `refusing`, no socket opens;
   * `drop` breaks those that are open. `heard` holds the frames from the server.
   */
  async tapSockets() {
    const line = {
      deaf: false, dumb: false, refusing: false, heard: [], unsaid: [], open: [],
      drop: () => Promise.all(line.open.splice(0).map((socket) => socket.close())),
      speak: () => {
        line.dumb = false;
        for (const say of line.unsaid.splice(0)) say();
      },
    };
    await this.context.routeWebSocket('**/api/v1/ws?protocol=2', (socket) => {
      if (line.refusing) {
        socket.close();
        return;
      }
      const server = socket.connectToServer();
      line.open.push(socket);
      socket.onMessage((text) => {
        if (line.dumb) line.unsaid.push(() => server.send(text));
        else server.send(text);
      });
      server.onMessage((text) => {
        if (line.deaf) return;
        line.heard.push(text);
        socket.send(text);
      });
    });
    return line;
  }

  leave() {
    return this.context.close();
  }

  #watch(page) {
    const complain = (text) => this.complaints.push(text);
    const { host } = new URL(this.server.url);
    page.on('request', (request) => {
      const url = new URL(request.url());
      if (!['data:', 'blob:'].includes(url.protocol) && url.host !== host && url.host !== this.other) complain(`request to ${url}`);
    });
    page.on('websocket', (socket) => {
      if (new URL(socket.url()).host !== host) complain(`socket to ${socket.url()}`);
    });
    page.on('pageerror', (error) => complain(`script error: ${error.stack ?? error}`));
    page.on('console', (message) => {
      if (!['error', 'warning'].includes(message.type())) return;
      const fromNetwork = /Failed to load resource|WebSocket connection to|ERR_/.test(message.text());
      if (this.serverMayBeAway && fromNetwork) return;
      const { url } = message.location();
      if (this.other && URL.canParse(url) && new URL(url).host === this.other) return;
      complain(`console ${message.type()}: ${message.text()} (${url})`);
    });
  }
}
