// The page of one game: messages of the server change the state, the state is
// drawn, and a person's actions are sent to the server.

// First: it asks the server before the others are at work.
import { treeCode } from './early-tree.js';
import '../board/board-element.js';
import '../theme/theme.js';
import './game-actions.js';
import './game-notice.js';
import './game-offers.js';
import './move-bar.js';
import './move-list.js';
import './player-card.js';
import './score-sum.js';
import './scoring-panel.js';
import { Beside } from './beside.js';
import { GameDrawing } from './game-drawing.js';
import { GameMoves } from './game-moves.js';
import { GameRequests } from './game-requests.js';
import { GameState } from './game-state.js';
import { Problem } from '../net/problem.js';
import { Sender } from './sender.js';
import { announce } from '../dom/announcer.js';
import { readOnlyText } from './offers.js';
import { refusalText } from '../go/move-text.js';
import { problemText } from '../text/problem-text.js';
import { t, withTexts } from '../text/text.js';
import { getEvents } from '../net/api.js';
import { find } from '../dom/find.js';
import { html, setText } from '../dom/html.js';
import { icon } from '../dom/icons.js';
import { listenToKeys, showKeys } from './keys.js';
import { followOwnGames } from '../waiting/own-games.js';
import { givenGame } from '../net/given.js';
import { News, tellNetwork, tellPresence } from './news.js';
import { offerToBegin } from '../from-here/button.js';
import { onChange } from '../storage/settings.js';
import { onPlayer, setPlayer } from '../net/player.js';
import { openConnection } from '../net/socket.js';
import { settingsButtons } from '../page/settings-dialog.js';
import { isAskedIn } from '../waiting/waiting-games.js';
import { setTitle } from '../waiting/tab-title.js';

/** @import { LogEntry } from './game-log.js' */
/** @import { GameEvent } from '../shapes/game.js' */
/** @import { PlayerCard, ProblemShape } from '../shapes/player.js' */

const BOARD_PAUSE = 3_000;
/** So often all events are fetched once more when another one came meanwhile. */
const RECALLS = 3;
/** @type {Record<string, number>} */
const STEPS = { first: -Infinity, back: -1, forward: 1, 'back-ten': -10, 'forward-ten': 10, last: Infinity, newest: Infinity };

/** The sheet with every rule, which few ever open. */
const rulesSheet = () => withTexts(import('./rules-sheet.js'), 'axes');
/** The form of a game's id; anything else names no game. */
const GAME_ID = /^[0-9a-hjkmnp-tv-z]{16}$/;
const game = /** @type {string} */ (location.pathname.split('/').filter(Boolean).pop());
const state = new GameState();
const connection = openConnection();
const board = find('board');
const table = find('table');
/** @type {any} */
let hoverReason;
const news = new News();
/** Tells that this game waits, or no longer, once the games that wait are told at all. */
let tellWaiting = () => {};
/** Tells that the page shows another rematch than before, once offers are told at all. */
let tellOffers = () => {};

const drawing = new GameDrawing(state, { news: tellNews, drawn: () => beside.drawn() });
/** @param {any} [how] */
const draw = (how) => drawing.ask(how);
/** @param {string | null} text */
const say = (text) => drawing.say(text);
const sender = new Sender({ state, connection, game, say, draw });
const moves = new GameMoves({ state, sender, say, draw, walk, playPreview: () => board.playPreview() });
const requests = new GameRequests({ state, sender, connection, game });
const beside = new Beside({ state, say, draw });

/**
 * A button or a key, by name.
 * @param {string} name
 */
function act(name) {
  if (state.record && !beside.act(name)) /** @type {Record<string, () => any>} */ ({ ...moves.actions, ...requests.actions })[name]?.();
}

// --- from the server ---

connection.on('now', (now) => {
  state.time.restart();
  state.time.hear(now);
});
connection.on('hello', setPlayer);
connection.on('state', (online) => {
  tellNetwork(online);
  state.online = online;
  state.connecting = false;
  draw();
});
connection.on('caught_up', (caughtUp) => caughtUp === game && news.waiting && draw());
onPlayer((player) => {
  state.setPlayer(player);
  draw();
});
const own = followOwnGames(connection, GAME_ID.test(game) ? game : null);
// The modules and their first game are each a task, and between them a slow phone hears its finger.
setTimeout(follow);

// The wishes of other games are fetched behind the board.
import('../waiting/elsewhere.js').then(({ tellOfWaiting }) => {
  tellWaiting = tellOfWaiting(own, find('bar-end'), () => state.record !== null && isAskedIn(state.record, state.player));
});
import('../offers/elsewhere.js').then(({ listenForOffers }) => {
  tellOffers = listenForOffers(own, (id) => id === game || id === state.rematch?.game);
});

