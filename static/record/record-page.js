// The page of one record: the server tells the whole tree, and a reader walks it.

import '../board/board-element.js';
import '../page/site-links.js';
import '../theme/theme.js';
import './recorded-player.js';
import '../trying/score-estimate.js';
import '../trying/next-ways.js';
import '../trying/tree-tools.js';
import '../trying/tree-ways.js';
import '../trying/tree-words.js';
import '../trying/trying-bar.js';
import '../trying/variation-tree.js';
import { Cursor } from '../trying/tree.js';
import { Trying } from '../trying/trying.js';
import { SeenLine } from './seen-line.js';
import { TriedTree, besideRecord } from '../trying/tried-tree.js';
import { announce } from '../dom/announcer.js';
import { askedTask } from '../groups/task-address.js';
import { attend } from '../trying/attendance.js';
import { boardBox } from '../board/ground.js';
import { calledText, remarksText, timeText } from './node-words.js';
import { fetchLayout, knownLayout } from '../board/layouts.js';
import { t, withTexts } from '../text/text.js';
import { postTried, variationsOf } from '../net/api.js';
import { getRecord } from '../net/records.js';
import { headText, refusedText } from '../trying/words.js';
import { find } from '../dom/find.js';
import { html, setText } from '../dom/html.js';
import { icon } from '../dom/icons.js';
import { boardText } from '../go/names.js';
import { boardWish } from '../go/wish.js';
import { keepNearBoard } from '../trying/near-board.js';
import { likelyPlayer, onPlayer } from '../net/player.js';
import { listenToKeys, showKeys } from '../trying/walk-bar.js';
import { markText } from '../trying/mark-words.js';
import { mayBeMisread } from './misread.js';
import { offerMore } from './foot.js';
import { once } from '../dom/once.js';
import { onChange, setting } from '../storage/settings.js';
import { recordText } from '../go/record-words.js';
import { refusalText } from '../go/move-text.js';
import { problemText } from '../text/problem-text.js';
import { settingsButtons } from '../page/settings-dialog.js';
import { showFaults } from './faults-below.js';
import { showHeadline } from './headline.js';
import { styledBy } from '../dom/style-sheet.js';
import { studyAddress } from '../go/study.js';
import { walkByWheel } from '../board/wheel.js';
import { walkedView } from '../trying/walked-board.js';

const KEYS = ['step', 'ten', 'ends', 'vary', 'points', 'try', 'home', 'remove', 'help'];

const id = /** @type {string} */ (location.pathname.split('/').filter(Boolean).pop());
/**
 * Moves are kept for each reader: several may sit at one device after each other.
 * @param {string} reader
 */
const keyOf = (reader) => `tengen.tried.record.${id}.${reader}`;
const table = find('table');
/** The task of the address, or null. */
const asked = askedTask(location.search);
/** @type {any} */
let record = null;
/** @type {any} */
let layout = null;
/** Has any move of the record a comment? */
let isCommented = false;
/** @type {any} */
let seen = null;
/**
 * The moves that the reader tries.
 * @type {any}
 */
let trying = null;
/**
 * The mode in which the owner edits the record, once it was asked for, and its Editing while it is on.
 * @type {any}
 */
let mode = null;
/** @type {any} */
let editing = null;
/** The tree that is shown, and the reader's place in it. */
const shown = () => editing ?? trying;
/**
 * Why the last wish could not be met, until something else is shown.
 * @type {any}
 */
let said = null;
/**
 * Shows how far the task of the address is; null without one.
 * @type {any}
 */
let showTask = null;

// --- drawing ---

function draw({ moving = false } = {}) {
  if (!trying) return;
  const { tree, cursor } = shown();
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
  find('tools').show(shown());
  find('ways').show(tree, node);
  find('study').href = studyAddress(positionOf(tree.positionAt(node).stones));
  drawMode();
  if (!editing) seen.see(node);
  showTask?.();
}

/** The parts that differ while the record is edited: its owner's fields stand in the place of a reader's own. */
function drawMode() {
  const { node } = shown().cursor;
  for (const part of ['trying', 'estimate']) find(part).hidden = editing !== null;
  find('trying').show(trying);
  find('words').show({ on: trying.on, place: node, words: editing ? '' : trying.words });
  find('tree-ways').show({ kind: 'records', id, has: trying.keeps && !editing, mayShare: trying.hasKept && !editing, sent: () => trying.sent() });
  drawComment(editing ? '' : shown().tree.nodes[node].comment ?? '');
  table.classList.toggle('editing', editing !== null);
  // Among moves with a comment and moves without one nothing below it goes up and down.
  table.classList.toggle('commented', editing === null && isCommented);
  mode?.draw();
}

