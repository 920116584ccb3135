// The study board: an empty board on which anybody tries moves, with all their variations. The address names the board, the rules and the
// stones that are set up, and for each address the tab keeps the moves.

import '../board/board-element.js';
import '../site-links.js';
import '../theme.js';
import '../trying/next-ways.js';
import '../trying/score-estimate.js';
import '../trying/trying-bar.js';
import '../trying/variation-tree.js';
import '../trying/walk-bar.js';
import './study-player.js';
import { Cursor } from '../trying/tree.js';
import { MOST_TRIED, Trying } from '../trying/trying.js';
import { StudyTree } from './study-tree.js';
import { clicked, emptyStudy, fromAddress, isEmpty, studyAddress, withStones } from './study.js';
import { announce } from '../game/announcer.js';
import { ask } from '../dom/dialogs.js';
import { besideRecord } from '../trying/tried-tree.js';
import { boardBox } from '../board/ground.js';
import { boardView } from './board-view.js';
import { boardNamed } from '../game/named-board.js';
import { boardText, colorText, rulesText } from '../game/names.js';
import { boardWish } from '../game/wish.js';
import { branchTexts, capturedText, headText, refusedText } from '../trying/words.js';
import { change, onChange, setting } from '../settings.js';
import { checkedLayout } from './check.js';
import { gridLayout } from '../board/layout.js';
import { html, setFacts, setText } from '../dom/html.js';
import { icon, stoneIcon } from '../dom/icons.js';
import { kept } from '../account/kept.js';
import { listenToKeys, showKeys } from '../trying/walk-keys.js';
import { once } from '../account/once.js';
import { parseVertex } from '../board/geometry.js';
import { pointText, refusalText } from '../game/status-text.js';
import { postTried } from '../net/api.js';
import { problemText } from '../text/problem-text.js';
import { segment } from '../dom/segment.js';
import { settingsButtons } from '../settings-dialog.js';
import { t, withTexts } from '../text/text.js';

const KEYS = ['step', 'ten', 'ends', 'vary', 'points', 'remove_move', 'help'];
const TOOLS = ['turn', 'black', 'white', 'erase'];
const COLORS = ['black', 'white'];

const find = (id) => document.getElementById(id);
const table = find('table');
const board = find('board');
/** What the moves begin with, and its board. */
let study = null;
let layout = null;
let tree = null;
let cursor = null;
let trying = null;
let tool = 'turn';
/** Why the last wish could not be met, until something else is shown. */
let said = null;
/** The server's last refusal, which may say more than the rule. */
let refusal = null;

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
  for (const input of find('tools').querySelectorAll('input')) input.checked = input.value === tool;
  for (const input of find('first').querySelectorAll('input')) input.checked = input.value === trying.toMove;
  find('first').hidden = tool === 'turn';
  find('numbers').setAttribute('aria-pressed', setting('numbers'));
  find('clear').disabled = isEmpty(study) && tree.count === 0;
}

/** What is to be known about the shown move, or about clicks that set stones up. */
function aboutText(node) {
  if (tool === 'turn') return capturedText(tree.nodes[node].move);
  return t(tool === 'erase' ? 'study.erase' : 'study.set_up');
}

function drawBoard(moving) {
  const { node } = cursor;
  const estimate = estimated(tree.positionAt(node).stones);
  board.show(boardView(tree, node, { tool, color: trying.toMove, estimate }), { moving });
  const box = boardBox(layout, setting('coordinates'));
  table.style.setProperty('--ratio', box.width / box.height);
}

/** How surely the points of the shown position go to whom, if the reader has asked for that. */
function estimated(stones) {
  const { rules, komi } = study;
  return find('estimate').ownersOf({ board: boardWish(layout), rules, ...(komi !== null && { komi }), stones, to_move: trying.toMove });
}

function drawFacts() {
  const { rules, komi } = study;
  const called = rulesText(typeof rules === 'string' ? { preset: rules } : { ...rules, custom: true });
  setFacts(find('facts'), [boardText(layout), called, ...(komi === null ? [] : [t('game.komi', { komi })])]);
}

// --- what the address says ---

/** Shows a study on its board, with the moves that the tab keeps for it. */
function show(next, shape) {
  trying?.end();
  board.setPreview(null);
  [study, layout, said] = [next, shape, null];
  tree = new StudyTree(layout, study);
  cursor = new Cursor(tree);
  trying = new Trying(tree, cursor, besideRecord(tree, { board: boardWish(layout), rules: study.rules }), {
    key: keyOf(study),
    ask: judged,
    changed: () => draw(),
    captured: (node) => announce(capturedText(tree.nodes[node].move)),
    refused: ({ at }, rule) => refuse(rule === 'invalid_position' ? problemText(refusal) : refusedText(rule, at)),
  });
  trying.on = true;
  if (tool === 'turn') cursor.last();
  find('tree').open(tree);
  table.dataset.ready = '';
  drawFacts();
  draw();
}

async function judged(asked) {
  try {
    return await postTried(asked);
  } catch (problem) {
    refusal = problem;
    throw problem;
  }
}

/** Goes on to another study. Where moves are left behind, the browser's Back leads to them. */
function go(next, shape = layout) {
  const way = tree.count > 0 || shape !== layout ? 'pushState' : 'replaceState';
  history[way](null, '', studyAddress(next));
  show(next, shape);
}

