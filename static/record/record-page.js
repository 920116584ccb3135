// The page of one record: the server tells the whole tree, and a reader walks it.

import '../board/board-element.js';
import '../site-links.js';
import '../theme.js';
import './recorded-player.js';
import '../trying/score-estimate.js';
import '../trying/next-ways.js';
import '../trying/tree-tools.js';
import '../trying/tree-ways.js';
import '../trying/tree-words.js';
import '../trying/trying-bar.js';
import '../trying/variation-tree.js';
import '../trying/walk-bar.js';
import { Cursor } from '../trying/tree.js';
import { Trying } from '../trying/trying.js';
import { SeenLine } from './seen-line.js';
import { TriedTree, besideRecord } from '../trying/tried-tree.js';
import { announce } from '../game/announcer.js';
import { askedTask } from '../groups/task-address.js';
import { attend } from '../trying/attendance.js';
import { boardBox } from '../board/ground.js';
import { calledText, remarksText, timeText } from './node-words.js';
import { fetchLayout, knownLayout } from '../board/layouts.js';
import { t, withTexts } from '../text/text.js';
import { getRecord, postTried, recordFile, variationsOf } from '../net/api.js';
import { headText, refusedText } from '../trying/words.js';
import { html, setFacts, setText } from '../dom/html.js';
import { infoRows, recordText } from './words.js';
import { icon } from '../dom/icons.js';
import { boardText, resultText } from '../game/names.js';
import { boardWish } from '../game/wish.js';
import { playerName } from '../game/player-name.js';
import { kindMark } from '../game/kind.js';
import { likelyPlayer } from '../net/player.js';
import { listenToKeys, showKeys } from '../trying/walk-keys.js';
import { markText } from '../trying/mark-words.js';
import { offerToBegin } from '../from-here/button.js';
import { onChange, setting } from '../settings.js';
import { refusalText } from '../game/status-text.js';
import { problemText } from '../text/problem-text.js';
import { settingsButtons } from '../settings-dialog.js';
import { studyAddress } from '../study/study.js';
import { walkedView } from '../trying/walked-board.js';

const KEYS = ['step', 'ten', 'ends', 'vary', 'points', 'try', 'home', 'remove', 'help'];

const find = (id) => document.getElementById(id);
const id = location.pathname.split('/').filter(Boolean).pop();
/** Moves are kept for each reader: several may sit at one device after each other. */
const keyOf = (reader) => `tengen.tried.record.${id}.${reader}`;
const table = find('table');
let record = null;
let layout = null;
let tree = null;
let cursor = null;
let seen = null;
/** How moves are judged beside the record. */
let beside = null;
/** The moves that the reader tries. */
let trying = null;
/** Why the last wish could not be met, until something else is shown. */
let said = null;
/** Shows how far the task of the address is; null without one. */
let showTask = null;

// --- drawing ---

function draw({ moving = false } = {}) {
  if (!cursor) return;
  const { node } = cursor;
  drawBoard(moving);
  const { prisoners } = tree.positionAt(node);
  for (const card of [find('card-top'), find('card-bottom')]) {
    card.show({ prisoners: prisoners[card.color], time: timeText(tree, node, card.color) });
  }
  setText(find('turn'), headText(tree, node));
  setText(find('status'), said ?? remarksText(tree, node));
  find('status').classList.toggle('illegal', said !== null || Boolean(tree.nodes[node].move?.illegal));
  find('walk').show({ depth: cursor.depth, length: cursor.length, varied: tree.forks > 0 });
  find('tree').show(node);
  find('trying').show(trying);
  find('tools').show(trying);
  find('words').show({ on: trying.on, place: node, words: trying.words });
  find('ways').show(tree, node);
  find('tree-ways').show({ kind: 'records', id, has: trying.keeps, mayShare: trying.hasKept, sent: () => trying.sent() });
  find('study').href = studyAddress(positionOf(tree.positionAt(node).stones));
  const { comment } = tree.nodes[node];
  drawComment(comment ?? '');
  seen.see(node);
  showTask?.();
}

function drawComment(comment) {
  const part = find('comment');
  if (part.textContent === comment) return;
  setText(part, comment);
  part.hidden = !comment;
  part.scrollTop = 0;
}

function drawBoard(moving) {
  const { node } = cursor;
  find('board').show(walkedView(tree, node, {
    own: trying.marks,
    mode: trying.tool ? 'choose' : trying.on ? 'play' : 'idle',
    color: trying.toMove,
    estimate: estimated(tree.positionAt(node).stones),
    label: t('board.label', { size: boardText(record.board), game: recordText(record.info) }),
  }), { moving });
  const box = boardBox(layout, setting('coordinates'));
  table.style.setProperty('--ratio', box.width / box.height);
}

/** How surely the points of the shown position go to whom, if the reader has asked for that. */
const estimated = (stones) => find('estimate').ownersOf(positionOf(stones));

/** The shown position as a question to the server. */
function positionOf(stones) {
  const { info: { komi }, judged_by: rules } = record;
  return { board: boardWish(record.board), rules, ...(typeof komi === 'number' && { komi }), stones, to_move: trying.toMove };
}

function drawInfo() {
  const { info } = record;
  setText(find('heading'), recordText(info));
  const facts = [info.event, info.date, info.result && resultText(info.result)].filter(Boolean);
  setFacts(find('facts'), facts);
  const { owner } = record;
  const broughtBy = html('span', { class: 'brought-by' }, html('a', { class: 'record-owner', href: `/players/${owner.id}`, 'data-testid': 'record-owner' }, playerName(owner)), kindMark(owner));
  find('info-list').replaceChildren(...[...infoRows(record), [t('record.info.owner'), broughtBy]].map(([label, text]) =>
    html('div', {}, html('dt', {}, label), html('dd', {}, text))));
  find('download').href = recordFile(id);
  find('report').hidden = likelyPlayer()?.id === owner.id;
  document.title = t('record.title', { record: recordText(info) });
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
  announce([calledText(tree, cursor.node), trying.words].filter(Boolean).join('. '));
}