/** @param {any} comment */
function drawComment(comment) {
  const part = find('comment');
  if (part.textContent === comment) return;
  setText(part, comment);
  part.hidden = !comment;
  part.scrollTop = 0;
}

/** @param {any} moving */
function drawBoard(moving) {
  const { tree, cursor: { node }, tool, on, toMove } = shown();
  find('board').show(walkedView(tree, node, {
    // Those of a record that is edited are the record's own.
    own: editing ? {} : trying.marks,
    mode: tool ? 'choose' : on ? 'play' : 'idle',
    color: toMove,
    estimate: editing ? null : estimated(tree.positionAt(node).stones),
    label: t('board.label', { size: boardText(record.board), game: recordText(record.info) }),
  }), { moving });
  const box = boardBox(layout, setting('coordinates'));
  table.style.setProperty('--ratio', box.width / box.height);
}

/**
 * How surely the points of the shown position go to whom, if the reader has asked for that.
 * @param {string} stones
 */
const estimated = (stones) => find('estimate').ownersOf(positionOf(stones));

/**
 * The shown position as a question to the server.
 * @param {string} stones
 */
function positionOf(stones) {
  const { info: { komi }, judged_by: rules } = record;
  return { board: boardWish(record.board), rules, ...(typeof komi === 'number' && { komi }), stones, to_move: shown().toMove };
}

function drawInfo() {
  showHeadline(record, editing?.draft.info);
  drawOwner();
}

const isOwner = () => likelyPlayer()?.id === record.owner.id;

/** The buttons of the owner, and of everybody else. A pupil who replays the record for a task changes nothing of it. */
function drawOwner() {
  find('report').hidden = isOwner();
  find('edit').hidden = !isOwner() || asked !== null;
  // A draft is of the text that is there.
  find('choose-encoding').hidden = find('edit').hidden || editing !== null || !mayBeMisread(record);
  if (!find('edit').hidden && !KEYS.includes('edit')) KEYS.splice(KEYS.indexOf('home'), 0, 'edit', 'save');
}

// --- from the person ---

/** @param {number} node */
function goTo(node) {
  shown().cursor.goTo(node);
  arrived();
}

/** @param {any} to */
function walk(to) {
  if (!trying) return;
  shown().cursor.walk(to);
  arrived();
}

