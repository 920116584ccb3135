// Every single attack at the same time, from the same address, but for those on a server that encrypts.

import { setTimeout } from 'node:timers/promises';

import * as lists from './lists.mjs';
import * as positions from './positions.mjs';
import { SINGLE } from './single.mjs';
import * as subscriptions from './subscriptions.mjs';

export const title = 'all of them at once';
// Exports have all finished games, and searches the first of them. The subscriptions name the finished ones by number,
// so they come first.
export const archive = [{ ...subscriptions.archive, indexed: positions.archive.indexed }, lists.archive];
export const { ready } = positions;

export async function attack(where, rest = () => setTimeout(500)) {
  const staged = Object.values(SINGLE).filter((one) => !one.encrypted);
  await Promise.all(staged.map((one) => goOn(one, where, rest)));
}

// Begins an attack again that was refused before it had begun.
async function goOn(one, where, rest) {
  for (;;) {
    try {
      await one.attack(where);
    } catch {
      await rest();
    }
  }
}

// Whatever a newcomer may do beside one of the attacks, he may do beside all of them.
export async function getsIn(where) {
  const doors = Object.values(SINGLE).filter((one) => one.getsIn);
  return (await Promise.all(doors.map((one) => one.getsIn(where)))).every(Boolean);
}
