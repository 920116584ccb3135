// The study board: an empty board on which anybody tries moves, with all their variations. The address names the board, the rules and the
// stones that are set up, and for each address the tab keeps the moves. A study that is kept is named by its record.

import '../board/board-element.js';
import '../page/site-links.js';
import '../theme/theme.js';
import '../trying/next-ways.js';
import '../trying/score-estimate.js';
import '../trying/tree-tools.js';
import '../trying/tree-words.js';
import '../trying/trying-bar.js';
import '../trying/variation-tree.js';
import './study-player.js';
import { Cursor } from '../trying/tree.js';
import { Trying } from '../trying/trying.js';
import { StudyTree } from './study-tree.js';
import { askedBy, checkedLayout } from './asked.js';
import { clicked, emptyStudy, isEmpty, studyAddress, withStones } from '../go/study.js';
import { keepStudy, placeOfMoves } from './kept-study.js';
import { keptAddress } from './kept-address.js';
import { offerKeeping, showKeeping } from './keeping.js';
import { announce } from '../dom/announcer.js';
import { ask } from '../dom/dialogs.js';
import { besideRecord } from '../trying/tried-tree.js';
import { boardBox } from '../board/ground.js';
import { boardNamed } from '../go/named-board.js';
import { boardText, komiText, rulesText } from '../go/names.js';
import { boardWish } from '../go/wish.js';
import { branchTexts, capturedText, headText, refusedText } from '../trying/words.js';
import { change, onChange, setting } from '../storage/settings.js';
import { gridLayout } from '../board/layout.js';
import { forgetCopy } from '../trying/tab-copy.js';
import { find } from '../dom/find.js';
import { html, setFacts, setText } from '../dom/html.js';
import { icon } from '../dom/icons.js';
import { TOOLS as MARKS } from '../trying/marking.js';
import { markText } from '../trying/mark-words.js';
import { listenToKeys, showKeys } from '../trying/walk-bar.js';
import { offerToBegin } from '../from-here/button.js';
import { once } from '../dom/once.js';
import { parseVertex } from '../board/geometry.js';
import { pointText, refusalText } from '../go/move-text.js';
import { postTried } from '../net/api.js';
import { problemText } from '../text/problem-text.js';
import { settingsButtons } from '../page/settings-dialog.js';
import { COLORS, offerTools, setsUp, showTools } from './tools.js';
import { t, withTexts } from '../text/text.js';
import { walkByWheel } from '../board/wheel.js';
import { walkedView } from '../trying/walked-board.js';

/** @import { Layout } from '../board/layout.js' */

const KEYS = ['step', 'ten', 'ends', 'vary', 'points', 'remove_move', 'help'];
const [FIRST_MARK] = MARKS;

const table = find('table');
const board = find('board');
/**
 * What the moves begin with, and its board.
 * @type {any}
 */
let study = null;
/** @type {any} */
let layout = null;
/**
 * The record of a study that is kept, {id, name}, or null.
 * @type {any}
 */
let kept = null;
/** @type {any} */
let tree = null;
/** @type {any} */
let cursor = null;
/** @type {any} */
let trying = null;
/**
 * How moves are judged on the board.
 * @type {any}
 */
let beside = null;
/** What a click on the board does. */
let tool = 'turn';
/**
 * Why the last wish could not be met, until something else is shown.
 * @type {any}
 */
let said = null;
/**
 * The server's last refusal, which may say more than the rule.
 * @type {any}
 */
let refusal = null;

/** @param {any} of */
const keyOf = (of) => `tengen.tried.${studyAddress(of)}`;

// --- drawing ---

