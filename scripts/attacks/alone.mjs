// Somebody who plays alone, as fast as the server takes it: each move is kept for ever.

import { TEXT, frame, openSocket } from './connection.mjs';
import { guest, make } from './rest.mjs';

export const title = 'play against oneself';
const PAIRS = 8;
const COLUMNS = 'ABCDEFGHJKLMNOPQRSTUVWXYZ';
const TURNS = 300;

export async function attack(where) {
  await Promise.all(Array.from({ length: PAIRS }, () => pair(where)));
}

async function pair(where) {
  for (;;) {
    const sockets = [];
    try {
      await play(where, sockets);
    } catch {
      // Refused for now.
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
    for (const socket of sockets) socket?.destroy();
  }
}

// One game, in which no move is ever forbidden: Black's rows and White's never touch.
async function play(where, sockets) {
  const players = [await guest(where, 'Ann'), await guest(where, 'Ben')];
  const { id } = await make(where, '/games', { token: players[0].token, body: { color: 'black', board: { width: 25, height: 25 } } });
  await make(where, `/games/${id}/join`, { token: players[1].token });
  let told = () => {};
  for (const { token } of players) {
    const socket = await openSocket(where, (text) => (text.type === 'ack' || text.type === 'problem') && told(text));
    sockets.push(socket);
    socket.write(frame(TEXT, JSON.stringify({ type: 'authenticate', token })));
  }
  for (let turn = 0, tries = 0; turn < TURNS; tries++) {
    const place = Math.floor(turn / 2);
    const at = `${COLUMNS[place % COLUMNS.length]}${1 + 4 * Math.floor(place / COLUMNS.length) + 2 * (turn % 2)}`;
    const command = { type: 'play', id: `m${tries}`, turn, at };
    const answer = new Promise((resolve) => { told = resolve; });
    sockets[turn % 2].write(frame(TEXT, JSON.stringify({ type: 'command', game: id, command })));
    if ((await answer).type === 'ack') turn++;
    else await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
