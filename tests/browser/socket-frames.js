// The frames that have reached a page: what follows from them has been asked for by then, and what has not
// happened does not happen later.

import assert from 'node:assert/strict';

import { eventually } from './eventually.js';

/**
 * Pages of a visitor that are opened from now on write down the frames of their socket. To be called after a
 * route has been laid for it.
 */
export function noteFrames(context) {
  return context.addInitScript(() => {
    const Socket = globalThis.WebSocket;
    globalThis.framesIn = [];
    globalThis.WebSocket = class extends Socket {
      constructor(...words) {
        super(...words);
        this.addEventListener('message', ({ data }) => globalThis.framesIn.push(data));
      }
    };
  });
}

/** Waits until this frame has been taken in by the page, and so all before it. */
export function takenIn(page, frame) {
  return eventually(async () => assert.ok(await page.evaluate((one) => globalThis.framesIn.includes(one), frame), frame));
}