function draw({ moving = false } = {}) {
  if (!cursor) return;
  const { node } = cursor;
  drawBoard(moving);
  const { prisoners } = tree.positionAt(node);
  for (const color of COLORS) find(color).show({ prisoners: prisoners[color], toMove: trying.toMove === color });
  setText(find('turn'), headText(tree, node));
  setText(find('status'), said ?? aboutText(node));
  find('status').classList.toggle('illegal', said !== null);
  find('walk').show({ depth: cursor.depth, length: cursor.length, varied: tree.forks > 0 });
  find('tree').show(node);
  find('trying').show(trying);
  find('ways').show(tree, node);
  const { earlier, later, words } = trying;
  find('marks').show({ on: tool === 'mark', tool: trying.tool, earlier, later });
  find('words').show({ on: tool === 'mark', place: node, words });
  showTools(find('tools'), find('first'), { tool, toMove: trying.toMove });
  find('numbers').setAttribute('aria-pressed', setting('numbers'));
  find('clear').disabled = isEmpty(study) && trying.kept.count === 0;
  showKeeping({ trying, kept });
}

/**
 * What is to be known about the shown move, or about clicks that set stones up.
 * @param {number} node
 */
function aboutText(node) {
  if (!setsUp(tool)) return capturedText(tree.nodes[node].move);
  return t(tool === 'erase' ? 'study.erase' : 'study.set_up');
}

/** @param {boolean} moving */
function drawBoard(moving) {
  const { node } = cursor;
  board.show(walkedView(tree, node, {
    own: trying.marks,
    numbered: setting('numbers'),
    // With the tool 'turn' a click plays, and with any other one it chooses a point.
    mode: tool === 'turn' ? 'play' : 'choose',
    color: trying.toMove,
    estimate: estimated(tree.positionAt(node).stones),
    label: t('study.board_label', { size: boardText(layout) }),
  }), { moving });
  const box = boardBox(layout, setting('coordinates'));
  table.style.setProperty('--ratio', box.width / box.height);
}

/**
 * How surely the points of the shown position go to whom, if the reader has asked for that.
 * @param {string} stones
 */
function estimated(stones) {
  const { rules, komi } = study;
  return find('estimate').ownersOf({ board: boardWish(layout), rules, ...(komi !== null && { komi }), stones, to_move: trying.toMove });
}

function drawFacts() {
  const { rules, komi } = study;
  const called = rulesText(typeof rules === 'string' ? { preset: rules } : { ...rules, custom: true });
  const name = kept && (kept.name ? t('study.kept_as', { name: kept.name }) : t('study.kept'));
  setFacts(find('facts'), [boardText(layout), called, komi !== null && komiText(komi, rules), name].filter(Boolean));
}

// --- what the address says ---

/**
 * Shows a study on its board, with the moves that the tab or, beside its record, the server keeps for it. `before` is the key
 * under which the tab had them.
 * @param {any} next
 * @param {Layout} shape
 * @param {any} record
 * @param {string | null} before
 */
function show(next, shape, record = null, before = null) {
  trying?.end();
  board.setPreview(null);
  [study, layout, kept, said] = [next, shape, record, null];
  tree = new StudyTree(layout, study);
  cursor = new Cursor(tree);
  beside = besideRecord(tree, { board: boardWish(layout), rules: study.rules });
  let opens = kept !== null && before === null;
  trying = new Trying(tree, cursor, beside, {
    ...(kept ? placeOfMoves(kept, before) : { key: keyOf(study) }),
    ask: judged,
    changed() {
      // The moves that the server has come later than the page.
      if (opens && trying.kept.isRead) {
        opens = false;
        if (cursor.node === 0) cursor.last();
      }
      draw();
    },
    led: () => refuse(t('trying.led')),
    captured: (/** @type {number} */ node) => announce(capturedText(tree.nodes[node].move)),
    refused: (/** @type {any} */ { at }, /** @type {string} */ rule) => refuse(rule === 'invalid_position' ? problemText(refusal) : refusedText(rule, at)),
  });
  trying.on = true;
  if (tool === 'turn') cursor.last();
  find('tree').open(tree);
  table.dataset.ready = '';
  drawFacts();
  draw();
}

/** @param {any} asked */
async function judged(asked) {
  try {
    return await postTried(asked);
  } catch (problem) {
    refusal = problem;
    throw problem;
  }
}

/**
 * Goes on to another study. Where moves are left behind, the browser's Back leads to them.
 * @param {any} next
 */
