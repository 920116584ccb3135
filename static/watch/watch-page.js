// Several games beside each other, for a teacher's wall or a hall's screen: the games that the address names, those of a group, or
// the most watched ones.

import '../theme/theme.js';
import './watched-game.js';
import { Frame } from '../dom/frame.js';
import { GameState } from '../game/game-state.js';
import { bestColumns } from './grid.js';
import { chosenGames, nextPlaces } from './places.js';
import { dialogOpen } from '../dom/dialogs.js';
import { t } from '../text/text.js';
import { getLobby } from '../net/lists.js';
import { followGroup, groupOf } from './group-games.js';
import { followTop } from './top-games.js';
import { getGroup } from '../net/groups.js';
import { find } from '../dom/find.js';
import { html, setText } from '../dom/html.js';
import { leaveQuiet, toggleFullScreen, toggleQuiet } from '../page/quiet-view.js';
import { openConnection } from '../net/socket.js';
import { problemText } from '../text/problem-text.js';
import { settingsButtons } from '../page/settings-dialog.js';
import { showChooser } from './chooser.js';
import { untilNextShown } from '../time/clock.js';
import { viewButtons } from '../page/view-buttons.js';

/** How long the names and clocks above and below a board are together, in pixels. */
const BESIDE_BOARD = 112;
/** How often it is looked whether a finished game has been shown for long enough. */
const LOOK_AGAIN = 5_000;
const BOARD_PAUSE = 3_000;

const wall = find('wall');
const empty = find('empty');
const group = groupOf(location.pathname);
const chosen = group ? [] : chosenGames(location.search);
const connection = openConnection();
/** The games on the screen: each {state, tile} by its id. */
const watched = new Map();
/** The games that have changed since they were drawn. */
const behind = new Set();
const tiles = new Frame(drawTiles);
/** @type {{game: string, endedAt: number | null}[]} */
let places = chosen.map((game) => ({ game, endedAt: null }));
/** @type {any[]} */
let top = [];
/** @type {any} */
let timer = null;

connection.on('now', (now) => {
  for (const { state } of watched.values()) {
    state.time.restart();
    state.time.hear(now);
  }
});

/** @param {any} game */
function begin(game) {
  const state = new GameState();
  const tile = html('watched-game', { 'data-game': game });
  const shown = { state, tile };
  watched.set(game, shown);
  connection.subscribe(game, {
    snapshot(snapshot) {
      state.takeSnapshot(snapshot);
      changed(game, shown);
    },
    event(event) {
      state.takeEvent(event);
      changed(game, shown);
    },
    problem(problem) {
      behind.delete(shown);
      tile.fail(problem.code === 'no_such_game' ? t('watch.absent') : problemText(problem));
    },
  });
  return shown;
}

/**
 * @param {any} game
 * @param {any} shown
 */
function changed(game, shown) {
  const { state } = shown;
  if (!state.layout) {
    findLayout(game, shown);
    return;
  }
  const place = places.find((one) => one.game === game);
  if (place && state.record.phase === 'finished') place.endedAt ??= Date.now();
  behind.add(shown);
  tiles.ask();
}

/** Each game of which something arrived since the last picture, once. */
function drawTiles() {
  for (const { tile, state } of behind) tile.show(state);
  behind.clear();
  tick();
}

/**
 * The server tells how a board is drawn that is no plain grid.
 * @param {any} game
 * @param {any} shown
 */
async function findLayout(game, shown) {
  const isShown = () => watched.get(game) === shown;
  try {
    await shown.state.findLayout();
    if (isShown()) changed(game, shown);
  } catch {
    setTimeout(() => isShown() && changed(game, shown), BOARD_PAUSE);
  }
}

/** The tiles in their places. Those that stay are not touched, so that nothing blinks. */
function draw() {
  const ids = places.map(({ game }) => game);
  for (const [game, { tile }] of watched) {
    if (ids.includes(game)) continue;
    connection.unsubscribe(game);
    behind.delete(watched.get(game));
    watched.delete(game);
    tile.remove();
  }
  ids.forEach((game, i) => {
    const { tile } = watched.get(game) ?? begin(game);
    if (wall.children[i] !== tile) wall.insertBefore(tile, wall.children[i] ?? null);
  });
  empty.hidden = ids.length > 0;
  wall.hidden = ids.length === 0;
  arrange();
}

function arrange() {
  const { width, height } = wall.getBoundingClientRect();
  const columns = bestColumns(Math.max(1, places.length), { width, height }, BESIDE_BOARD);
  wall.style.setProperty('--columns', String(columns));
  wall.style.setProperty('--rows', String(Math.ceil(Math.max(1, places.length) / columns)));
}

/** Draws all clocks, and again when one of them shows something else. */
function tick() {
  clearTimeout(timer);
  const faces = [...watched.values()].flatMap(({ state, tile }) => (state.record && state.layout ? tile.tick(state.now) : []));
  if (faces.length > 0) timer = setTimeout(tick, Math.min(...faces.map(untilNextShown)));
}

function look() {
  const next = nextPlaces(places, top, Date.now());
  if (next.map(({ game }) => game).join() !== places.map(({ game }) => game).join()) {
    places = next;
    draw();
  }
}

async function choose() {
  const live = await getLobby().catch(() => []);
  showChooser(live.filter(({ phase }) => phase !== 'open'), places.map(({ game }) => game));
}

/** @type {Record<string, () => unknown>} */
const keys = { z: toggleQuiet, Z: toggleQuiet, f: toggleFullScreen, F: toggleFullScreen, Escape: leaveQuiet };
document.addEventListener('keydown', (/** @type {any} */ event) => {
  if (event.ctrlKey || event.altKey || event.metaKey || dialogOpen() || event.target.closest?.('input, textarea')) return;
  if (Object.hasOwn(keys, event.key)) keys[event.key]();
});
addEventListener('resize', arrange);

/**
 * Looks at the games that might be shown, now and whenever there may be others.
 * @param {string[]} games
 */
function follow(games) {
  top = games;
  look();
}

/** The name of the group, and the way back to its page. */
async function nameGroup() {
  try {
    const { name } = await getGroup(/** @type {string} */ (group));
    document.title = t('watch.group_title', { name });
    /** @type {Element} */ (document.querySelector('h1')).textContent = t('watch.group_heading', { name });
  } catch {
    // What is refused is said where the games would be.
  }
}

/** Until there was an answer nobody knows whether there are games. */
function watchGroup() {
  setText(empty, t('watch.loading'));
  nameGroup();
  followGroup(group, {
    /** @param {string[]} games */
    hear(games) {
      setText(empty, t('watch.group_none'));
      follow(games);
    },
    /** @param {any} problem */
    fail(problem) {
      setText(empty, problemText(problem));
    },
  });
}

const way = group ? html('a', { class: 'button', href: `/groups/${group}`, 'data-testid': 'to-group' }, t('watch.to_group'))
  : html('button', { type: 'button', 'data-testid': 'choose', 'aria-haspopup': 'dialog', onclick: choose }, t('watch.choose'));

document.title = t('watch.title');
find('bar-end').append(way, ...viewButtons(), ...settingsButtons().slice(2));
draw();
if (group) watchGroup();
else if (chosen.length === 0) followTop(follow);
if (chosen.length === 0) setInterval(look, LOOK_AGAIN);