if (!GAME_ID.test(game)) showAbsent(new Problem({ code: 'no_such_game' }));

/** Begins with the game that the page brought along, and goes on with what the socket tells. */
function follow() {
  const given = givenGame();
  if (given) {
    state.time.hear(given.game.now, given.at);
    setPlayer(given.player);
  }
  connection.subscribe(game, {
    snapshot(snapshot) {
      const before = state.record;
      state.takeSnapshot(snapshot);
      if (before?.phase !== snapshot.phase) phaseChanged(before?.phase ?? null);
      if (!before) goToAsked();
      recall();
      if (snapshot.phase === 'finished') findPositions();
      findBoard();
      findPreset();
      tellOffers();
      draw();
    },
    event(event) {
      const before = state.record.phase;
      state.takeEvent(event);
      say(null);
      news.add(event, { entry: /** @type {LogEntry} */ (state.log.entries.at(-1)), own: sender.commands.isOwn(event) });
      if (state.record.phase !== before) phaseChanged(before);
      draw({ moving: true });
    },
    presence(presence) {
      tellPresence(state, presence);
      state.presence = presence;
      draw();
    },
    rematch(rematch) {
      state.rematch = rematch;
      if (rematch && rematch.by !== state.player?.id) announce(t('rematch.watch'));
      tellOffers();
      draw();
    },
    problem: showAbsent,
  }, given);
}

/** @param {ProblemShape} problem */
function showAbsent(problem) {
  table.hidden = true;
  find('absent').hidden = false;
  setText(find('absent-why'), problemText(problem));
  setTitle(t('page.absent_title'));
}

/** The server tells how a board is drawn that is no plain grid. */
async function findBoard() {
  try {
    if (await state.findLayout()) draw();
  } catch (problem) {
    say(problemText(problem));
    setTimeout(findBoard, BOARD_PAUSE);
  }
}

/** Changed rules are told by their differences. */
async function findPreset() {
  const { rules } = state.record.settings;
  if (!rules.custom || state.preset) return;
  const { presetRules } = await rulesSheet();
  state.preset = await presetRules(rules.preset);
  draw();
}

/** The moves of other games would be help in a running game, so they are fetched after its end. Few readers look at them. */
async function findPositions() {
  await withTexts(import('./position-games.js'), 'positions');
  draw();
}

/** An address of the page may name the event at which somebody saw something. */
async function goToAsked() {
  const asked = new URLSearchParams(location.search).get('event');
  if (!/^\d{1,7}$/.test(asked ?? '')) return;
  try {
    const [{ movesAfterEvent }, events] = await Promise.all([import('./moment.js'), getEvents(game)]);
    state.reader.goTo(movesAfterEvent(events, Number(asked)));
    draw();
  } catch {
    // Then the game stands as it is now.
  }
}

/** Fetches the events from before the page was opened, for the log and for the marks that this player accepted: no snapshot has these. */
async function recall() {
  if (state.log.isWhole || state.recalls) return;
  state.recalls = true;
  try {
    // An event that comes meanwhile is missing among those that were fetched.
    let left = RECALLS;
    while (left > 0 && !state.takeHistory(await getEvents(game))) left -= 1;
  } catch {
    // Then the log begins here, and nothing else is lost.
  }
  state.recalls = false;
  draw();
}

/** @param {any} before */
function phaseChanged(before) {
  const { record } = state;
  showTab(record.scoring && record.phase !== 'playing' ? 'score' : 'moves');
  if (record.phase === 'finished' && before) {
    news.ended = true;
    findPositions();
  }
}

function tellNews() {
  beside.follow();
  tellWaiting();
  // Missed events may take several pictures to arrive, and are told as a whole.
  if (!connection.isCatchingUp(game)) news.tell(state);
}

// --- from the person ---

/** @param {string} to */
function walk(to) {
  if (!state.reader || beside.walk(to)) return;
  const { reader } = state;
  reader.step(STEPS[to]);
  const move = reader.walk.lastMove;
  announce(t('said.place', { number: reader.walk.number, at: move ? move.at : '' }));
  draw();
}

/**
 * Is there a move that way, 'back' or 'forward'?
 * @param {string} to
 */
function leads(to) {
  if (state.trying?.count) return state.trying.cursor.leads(to);
  const { number, length } = state.reader?.walk ?? { number: 0, length: 0 };
  return to === 'back' ? number > 0 : number < length;
}