function go(next, shape = layout) {
  const way = trying.kept.count > 0 || shape !== layout || kept ? 'pushState' : 'replaceState';
  history[way](null, '', studyAddress(next));
  show(next, shape);
}

/** Shows what the address names; where there is no such board, there is still one to begin with. */
async function fromHere() {
  const { search } = location;
  let asked = null;
  let problem = null;
  try {
    asked = await askedBy(new URLSearchParams(search));
  } catch (refused) {
    problem = refused;
  }
  // Meanwhile the reader may have gone on.
  if (location.search !== search) return;
  tool = 'turn';
  // The page of a record shows more than a position.
  if (asked && !asked.study) location.replace(`/records/${asked.kept?.id}`);
  else if (asked) show(asked.study, asked.layout, asked.kept);
  else if (!tree) show(emptyStudy(), gridLayout(boardNamed(emptyStudy().board)));
  if (problem) refuse(problemText(problem));
}

// --- from the person ---

/** @param {number} node */
function goTo(node) {
  cursor.goTo(node);
  arrived();
}

/** @param {any} to */
function walk(to) {
  if (!cursor) return;
  cursor.walk(to);
  arrived();
}

function arrived() {
  said = null;
  draw({ moving: true });
  const { node } = cursor;
  announce([headText(tree, node), capturedText(tree.nodes[node].move), ...branchTexts(tree, node)].filter(Boolean).join('. '));
}

/**
 * What cannot be done is said in the place of the remarks about a move.
 * @param {string} text
 */
function refuse(text) {
  said = text;
  announce(text);
  draw();
}

function refuseMore() {
  refuse(t('study.full', { max: trying.most }));
}

/** @param {string} at */
function tryMove(at) {
  takeUp('turn');
  if (trying.play(at)) arrived();
  else refuseMore();
}

/** @param {string} at */
function mark(at) {
  const made = trying.mark(at);
  if (made === undefined) return refuseMore();
  announce(t('tool.marked', { at, mark: made ? markText(made) : t('tool.none') }));
  draw();
}

/** @type {Record<string, () => void>} */
const deeds = {
  play: () => board.playPreview(),
  pass: () => tryMove('pass'),
  remove() {
    trying.remove();
    arrived();
  },
};

/** @param {string} name */
function takeUp(name) {
  tool = name;
  trying.tool = name === 'mark' ? FIRST_MARK : null;
}

/** @param {string} name */
function takeTool(name) {
  takeUp(name);
  said = null;
  draw();
  if (setsUp(name)) announce(aboutText(cursor.node));
}

const shownStones = () => tree.positionAt(cursor.node).stones;

/** Begins anew with the shown position and a change of it. False if the moves that are there shall not be left. */
async function setUp({ stones = shownStones(), toMove = trying.toMove }) {
  const next = { ...withStones(study, stones), to_move: toMove };
  if (trying.kept.count > 0 && !await ask({ title: t('study.set_up_title'), text: t('study.set_up_text'), yes: t('study.set_up_yes') })) {
    // The choice of who is to move has changed by itself.
    draw();
    return false;
  }
  go(next);
  return true;
}

/** @param {string} at */
async function setStone(at) {
  const point = parseVertex(layout, at);
  const stones = clicked(shownStones(), point, tool);
  if (stones !== shownStones() && await setUp({ stones })) announce(pointText({ vertex: at, stone: stones[point] }));
}

/**
 * Keeps the study as a record, and its moves beside it. The reader stays at the shown move.
 * @param {string} name
 */
async function keep(name) {
  const way = tree.triedTo(cursor.node).map((/** @type {number} */ node) => tree.nodes[node].move);
  const record = await keepStudy(study, layout, name);
  history.replaceState(null, '', keptAddress(record.id));
  show(study, layout, record, keyOf(study));
  let at = 0;
  for (const move of way) at = tree.sameMove(at, move) ?? at;
  goTo(at);
}