/** What cannot be done is said in the place of the remarks about a move. */
function refuse(text) {
  said = text;
  announce(text);
  draw();
}

function tryMove(at) {
  if (trying.play(at)) arrived();
  else refuseMore();
}

const deeds = {
  switch() {
    trying.switch();
    said = null;
    // The strip says by itself that it is on.
    if (!trying.on) announce(t('trying.off'));
    if (find('tools').contains(document.activeElement)) find('trying').switch.focus({ preventScroll: true });
    draw();
  },
  play: () => find('board').playPreview(),
  pass: () => tryMove('pass'),
  remove() {
    trying.remove();
    arrived();
  },
  home: () => trying.goHome() && arrived(),
};

function refuseMore() {
  refuse(t('trying.full', { max: trying.most }));
}

function mark(at) {
  const made = trying.mark(at);
  if (made === undefined) return refuseMore();
  announce(t('tool.marked', { at, mark: made ? markText(made) : t('tool.none') }));
  draw();
}

find('trying').addEventListener('trying', (event) => deeds[event.detail.name]());
find('board').addEventListener('board-play', (event) => tryMove(event.detail.at));
find('board').addEventListener('board-mark', (event) => mark(event.detail.at));
find('tools').addEventListener('tool', (event) => {
  trying.tool = event.detail.name;
  draw();
});
find('tools').addEventListener('shift', (event) => {
  trying.shift(event.detail.direction);
  arrived();
});
find('words').addEventListener('words', (event) => trying.write('words', event.detail.words) || refuseMore());
find('words').addEventListener('written', () => draw());
find('estimate').addEventListener('estimated', () => draw());
find('board').addEventListener('board-preview', (event) => find('trying').choose(event.detail.at));
find('board').addEventListener('board-refuse', ({ detail: { at, rule } }) => refuse(refusalText(rule, at)));
find('walk').addEventListener('walk', (event) => walk(event.detail.to));
for (const id of ['tree', 'ways']) find(id).addEventListener('node-chosen', (event) => goTo(event.detail.node));
const ifOpen = () => trying && deeds.switch();
const ifTried = (deed) => () => trying?.tried && deeds[deed]();
listenToKeys({ walk, deeds: { v: ifOpen, V: ifOpen, Escape: ifTried('home'), Delete: ifTried('remove') }, list: KEYS });
onChange(() => draw());

find('report').addEventListener('click', async () => {
  const { showReport } = await withTexts(import('../reports/report-dialog.js'), 'reports');
  showReport({ subjects: [{ about: 'record', id }] });
});
offerToBegin(find('from-here'), () => {
  const { info: { komi, handicap } } = record;
  const { node } = cursor;
  const position = { ...positionOf(tree.positionAt(node).stones), komi, handicap, position: beside.beginAt(node) };
  return [position, { stones: position.stones, to_move: position.to_move }];
});
find('show-diagram').addEventListener('click', async () => {
  const { showDiagram } = await withTexts(import('../board/diagram-sheet.js'), 'diagram');
  showDiagram(find('board'), { label: `${find('board').view.label}, ${headText(tree, cursor.node)}`, name: `tengen-${id}-${cursor.depth}` });
});
find('comment').setAttribute('aria-label', t('record.comment'));
find('bar-end').append(...settingsButtons(),
  html('button', { type: 'button', class: 'icon-button', 'aria-label': t('keys.title'), title: t('keys.title'), onclick: () => showKeys(KEYS) }, icon('keys')));

/** Somebody may have come to replay the record for a task. The place of its words is kept until that is known. */
async function openTask(asked) {
  try {
    const { taskStrip } = await import('./task-strip.js');
    showTask = taskStrip(asked, { record: id, seen });
  } catch {
    setText(find('task-problem'), problemText({ code: 'unreachable' }));
  }
}

async function open() {
  const asked = askedTask(location.search);
  find('task').hidden = !asked;
  try {
    record = await getRecord(id);
    layout = knownLayout(record.board) ?? await fetchLayout(record.board);
  } catch (problem) {
    table.hidden = true;
    find('absent').hidden = false;
    setText(find('absent-why'), problemText(problem));
    document.title = t('record.absent_title');
    return;
  }
  tree = new TriedTree(layout, record.nodes);
  cursor = new Cursor(tree);
  // Several pupils may sit at one device after each other.
  const reader = likelyPlayer();
  // Before anything is tried, which is no part of the record.
  seen = new SeenLine(tree, asked && reader && `tengen.seen.${asked.task}.${reader.id}`);
  const game = { board: boardWish(record.board), rules: record.judged_by, handicap: record.info.handicap };
  beside = besideRecord(tree, game);
  trying = new Trying(tree, cursor, beside, {
    key: keyOf(reader?.id ?? ''),
    strangersKey: reader && keyOf(''),
    server: reader && variationsOf('records', id),
    ask: postTried,
    changed: () => draw(),
    captured: (node) => announce(remarksText(tree, node)),
    refused: ({ at }, rule) => refuse(refusedText(rule, at)),
    led: () => refuse(t('trying.led')),
    attends: attend,
  });
  find('card-top').open('white', record.info.players.white);
  find('card-bottom').open('black', record.info.players.black);
  drawInfo();
  find('tree').open(tree);
  table.dataset.ready = '';
  draw();
  if (asked) openTask(asked);
}

open();
