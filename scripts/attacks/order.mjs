// Reports, requests to join and wrong cards, as many as may be had, by guests and by members who are made for it.

import { ask, guest } from './rest.mjs';

export const title = 'reports and groups';
const AT_ONCE = 8;
const PASSWORD = 'seven black stones';
// Whoever asks faster than this is kept waiting, and gets less.
const PAUSE = 1_000;
const SECRET = 'a'.repeat(32);

// The guests so far.
const known = [];

const rest = () => new Promise((resolve) => { setTimeout(resolve, PAUSE); });

export async function attack(where) {
  await Promise.all(Array.from({ length: AT_ONCE }, (_, number) => (number === 0 ? cards : [reports, groups][number % 2])(where, number)));
}

// Each guest reports everybody who came before.
async function reports(where) {
  for (;;) {
    const player = await guest(where);
    for (const id of player ? [...known] : []) {
      const body = { about: 'player', id, ground: 'other', words: 'x'.repeat(1_000) };
      const { status } = await ask(where, 'POST', '/reports', { token: player.token, body });
      if (status !== 201) await rest();
    }
    if (player) known.push(player.player.id);
    await rest();
  }
}

// A member founds clubs, asks to be let in everywhere, and makes accounts where nobody has asked for any.
async function groups(where, number) {
  let token = null;
  for (let count = 0; ; count += 1) {
    token ??= (await ask(where, 'POST', '/accounts', { body: { name: `Stranger ${number} ${count}`, password: PASSWORD } })).content?.token;
    if (!token) {
      await rest();
      continue;
    }
    const { content } = await ask(where, 'POST', '/groups', { token, body: { kind: 'club', name: `Club ${count}`, words: 'x'.repeat(2_000), joining: 'open' } });
    const { content: list } = await ask(where, 'GET', '/groups?limit=100', { token });
    for (const { id } of [content, ...(list?.groups ?? [])].filter((group) => group?.id)) {
      for (const [path, body] of [['members', {}], ['accounts', { names: ['a'.repeat(24)] }], ['rounds', {}], ['tasks', { work: { kind: 'games', times: 1 }, until: Date.now() + 1_000 }]]) {
        await ask(where, 'POST', `/groups/${id}/${path}`, { token, body });
      }
    }
    if (count % 5 === 4) token = null;
  }
}

async function cards(where) {
  for (;;) {
    await ask(where, 'POST', '/sessions', { body: { card: SECRET } });
    // All requests of an address are counted together: without a rest the cards leave nothing to the others.
    await rest();
  }
}

// An honest report is taken.
export async function getsIn(where) {
  const [player, other] = [await guest(where), await guest(where)];
  const body = { about: 'player', id: other?.player.id, ground: 'abuse' };
  const { status } = await ask(where, 'POST', '/reports', { token: player?.token, body });
  return status === 201;
}