async function clear() {
  // What is kept stays, and the browser's Back leads to it.
  if (kept) return go({ ...withStones(study, ''), to_move: 'black' });
  if (!await ask({ title: t('study.clear_title'), text: t('study.clear_text'), yes: t('study.clear_yes'), danger: true })) return;
  /** @type {any} */
  const bare = { ...withStones(study, ''), to_move: 'black' };
  trying.end();
  for (const each of [study, bare]) forgetCopy(keyOf(each));
  history.replaceState(null, '', studyAddress(bare));
  tool = 'turn';
  show(bare, layout);
  board.focusPoint();
}

async function choose() {
  const { chooseBoard } = await withTexts(import('./board-choice.js'), 'home', 'axes');
  await chooseBoard({ ...study, board: layout }, async (/** @type {any} */ chosen) => {
    const same = chosen.board === study.board;
    const next = { ...(same ? study : emptyStudy()), ...chosen };
    const shape = await checkedLayout(next);
    tool = 'turn';
    if (studyAddress(next) !== studyAddress(study)) go(next, shape);
  });
}

offerTools(find('tools'), find('first'), { take: takeTool, first: (/** @type {string} */ color) => setUp({ toMove: color }) });
find('trying').addEventListener('trying', (/** @type {any} */ event) => deeds[event.detail.name]());
board.addEventListener('board-play', (/** @type {any} */ event) => tryMove(event.detail.at));
board.addEventListener('board-mark', (/** @type {any} */ { detail: { at } }) => (tool === 'mark' ? mark(at) : setStone(at)));
board.addEventListener('board-preview', (/** @type {any} */ event) => find('trying').choose(event.detail.at));
board.addEventListener('board-refuse', (/** @type {any} */ { detail: { at, rule } }) => refuse(refusalText(rule, at)));
find('marks').addEventListener('tool', (/** @type {any} */ { detail: { name } }) => {
  if (name === null) takeUp('turn');
  else trying.tool = name;
  // The marks go, and the focus with them.
  if (name === null && find('marks').contains(document.activeElement)) find('tools').querySelector('input').focus({ preventScroll: true });
  draw();
});
find('marks').addEventListener('shift', (/** @type {any} */ event) => {
  trying.shift(event.detail.direction);
  arrived();
});
find('words').addEventListener('words', (/** @type {any} */ event) => trying.write('words', event.detail.words) || refuseMore());
find('words').addEventListener('written', () => draw());
find('estimate').addEventListener('estimated', () => draw());
find('walk').addEventListener('walk', (/** @type {any} */ event) => walk(event.detail.to));
for (const id of ['tree', 'ways']) find(id).addEventListener('node-chosen', (/** @type {any} */ event) => goTo(event.detail.node));
listenToKeys({ walk, deeds: { Delete: () => trying?.tried && deeds.remove() }, list: KEYS });
walkByWheel(find('board'), walk, (to) => Boolean(cursor?.leads(to)));
find('numbers').addEventListener('click', () => change('numbers', !setting('numbers')));
find('clear').addEventListener('click', clear);
offerKeeping({ shown: () => ({ study, layout, tree, trying }), keep });
offerToBegin(find('from-here'), () => [
  { board: boardWish(layout), rules: study.rules, komi: study.komi, position: beside.beginAt(cursor.node) }, { stones: shownStones(), to_move: trying.toMove },
]);
find('choose').addEventListener('click', (/** @type {any} */ event) => once(event.currentTarget, choose));
find('show-diagram').addEventListener('click', async () => {
  const { showDiagram } = await withTexts(import('../board/diagram-sheet.js'), 'diagram');
  showDiagram(board, { label: `${board.view.label}, ${headText(tree, cursor.node)}`, name: `tengen-study-${cursor.depth}` });
});
find('bar-end').append(...settingsButtons(),
  html('button', { type: 'button', class: 'icon-button', 'aria-label': t('keys.title'), title: t('keys.title'), onclick: () => showKeys(KEYS) }, icon('keys')));
addEventListener('popstate', fromHere);
onChange(() => draw());
fromHere();
