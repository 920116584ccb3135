// The page of a tree of variations that somebody shows to others: by a link, whose secret is in the fragment of the address, or
// the opponent of a game. Readers walk through it, and change nothing.

import '../board/board-element.js';
import '../record/recorded-player.js';
import '../page/site-links.js';
import '../theme/theme.js';
import '../trying/next-ways.js';
import '../trying/tree-words.js';
import '../trying/variation-tree.js';
import { Cursor } from '../trying/tree.js';
import { Growth } from './growth.js';
import { KeptNodes } from '../trying/kept-nodes.js';
import { Problem } from '../net/problem.js';
import { announce } from '../dom/announcer.js';
import { attend } from '../trying/attendance.js';
import { boardBox } from '../board/ground.js';
import { calledText, remarksText } from '../record/node-words.js';
import { getOpponentsTree, lookAtShared } from '../net/shares.js';
import { followLines } from '../net/lines.js';
import { groundOf } from './grounds.js';
import { headText } from '../trying/words.js';
import { keepNearBoard } from '../trying/near-board.js';
import { kept } from '../storage/kept.js';
import { find } from '../dom/find.js';
import { html, setFacts, setText } from '../dom/html.js';
import { icon } from '../dom/icons.js';
import { locale, t, withTexts } from '../text/text.js';
import { listenToKeys, showKeys } from '../trying/walk-bar.js';
import { likelyPlayer, makeGuest } from '../net/player.js';
import { offerToBegin } from '../from-here/button.js';
import { onChange, setting } from '../storage/settings.js';
import { once } from '../dom/once.js';
import { playerName } from '../people/player-name.js';
import { problemText } from '../text/problem-text.js';
import { settingsButtons } from '../page/settings-dialog.js';
import { studyAddress } from '../go/study.js';
import { walkByWheel } from '../board/wheel.js';
import { walkedView } from '../trying/walked-board.js';

/** @import { SharedTree } from '../shapes/trees.js' */

const STORE = 'tengen.shared';
const SECRET = /^[\w-]{43}$/;
const KEYS = ['step', 'ten', 'ends', 'vary', 'help'];

const table = find('table');
/**
 * What the server tells of the tree, beside what it hangs, and its nodes.
 * @type {SharedTree}
 */
let told = /** @type {any} */ (null);
/** @type {any} */
let ground = null;
/** @type {any} */
let shown = null;
/** @type {any} */
let cursor = null;
let reads = false;
/** The stream of a tree that grows. */
const growth = new Growth({ open: follow, read, take: takeUp, over: showNoMore });
/** Ends the page's attention to its reader. */
let endAttention = () => {};
/** Has a variation been shown? */
let begun = false;

const opponentHere = () => new URLSearchParams(location.search).get('opponent');

/**
 * Follows the tree of the address: it comes first, and then its changes.
 * @param {any} how
 */
function follow(how) {
  const opponent = opponentHere();
  if (opponent === null) return followLines('POST', '/shared/stream', { secret: secretHere() }, how);
  return followLines('GET', `/games/${encodeURIComponent(opponent)}/variations/opponent/stream`, undefined, how);
}

async function read() {
  const opponent = opponentHere();
  if (opponent !== null) return getOpponentsTree(opponent);
  const secret = secretHere();
  if (!secret) throw new Problem({ code: 'no_such_share' });
  kept((store) => store.setItem(STORE, secret));
  const tree = await lookAtShared(secret);
  kept((store) => store.removeItem(STORE));
  return tree;
}

/** The secret in the address. On a server for members the way leads through the door, behind which only the tab still knows it. */
function secretHere() {
  if (location.hash === '') {
    const secret = kept((store) => store.getItem(STORE));
    if (secret) history.replaceState(null, '', `${location.pathname}#${secret}`);
  }
  const secret = location.hash.slice(1);
  return SECRET.test(secret) ? secret : null;
}

// --- drawing ---

function draw({ moving = false } = {}) {
  if (!cursor) return;
  const { tree } = ground;
  const { node } = cursor;
  find('board').show(walkedView(tree, node, { own: shown.marksAt(node), label: ground.label }), { moving });
  const box = boardBox(tree.board, setting('coordinates'));
  table.style.setProperty('--ratio', box.width / box.height);
  const { stones, prisoners } = tree.positionAt(node);
  for (const card of [find('card-top'), find('card-bottom')]) card.show({ prisoners: prisoners[card.color], time: '' });
  setText(find('turn'), headText(tree, node));
  setText(find('status'), remarksText(tree, node));
  find('walk').show({ depth: cursor.depth, length: cursor.length, varied: tree.forks > 0 });
  find('tree').show(node);
  find('ways').show(tree, node);
  find('words').show({ on: false, place: node, words: shown.wordsAt(node) });
  find('study').href = studyAddress({ ...ground.asked, stones, to_move: ground.toMoveAt(node) });
}

function drawFacts() {
  const { owner, grows, created_at: at } = told;
  const moment = () => new Intl.DateTimeFormat(locale(), { dateStyle: 'medium', timeStyle: 'short' }).format(at);
  const name = playerName(owner);
  setText(find('heading'), t('shares.by', { name }));
  find('by').replaceChildren(html('a', { href: `/players/${owner.id}`, 'data-testid': 'shared-by' }, t('shares.by', { name })));
  setFacts(find('facts'), [grows ? t('shares.grows') : t('shares.as_of', { date: moment() }), ...ground.facts]);
  find('to-ground').href = ground.address;
  setText(find('to-ground'), ground.back);
  document.title = t('preview.page_title', { title: `${t('shares.by', { name })} · ${ground.called}` });
}

