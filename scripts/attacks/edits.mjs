// Small changes of great records and of trees beside them, and what shows them.

import { setTimeout } from 'node:timers/promises';

import { ask, guest } from './rest.mjs';

export const title = 'small changes of a great record';
const AT_ONCE = 60;
// A third of them change a record of so many nodes without anything in them: 50 KB are as much work as a great file.
const EMPTY_NODES = 49_000;
// Another third change one that fills the largest board and clears it so many times, by 4 KB: it has nearly as many points as are
// ever shown.
const FILLINGS = 200;
// The others change one with variations of so many moves each: together 20,000 nodes and some 700 KiB.
const [VARIATIONS, MOVES] = [100, 200];
const SIZE = 19;
const LETTERS = 'abcdefghijklmnopqrs';

export async function attack(where) {
  const { token } = await guest(where);
  const ids = [];
  const records = [record(), `(;SZ[9]${';'.repeat(EMPTY_NODES)})`, `(;SZ[25]${';AB[aa:yy];AE[aa:yy]'.repeat(FILLINGS)})`];
  for (const sgf of records) ids.push(await bring(where, token, sgf));
  await Promise.all(Array.from({ length: AT_ONCE }, (_, number) => change(where, token, ids[number % ids.length], number)));
}

function record() {
  const variation = (first) => Array.from({ length: MOVES }, (_, number) => {
    const point = (first + number) % (SIZE * SIZE);
    return `;${number % 2 === 0 ? 'B' : 'W'}[${LETTERS[point % SIZE]}${LETTERS[Math.floor(point / SIZE)]}]C[move ${number}: a small remark]`;
  }).join('');
  return `(;SZ[${SIZE}]${Array.from({ length: VARIATIONS }, (_, first) => `(${variation(first)})`).join('')})`;
}

async function bring(where, token, sgf) {
  for (;;) {
    const headers = { 'content-type': 'application/x-go-sgf' };
    const { content } = await ask(where, 'POST', '/records', { text: sgf, headers, token });
    if (content?.records) return content.records[0].id;
    await setTimeout(100);
  }
}

async function change(where, token, id, number) {
  const [path, beside] = [`/records/${id}`, `/records/${id}/variations`];
  for (let turn = 0; ; turn += 1) {
    const words = `${number} ${turn}`;
    const wishes = [
      ['PATCH', path, { changes: [{ node: 1 + number, comment: words }] }],
      ['PATCH', beside, { changes: [{ id: `n${number}`, from: { node: 1 + number }, words }] }],
      ['POST', `${beside}/share`, { grows: false }],
      ['GET', path],
    ];
    const [method, address, body] = wishes[(number + turn) % wishes.length];
    const { status } = await ask(where, method, address, { body, token });
    if (status !== 200 && status !== 201) await setTimeout(50);
  }
}