/** Shows what the address names; where there is no such board, there is still one to begin with. */
async function fromHere() {
  const { search } = location;
  const asked = fromAddress(new URLSearchParams(search));
  let shape = null;
  let problem = null;
  try {
    shape = await checkedLayout(asked);
  } catch (refused) {
    problem = refused;
  }
  // Meanwhile the reader may have gone on.
  if (location.search !== search) return;
  tool = 'turn';
  if (shape) show(asked, shape);
  else if (!tree) show(emptyStudy(), gridLayout(boardNamed(emptyStudy().board)));
  if (problem) refuse(problemText(problem));
}

// --- from the person ---

function goTo(node) {
  cursor.goTo(node);
  arrived();
}

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

/** What cannot be done is said in the place of the remarks about a move. */
function refuse(text) {
  said = text;
  announce(text);
  draw();
}

function tryMove(at) {
  tool = 'turn';
  if (trying.play(at)) arrived();
  else refuse(t('study.full', { max: MOST_TRIED }));
}

const deeds = {
  play: () => board.playPreview(),
  pass: () => tryMove('pass'),
  remove() {
    trying.remove();
    arrived();
  },
};

function takeTool(name) {
  tool = name;
  said = null;
  draw();
  if (name !== 'turn') announce(aboutText(cursor.node));
}

const shownStones = () => tree.positionAt(cursor.node).stones;

/** Begins anew with the shown position and a change of it. False if the moves that are there shall not be left. */
async function setUp({ stones = shownStones(), toMove = trying.toMove }) {
  const next = { ...withStones(study, stones), to_move: toMove };
  if (tree.count > 0 && !await ask({ title: t('study.set_up_title'), text: t('study.set_up_text'), yes: t('study.set_up_yes') })) {
    // The choice of who is to move has changed by itself.
    draw();
    return false;
  }
  go(next);
  return true;
}

async function setStone(at) {
  const point = parseVertex(layout, at);
  const stones = clicked(shownStones(), point, tool);
  if (stones !== shownStones() && await setUp({ stones })) announce(pointText({ vertex: at, stone: stones[point] }));
}

async function clear() {
  if (!await ask({ title: t('study.clear_title'), text: t('study.clear_text'), yes: t('study.clear_yes'), danger: true })) return;
  const bare = { ...withStones(study, ''), to_move: 'black' };
  for (const each of [study, bare]) kept((storage) => storage.removeItem(keyOf(each)));
  trying.end();
  history.replaceState(null, '', studyAddress(bare));
  tool = 'turn';
  show(bare, layout);
  board.focusPoint();
}

async function choose() {
  const { chooseBoard } = await withTexts(import('./board-choice.js'), 'home', 'axes');
  await chooseBoard({ ...study, board: layout }, async (chosen) => {
    const same = chosen.board === study.board;
    const next = { ...(same ? study : emptyStudy()), ...chosen };
    const shape = await checkedLayout(next);
    tool = 'turn';
    if (studyAddress(next) !== studyAddress(study)) go(next, shape);
  });
}

find('tools').append(...TOOLS.map((name) => segment('tool', name, [...(COLORS.includes(name) ? [stoneIcon(name)] : []), t(`study.tool.${name}`)], name === tool, () => takeTool(name))));
find('first').append(...COLORS.map((color) => segment('first', color, [stoneIcon(color), colorText(color)], false, () => setUp({ toMove: color }))));
for (const id of ['tools', 'first']) {
  // After a click by hand the arrows walk, and choose nothing.
  find(id).addEventListener('click', (event) => event.detail > 0 && event.target.blur());
}
find('trying').addEventListener('trying', (event) => deeds[event.detail.name]());
board.addEventListener('board-play', (event) => tryMove(event.detail.at));
board.addEventListener('board-mark', (event) => setStone(event.detail.at));
board.addEventListener('board-preview', (event) => find('trying').choose(event.detail.at));
board.addEventListener('board-refuse', ({ detail: { at, rule } }) => refuse(refusalText(rule, at)));
find('estimate').addEventListener('estimated', () => draw());
find('walk').addEventListener('walk', (event) => walk(event.detail.to));
for (const id of ['tree', 'ways']) find(id).addEventListener('node-chosen', (event) => goTo(event.detail.node));
listenToKeys({ walk, deeds: { Delete: () => trying?.tried && deeds.remove() }, list: KEYS });
find('numbers').addEventListener('click', () => change('numbers', !setting('numbers')));
find('clear').addEventListener('click', clear);
find('choose').addEventListener('click', (event) => once(event.currentTarget, choose));
find('show-diagram').addEventListener('click', async () => {
  const { showDiagram } = await withTexts(import('../board/diagram-sheet.js'), 'diagram');
  showDiagram(board, { label: `${board.view.label}, ${headText(tree, cursor.node)}`, name: `tengen-study-${cursor.depth}` });
});
find('bar-end').append(...settingsButtons(),
  html('button', { type: 'button', class: 'icon-button', 'aria-label': t('keys.title'), title: t('keys.title'), onclick: () => showKeys(KEYS) }, icon('keys')));
addEventListener('popstate', fromHere);
onChange(() => draw());
fromHere();