function arrived() {
  said = null;
  draw({ moving: true });
  const { tree, cursor } = shown();
  announce([calledText(tree, cursor.node), editing ? '' : trying.words].filter(Boolean).join('. '));
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

/** @param {string} at */
function tryMove(at) {
  if (editing) mode.play(at);
  else if (trying.play(at)) arrived();
  else refuseMore();
}

/** @type {Record<string, () => any>} */
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

/** @param {string} at */
function mark(at) {
  const made = shown().mark(at);
  if (made === undefined) return editing ? mode.refuseMore() : refuseMore();
  announce(t('tool.marked', { at, mark: made ? markText(made) : t('tool.none') }));
  draw();
}

find('trying').addEventListener('trying', (/** @type {any} */ event) => deeds[event.detail.name]());
find('board').addEventListener('board-play', (/** @type {any} */ event) => tryMove(event.detail.at));
find('board').addEventListener('board-mark', (/** @type {any} */ event) => mark(event.detail.at));
find('tools').addEventListener('tool', (/** @type {any} */ event) => {
  shown().tool = event.detail.name;
  draw();
});
find('tools').addEventListener('shift', (/** @type {any} */ event) => {
  shown().shift(event.detail.direction);
  arrived();
});
find('words').addEventListener('words', (/** @type {any} */ event) => trying.write('words', event.detail.words) || refuseMore());
find('words').addEventListener('written', () => draw());
find('estimate').addEventListener('estimated', () => draw());
find('board').addEventListener('board-preview', (/** @type {any} */ event) => (editing ? mode.bar : find('trying')).choose(event.detail.at));
find('board').addEventListener('board-refuse', (/** @type {any} */ { detail: { at, rule } }) => refuse(refusalText(rule, at)));
find('walk').addEventListener('walk', (/** @type {any} */ event) => walk(event.detail.to));
for (const id of ['tree', 'ways']) find(id).addEventListener('node-chosen', (/** @type {any} */ event) => goTo(event.detail.node));
const ifOpen = () => trying && !editing && deeds.switch();
/** @param {any} deed */
const ifTried = (deed) => () => !editing && trying?.tried && deeds[deed]();
const ifOwner = () => find('edit').hidden || switchEditing();
const keys = { v: ifOpen, V: ifOpen, e: ifOwner, E: ifOwner, Escape: ifTried('home'), Delete: () => (editing ? mode.remove() : ifTried('remove')()) };
listenToKeys({ walk, deeds: keys, list: KEYS });
walkByWheel(find('board'), walk, (to) => Boolean(trying) && shown().cursor.leads(to));
onChange(() => draw());

/**
 * Whether what a button has begun is not done yet.
 * @param {string} button
 */
const isAtWork = (button) => find(button).hasAttribute('aria-disabled');

/** The mode in which the owner edits the record begins, or ends. Until its encoding is chosen, nobody knows of which text a draft would be. */
const switchEditing = () => once(find('edit'), async () => {
  if (!trying || isAtWork('choose-encoding')) return;
  if (editing) return mode.end();
  const { EditMode } = await withTexts(import('./edit-mode.js'), 'editing');
  await styledBy('/static/style/editing.css');
  mode ??= new EditMode({ id, draw, drawInfo, arrived, refuse, show: showTree, renew });
  if (trying.on) trying.switch();
  mode.open({ record, layout, place: trying.tree.homeOf(trying.cursor.node) });
});
find('edit').addEventListener('click', switchEditing);

/**
 * Shows the tree of an Editing from now on, or without one that of the readers, at a place in the record.
 * @param {any} next
 */
function showTree(next, place = 0) {
  editing = next;
  said = null;
  if (!editing) trying.cursor.goTo(place);
  find('board').setPreview(null);
  find('tree').open(shown().tree);
  drawInfo();
  draw();
}

/**
 * The record is another one now.
 * @param {any} next
 */
function renew(next) {
  record = next;
  trying.end();
  read();
}

/**
 * The record is the same one in other letters. In a wrong encoding some of its nodes may have been hidden.
 * @param {any} next
 */
function reread(next) {
  const place = next.nodes.length === record.nodes.length ? trying.tree.homeOf(trying.cursor.node) : 0;
  renew(next);
  showTree(null, place);
}

offerMore({
  id, shown, position: () => positionOf(shown().tree.positionAt(shown().cursor.node).stones), record: () => record,
  isEdited: () => editing !== null || isAtWork('edit'), reread, refuse,
});
keepNearBoard(find('walk'), [find('comment'), find('tree')]);
find('comment').setAttribute('aria-label', t('record.comment'));
find('bar-end').append(...settingsButtons(),
  html('button', { type: 'button', class: 'icon-button', 'aria-label': t('keys.title'), title: t('keys.title'), onclick: () => showKeys(KEYS) }, icon('keys')));

/** Somebody may have come to replay the record for a task. The place of its words is kept until that is known. */
async function openTask() {
  try {
    const { taskStrip } = await import('./task-strip.js');
    showTask = taskStrip(asked, { record: id, seen });
  } catch {
    setText(find('task-problem'), problemText({ code: 'unreachable' }));
  }
}

/** Hangs the reader's tried moves on the record. */
function read() {
  const tree = new TriedTree(layout, record.nodes);
  isCommented = record.nodes.some((/** @type {any} */ { comment }) => comment);
  showFaults(find('faults'), record);
  const cursor = new Cursor(tree);
  // Several pupils may sit at one device after each other.
  const reader = likelyPlayer();
  // Before anything is tried, which is no part of the record.
  seen = new SeenLine(tree, asked && reader && `tengen.seen.${asked.task}.${reader.id}`);
  /** @param {any} deed */
  const unlessEdited = (deed) => (/** @type {any[]} */ ...about) => editing === null && deed(...about);
  trying = new Trying(tree, cursor, besideRecord(tree, { board: boardWish(record.board), rules: record.judged_by, handicap: record.info.handicap }), {
    key: keyOf(reader?.id ?? ''),
    strangersKey: reader && keyOf(''),
    server: reader && variationsOf('records', id),
    ask: postTried,
    changed: () => draw(),
    captured: unlessEdited((/** @type {number} */ node) => announce(remarksText(tree, node))),
    refused: unlessEdited((/** @type {any} */ { at }, /** @type {string} */ rule) => refuse(refusedText(rule, at))),
    led: unlessEdited(() => refuse(t('trying.led'))),
    attends: attend,
  });
}

async function open() {
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
  read();
  showTree(null);
  table.dataset.ready = '';
  // The server's greeting may name another player than this browser knew.
  onPlayer(drawOwner);
  if (asked) openTask();
}

open();
