// The beginning of most browser tests: a server, a browser, and visitors who are tidied away at the end.

import assert from 'node:assert/strict';
import { after, before } from 'node:test';

import { launchBrowser, Visitor } from './chromium-browser.js';
import { RunningServer } from './running-server.js';

/** Registers the file's beginning and end with the test runner. */
export class Table {
  #visitors = [];

  /** `options` are the server's, of the command line; with `ownPages` it serves the pages inside the program, not those of a folder. */
  constructor({ options = [], ownPages = false } = {}) {
    before(async () => {
      this.server = await RunningServer.start({ options, ownPages });
      this.browser = await launchBrowser();
    });
    after(async () => {
      await this.browser?.close();
      await this.server?.remove();
    });
  }

  /** A visitor; as the guest `player` of the REST interface, if one is given. */
  async visitor({ player = null, ...options } = {}) {
    const device = Object.keys(options).length > 0 ? options : undefined;
    const visitor = await Visitor.arrive(this.browser, this.server, device);
    if (player) await visitor.become(player);
    this.#visitors.push(visitor);
    return visitor;
  }

  /** At the end of each test: nobody has a complaint, and everybody leaves. */
  async clear() {
    const visitors = this.#visitors.splice(0);
    for (const visitor of visitors) await visitor.leave();
    for (const visitor of visitors) assert.deepEqual(visitor.complaints, []);
  }
}
