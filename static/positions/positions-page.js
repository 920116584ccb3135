// The search by position: a board on which anybody lays stones out. The server finds the
// captures of a move; the page shows the stones of its answer.

import '../board/board-element.js';
import './position-answer.js';
import '../page/site-links.js';
import '../theme/theme.js';
import { addressOf, emptyBoard, fieldsOf, fromAddress, isEmpty, lastMove, withMove, without, withoutLast } from './laid.js';
import { boardNamed, layoutNamed } from '../go/named-board.js';
import { boardText, colorText } from '../go/names.js';
import { t } from '../text/text.js';
import { getPosition } from '../net/api.js';
import { segment } from '../dom/segment.js';
import { find } from '../dom/find.js';
import { setText } from '../dom/html.js';
import { onChange, setting } from '../storage/settings.js';
import { parseVertex, vertexOf } from '../board/geometry.js';
import { pointText } from '../go/move-text.js';
import { problemText } from '../text/problem-text.js';
import { settingsButtons } from '../page/settings-dialog.js';

/** @import { Layout } from '../board/layout.js' */
/** @import { Laid } from './laid.js' */

const SIZES = ['9x9', '13x13', '19x19'];
const TOOLS = ['turn', 'black', 'white', 'erase'];
const GAMES = 10;

const board = find('board');
let laid = emptyBoard('19x19');
/**
 * The server's answer, and the board to which it belongs.
 * @type {any}
 */
let answer = null;
/** @type {Layout} */
let layout;
let tool = 'turn';
/**
 * One question after the other, so that quick clicks build on each other.
 * @type {Promise<unknown>}
 */
let line = Promise.resolve();

/**
 * Asks about a position, which is the one of this page unless the server refuses it.
 * @param {Laid} next
 */
async function ask(next) {
  find('problem').textContent = '';
  try {
    const shape = await layoutNamed(next.board);
    const found = await getPosition({ ...fieldsOf(next, shape.count), limit: GAMES });
    [laid, layout, answer] = [next, shape, found];
  } catch (problem) {
    find('problem').textContent = problemText(problem);
    return false;
  }
  return true;
}

function show() {
  draw();
  find('answer').show(answer, { choose: true });
}

/**
 * Goes on to another position, which Back leaves again.
 * @param {(before: Laid, answer: any) => Laid} make
 */
function go(make) {
  line = line.then(async () => {
    // Without an answer there is nothing to go on from: whatever is pressed asks again.
    if (!answer) return begin();
    if (!await ask(make(laid, answer))) return;
    history.pushState({ depth: (history.state?.depth ?? 0) + 1 }, '', addressOf(laid));
    show();
  });
}

/** @type {(at: string) => void} */
const play = (at) => go((before, { to_move: toMove }) => withMove(before, tool === 'white' || tool === 'black' ? tool : toMove, at));

/** As the browser's Back, as long as it stays on this page. */
function takeBack() {
  if (history.state?.depth > 0) history.back();
  else go(withoutLast);
}

function draw() {
  const { stones, to_move: toMove, continuations, games_total: total } = answer;
  const color = tool === 'white' || tool === 'black' ? tool : toMove;
  const last = lastMove(laid);
  const games = new Map(continuations.flatMap((/** @type {any} */ { at, alike, games: count }) => [at, ...alike].map((vertex) => [vertex, count])));
  board.show({
    board: layout,
    stones,
    marks: { lastMove: last, continued: continuations },
    mode: tool === 'erase' ? 'mark' : 'play',
    color,
    named: setting('coordinates'),
    // There is no button here that would play the chosen point.
    placing: setting('placing') === 'button' ? 'two' : setting('placing'),
    label: t('search.board_label', { size: boardText(layout) }),
    pointName: (/** @type {number} */ point) => {
      const vertex = vertexOf(layout, point);
      return pointText({ vertex, stone: stones[point], lastMove: vertex === last && stones[point] !== '.', games: games.get(vertex) });
    },
  });
  setText(find('turn'), t('search.to_move', { color: colorText(toMove) }));
  setText(find('said'), total === 0 ? t('positions.none') : t('positions.count', { count: total }));
  find('back').disabled = laid.moves.length === 0 && !(history.state?.depth > 0);
  find('clear').disabled = isEmpty(laid) && laid.toMove === 'black';
  for (const input of /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll('input[name="size"]'))) input.checked = input.value === laid.board;
}

async function more() {
  const before = answer;
  try {
    const page = await getPosition({ ...fieldsOf(laid, layout.count), limit: GAMES, cursor: before.next });
    if (answer !== before) return;
    answer = { ...answer, next: page.next };
    find('answer').add(page);
  } catch (problem) {
    find('problem').textContent = problemText(problem);
  }
}

/** Shows what the address names; where that is no position, there is still a board to begin with. */
async function begin() {
  if (!await ask(fromAddress(new URLSearchParams(location.search))) && !answer) {
    const why = find('problem').textContent;
    await ask(emptyBoard('19x19'));
    find('problem').textContent = why;
  }
  if (answer) show();
}

function fromHere() {
  line = line.then(begin);
}

document.title = t('search.title');
find('bar-end').append(...settingsButtons());
find('sizes').append(...SIZES.map((size) => segment('size', size, boardText(boardNamed(size)), false, () => go(() => emptyBoard(size)))));
find('tools').append(...TOOLS.map((name) => segment('tool', name, t(`search.tool.${name}`), name === tool, () => {
  tool = name;
  if (answer) draw();
})));
board.addEventListener('board-play', (/** @type {CustomEvent} */ { detail }) => play(detail.at));
board.addEventListener('board-mark', (/** @type {CustomEvent} */ { detail }) => go((before, found) => without(before, found, parseVertex(layout, detail.at))));
find('answer').addEventListener('way', (/** @type {CustomEvent} */ { detail }) => go((before, { to_move: toMove }) => withMove(before, toMove, detail.at)));
find('answer').addEventListener('more', more);
find('back').addEventListener('click', takeBack);
find('pass').addEventListener('click', () => play('pass'));
find('clear').addEventListener('click', () => go(({ board: size }) => emptyBoard(size)));
addEventListener('popstate', fromHere);
onChange(() => answer && draw());
fromHere();
