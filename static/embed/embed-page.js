// One game in a frame of another page: the board, names, clocks, and the moves to walk. Nothing can be done here, and
// nobody is known here.

import '../watch/watched-game.js';
import '../game/move-bar.js';
import { find } from '../dom/find.js';
import { Frame } from '../dom/frame.js';
import { GameState } from '../game/game-state.js';
import { eventsAfter, get } from './anonymous.js';
import { t } from '../text/text.js';
import { gameText } from '../go/names.js';
import { layoutFrom } from '../board/layout.js';
import { untilNextShown } from '../time/clock.js';

const FIRST_PAUSE = 1_000;
const LONGEST_PAUSE = 60_000;
/** @type {Record<string, number>} */
const STEPS = { back: -1, forward: 1, 'back-ten': -10, 'forward-ten': 10 };

const game = /** @type {string} */ (location.pathname.split('/').filter(Boolean).pop());
const state = new GameState();
const tile = find('game');
const bar = find('bar-of-moves');
const frame = new Frame(draw);
/** @type {any} */
let timer = null;

function draw() {
  tile.show(state);
  bar.show(state.reader);
  document.title = gameText(state.record);
  tick();
}

function tick() {
  clearTimeout(timer);
  const faces = tile.tick(state.now);
  if (faces.length > 0) timer = setTimeout(tick, Math.min(...faces.map(untilNextShown)));
}

/** @param {any} to */
function walk(to) {
  if (!state.reader) return;
  const { reader } = state;
  if (to === 'first') reader.goTo(0);
  else if (to === 'last') reader.goTo(reader.walk.length);
  else reader.step(STEPS[to]);
  draw();
}

/** The game as it is, and then its events; ends when the game does. */
async function follow() {
  const snapshot = await get(`/games/${game}?protocol=2`);
  if (!snapshot) {
    tile.fail(t('embed.absent'));
    return;
  }
  const { board } = snapshot.settings;
  state.takeSnapshot(snapshot);
  state.layout ??= layoutFrom(await get(`/boards/${encodeURIComponent(board.name)}`));
  draw();
  if (snapshot.phase === 'finished') return;
  for await (const event of eventsAfter(game, state.record.seq)) {
    if (event.seq !== state.record.seq + 1) continue;
    state.takeEvent(event);
    frame.ask();
  }
  if (state.record.phase !== 'finished') throw new Error('the stream ended');
}

async function followOn() {
  for (let pause = FIRST_PAUSE; ; pause = Math.min(LONGEST_PAUSE, 2 * pause)) {
    const before = state.record?.seq;
    try {
      await follow();
      return;
    } catch {
      // The server or the network is away; the page stays as it is.
      if (state.record?.seq !== before) pause = FIRST_PAUSE;
      await new Promise((resolve) => setTimeout(resolve, pause / 2 + (Math.random() * pause) / 2));
    }
  }
}

bar.addEventListener('walk', (/** @type {CustomEvent} */ event) => walk(event.detail.to));
document.addEventListener('keydown', (event) => {
  const to = /** @type {Record<string, string>} */ ({ ArrowLeft: 'back', ArrowRight: 'forward', PageUp: 'back-ten', PageDown: 'forward-ten', Home: 'first', End: 'last' })[event.key];
  if (!to || event.ctrlKey || event.altKey || event.metaKey) return;
  event.preventDefault();
  walk(to);
});
const link = find('to-server');
link.href = `/games/${game}`;
followOn();
