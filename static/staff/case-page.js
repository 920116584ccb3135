// A case: its reports, the answer, and what can be done about the thing itself.

import { CASE_ACTS, GAME_ACTS, RECORD_ACTS } from './acts.js';
import { getGame } from '../net/api.js';
import { getRecord } from '../net/records.js';
import { actOnCase, actOnGame, actOnRecord, getCase } from '../net/staff.js';
import { caseFacts, caseText, whenText } from './case-item.js';
import { find } from '../dom/find.js';
import { factLine, html, setFacts } from '../dom/html.js';
import { foldedActs, openAct } from './act-form.js';
import { kindMark } from '../people/kind.js';
import { nameStaffPage, openStaffPage, say } from './entry.js';
import { playerName } from '../people/player-name.js';
import { t } from '../text/text.js';

/** @import { Account } from '../shapes/account.js' */
/** @import { PlayerCard } from '../shapes/player.js' */
/** @import { Case, CaseAnswer, CaseReport } from '../shapes/staff.js' */
/** @import { Color } from '../shapes/game.js' */

const id = /** @type {string} */ (location.pathname.split('/').pop());

/** @param {PlayerCard} player */
const nameLink = (player, address = '/players/') => html('a', { href: `${address}${player.id}` }, playerName(player));

/**
 * @param {CaseReport} parts
 * @param {Case} each
 */
function reportItem({ reporter, ground, words, event, created_at: at }, each) {
  const place = event !== null && each.about === 'game'
    && html('a', { href: `/games/${each.subject}?event=${event}`, 'data-testid': 'at-move' }, t('case.at_move'));
  return html('li', { class: 'report', 'data-testid': 'report' },
    html('h3', {}, t(`report.ground.${ground}`)),
    words ? html('p', { class: 'said-words' }, words) : null,
    html('p', { class: 'report-foot hint' }, html('span', { class: 'person' }, nameLink(reporter), kindMark(reporter)), html('span', {}, whenText(at)), place || null));
}

/** @param {PlayerCard} player */
const concernedItem = (player) => html('li', { class: 'device', 'data-testid': 'concerned' },
  html('span', { class: 'person' }, nameLink(player), kindMark(player)),
  html('a', { class: 'button', href: `/staff/players/${player.id}`, 'data-testid': 'to-staff-player', 'aria-label': t('staff.acts_on', { name: playerName(player) }) }, t('staff.acts')));

/** @param {{answer: CaseAnswer | null}} parts */
function drawAnswer({ answer }) {
  if (!answer) {
    find('answer').replaceChildren(openAct(CASE_ACTS[0], { id, target: {}, send: (body) => actOnCase(id, body), done: done('answer-title') }));
    return;
  }
  find('answer').replaceChildren(html('p', { 'data-testid': 'answered' }, ...factLine([t(`reports.outcome.${answer.outcome}`), whenText(answer.at)])),
    ...(answer.words ? [html('p', { class: 'said-words' }, answer.words)] : []));
}

/**
 * After an act the page is drawn anew, and the keyboard is at the heading of the part.
 * @param {string} heading
 */
const done = (heading) => async (/** @type {string} */ act) => {
  await load();
  say(t(`act.${act}.done`));
  const place = find(heading);
  (place.checkVisibility() ? place : find('title')).focus();
};

/**
 * The game or the record, with the acts on it; of a player there is a page of its own.
 * @param {Account} account
 * @param {Pick<Case, 'about' | 'subject'>} parts
 */
async function drawSubject(account, { about, subject }) {
  find('subject-part').hidden = !['game', 'record'].includes(about);
  find('subject-acts').replaceChildren();
  if (about === 'game') await drawGame(account, subject);
  if (about === 'record') await drawRecord(account, subject);
}

/**
 * The answer of the server, or null if there is no such thing any more.
 * @template T
 * @param {Promise<T>} answer
 * @param {string} code
 */
async function ifThere(answer, code) {
  try {
    return await answer;
  } catch (problem) {
    if (problem.code !== code) throw problem;
    return null;
  }
}

/**
 * @param {string} title
 * @param {string[]} facts
 * @param {...Node} content
 */
function showSubject(title, facts, ...content) {
  find('subject-title').textContent = title;
  setFacts(find('subject-facts'), facts);
  find('subject-acts').replaceChildren(...content);
}

/**
 * @param {string} href
 * @param {string} testId
 * @param {string} text
 */
const lookAt = (href, testId, text) => html('p', {}, html('a', { class: 'button', href, 'data-testid': testId }, text));

/**
 * @param {Account} account
 * @param {string} id
 */
async function drawGame(account, id) {
  const game = await ifThere(getGame(id), 'no_such_game');
  if (!game) return showSubject(t('case.game'), [t('case.gone')]);
  const { phase, players, voided_at: voided } = game;
  const sides = /** @type {Color[]} */ (['black', 'white']).filter((color) => players[color])
    .map((color) => t(`case.${color}`, { name: playerName(/** @type {PlayerCard} */ (players[color])) }));
  showSubject(t('case.game'), [...sides, t(`case.phase.${phase}`), ...(voided ? [t('case.voided')] : [])], lookAt(`/games/${id}`, 'to-game', t('case.look_game')),
    ...foldedActs(GAME_ACTS, { id, target: { account, game }, send: (body) => actOnGame(id, body), done: done('subject-title') }));
}

/**
 * @param {Account} account
 * @param {string} id
 */
async function drawRecord(account, id) {
  const record = await ifThere(getRecord(id), 'no_such_record');
  if (!record) return showSubject(t('case.record'), [t('case.gone')]);
  showSubject(t('case.record'), [], lookAt(`/records/${id}`, 'to-record', t('case.look_record')),
    ...foldedActs(RECORD_ACTS, { id, target: { account }, send: (body) => actOnRecord(id, body), done: done('subject-title') }));
}

/** @param {Account} account */
async function draw(account) {
  const { case: each, reports } = await getCase(id);
  nameStaffPage(caseText(each));
  setFacts(find('lead'), caseFacts(each));
  find('reports').replaceChildren(...reports.map((report) => reportItem(report, each)));
  find('concerned').replaceChildren(...each.players.map(concernedItem));
  drawAnswer(each);
  await drawSubject(account, each);
}

const load = openStaffPage(draw);