// --- from the person ---

function arrived() {
  begun = true;
  draw({ moving: true });
  announce([calledText(ground.tree, cursor.node), shown.wordsAt(cursor.node)].filter(Boolean).join('. '));
}

/** @param {any} to */
function walk(to) {
  if (!cursor) return;
  cursor.walk(to);
  arrived();
}

/** @param {number} node */
function goTo(node) {
  cursor.goTo(node);
  arrived();
}

keepNearBoard(find('walk'), [find('tree')]);
find('walk').addEventListener('walk', (/** @type {any} */ event) => walk(event.detail.to));
for (const id of ['tree', 'ways']) find(id).addEventListener('node-chosen', (/** @type {any} */ event) => goTo(event.detail.node));
listenToKeys({ walk, deeds: {}, list: KEYS });
walkByWheel(find('board'), walk, (to) => Boolean(cursor?.leads(to)));
onChange(() => draw());
find('as-guest').addEventListener('click', (/** @type {any} */ event) => once(event.currentTarget, lookAsGuest));
// Another link in the same tab.
addEventListener('hashchange', () => location.reload());
offerToBegin(find('from-here'), () => {
  const { node } = cursor;
  return [ground.beginAt(node), { stones: ground.tree.positionAt(node).stones, to_move: ground.toMoveAt(node) }];
});
find('show-diagram').addEventListener('click', async () => {
  const { showDiagram } = await withTexts(import('../board/diagram-sheet.js'), 'diagram');
  showDiagram(find('board'), { label: `${find('board').view.label}, ${headText(ground.tree, cursor.node)}`, name: `tengen-shared-${cursor.depth}` });
});
find('bar-end').append(...settingsButtons(),
  html('button', { type: 'button', class: 'icon-button', 'aria-label': t('keys.title'), title: t('keys.title'), onclick: () => showKeys(KEYS) }, icon('keys')));

// --- the tree grows ---

/** @param {any} gone */
function leave(gone) {
  const { tree } = ground;
  let { node } = cursor;
  while (!tree.has(node)) node = tree.parentOf(node);
  if (node !== cursor.node) cursor.goTo(node);
  for (const each of gone) cursor.forget(each);
}

/**
 * Takes up the tree, or its changes. A node may hang on a place that the game had not reached. The opponent may show the tree in
 * another way now.
 * @param {any} next
 */
function takeUp(next) {
  if (next.grows !== told.grows) {
    told = { ...told, grows: next.grows, created_at: next.created_at };
    drawFacts();
  }
  leave(shown.take(next));
  begin();
  draw();
  if (shown.homeless.size > 0) lookAgain();
}

/**
 * Looks once more for what no stream tells: how the game goes on, places that are not there yet, and, while there is no stream,
 * the tree.
 */
async function lookAgain() {
  // The events without which some places are not known may not have come.
  if (shown.homeless.size > 0) ground.lookAgain();
  found();
  if (!told.grows || reads || (growth.isLive && !ground.goesOn)) return;
  reads = true;
  try {
    await growth.look();
    if (ground.goesOn && !growth.isOver) leave(await ground.renew(cursor.node));
    draw();
  } catch {
    // What is here may still be read; the next look asks again.
  } finally {
    reads = false;
  }
}

function lookedAt() {
  if (told.grows) growth.start();
  lookAgain();
}

/** The first variation is shown, unless the reader has gone elsewhere: whoever comes for the variations need not look for them. */
function begin() {
  if (begun) return;
  const { tree } = ground;
  const first = [...shown.nodes.values()].filter(({ drawn }) => drawn !== undefined).map(({ drawn }) => drawn).sort((a, b) => tree.depths[a] - tree.depths[b])[0];
  if (first === undefined) return;
  begun = true;
  cursor.goTo(first);
}

/** The places of some nodes are known only when the game has told its events. */
function found() {
  if (!shown.settle()) return;
  begin();
  draw();
}

/**
 * Whoever reads it learns that the tree is not shown any more, as at the next visit.
 * @param {any} problem
 */
function showNoMore(problem) {
  endAttention();
  showAbsent(problem);
  announce(find('absent-why').textContent);
}

/**
 * Whoever comes without a player may be one of the two who must not look now.
 * @param {any} problem
 */
function showAbsent(problem) {
  table.hidden = true;
  find('absent').hidden = false;
  if (!problem.code.startsWith('no_such_')) setText(find('absent-heading'), t('shares.not_now'));
  const stranger = problem.code === 'not_during_the_game' && !likelyPlayer();
  setText(find('absent-why'), stranger ? t('shares.for_players') : problemText(problem));
  find('as-guest').hidden = !stranger;
}

async function lookAsGuest() {
  try {
    await makeGuest();
    location.reload();
  } catch (problem) {
    setText(find('absent-why'), problemText(problem));
  }
}

async function open() {
  try {
    told = await read();
    ground = await groundOf(told, found);
  } catch (problem) {
    showAbsent(problem);
    return;
  }
  const { tree, players } = ground;
  cursor = new Cursor(tree);
  shown = new KeptNodes(tree, { nodeAt: (place) => ground.nodeAt(place) });
  shown.take(told);
  begin();
  find('card-top').open('white', players.white);
  find('card-bottom').open('black', players.black);
  drawFacts();
  find('tree').open(tree);
  table.dataset.ready = '';
  draw();
  if (told.grows && !document.hidden) growth.start();
  endAttention = attend({ look: lookedAt, leave: () => growth.stop(), due: lookAgain });
}

open();