/**
 * A player of the game, with the ways to meet the player and to tell the staff of something.
 * @param {PlayerCard} player
 */
async function aboutPlayer(player) {
  const { showPlayer } = await withTexts(import('./player-sheet.js'), 'offers', 'reports');
  showPlayer(player, {
    async report() {
      const { reportFromGame } = await withTexts(import('./reporting.js'), 'reports');
      reportFromGame(state, player, () => connection.reconnectNow());
    },
  });
}

/** @param {string} name */
function showTab(name) {
  find('panel').dataset.tab = name;
  for (const tab of find('tabs').children) tab.setAttribute('aria-pressed', String(tab.dataset.tab === name));
}

board.addEventListener('board-play', (/** @type {any} */ { detail: { at, by } }) => beside.play(at) || moves.play(at, by));
board.addEventListener('board-mark', (/** @type {GameEvent} */ event) => beside.mark(event.detail.at) || moves.mark(event.detail.at));
board.addEventListener('board-refuse', (/** @type {GameEvent} */ event) => say(refusalText(event.detail.rule, event.detail.at)));
board.addEventListener('board-idle', () => {
  const why = state.record && readOnlyText(state);
  if (why) say(why);
});
board.addEventListener('board-preview', (/** @type {GameEvent} */ event) => {
  state.preview = event.detail.at;
  find('trying').choose(event.detail.at);
  if (event.detail.at) {
    if (!beside.on) find('actions').wantPlayButton();
    say(t('said.preview', { at: event.detail.at }));
  } else if (drawing.message) say(null);
  draw();
});
board.addEventListener('board-point', (/** @type {GameEvent} */ event) => {
  const { at, rule } = event.detail;
  // The reason stays while the pointer does; an occupied point explains itself.
  const why = rule && rule !== 'occupied' ? refusalText(rule, at) : '';
  board.title = why;
  if (why || drawing.message === hoverReason) say(why || null);
  hoverReason = why || undefined;
});
for (const id of ['card-top', 'card-bottom']) find(id).addEventListener('about-player', (/** @type {GameEvent} */ event) => aboutPlayer(event.detail.player));
find('show-rules').addEventListener('click', async () => {
  const { showRules } = await rulesSheet();
  if (state.record) showRules(state.record.settings, state.preset);
});
offerToBegin(find('from-here'), async () => (await treeCode()).beginningFrom(state));
find('show-diagram').addEventListener('click', async () => {
  const { showDiagram } = await withTexts(import('../board/diagram-sheet.js'), 'diagram');
  const { number, length: total } = state.reader.walk;
  const place = state.trying?.words ?? t('moves.place', { number, total });
  showDiagram(board, { label: `${board.view.label}, ${place}`, name: `tengen-${game}-${number}` });
});
for (const id of ['actions', 'offers', 'notice']) find(id).addEventListener('action', (/** @type {GameEvent} */ event) => act(event.detail.name));
find('bar-of-moves').addEventListener('walk', (/** @type {GameEvent} */ event) => walk(event.detail.to));
find('estimate').addEventListener('estimated', () => draw());
find('moves').addEventListener('move-chosen', (/** @type {GameEvent} */ event) => {
  beside.goTo(event.detail.number);
});
find('positions').addEventListener('continued', () => state.layout && drawing.drawBoard());
find('tabs').addEventListener('click', (/** @type {GameEvent} */ event) => {
  if (event.target.dataset.tab) showTab(event.target.dataset.tab);
});
listenToKeys({
  walk,
  leave() {
    if (state.preview) board.setPreview(null);
    else if (!beside.home()) walk('newest');
  },
  vary: (/** @type {string} */ to) => beside.vary(to),
  try: (/** @type {any} */ deed) => beside.deed(deed),
  type: () => act('type'),
  pass: () => act('pass'),
});
// No wheel turns before a pointer is there. Whoever plays has it for the page: a turn of it must not take the board away.
const listenToWheel = () => board.addEventListener('pointerenter', async () => {
  // Without a network it is tried again.
  const wheel = await import('../board/wheel.js').catch(listenToWheel);
  wheel?.walkByWheel(board, walk, (/** @type {string} */ to) => (state.record?.phase === 'finished' || state.seat === null) && leads(to));
}, { once: true });
listenToWheel();
onChange(() => draw());

// It goes where the page is calm, and moves no other.
find('bar-end').append(drawing.dot, html('button', {
  type: 'button', class: 'icon-button less', 'aria-label': t('keys.title'), title: t('keys.title'), onclick: showKeys,
}, icon('keys')), ...settingsButtons());
drawing.drawStatus();
