// The page of a player: the name, the results, and the games.

import '../games/games-list.js';
import '../page/site-links.js';
import '../theme/theme.js';
import { currentPlayer, likelyPlayer, onPlayer } from '../net/player.js';
import { drawAcquaintance, listenToAcquaintance } from './acquaintance.js';
import { drawResults } from './results-table.js';
import { hasText, locale, t, withTexts } from '../text/text.js';
import { getProfile, getResults } from '../net/people.js';
import { hearOffers } from '../offers/hearing.js';
import { likelyRoles } from '../net/roles.js';
import { playerName } from '../people/player-name.js';
import { problemText } from '../text/problem-text.js';
import { searchFields } from '../games/fields.js';
import { find } from '../dom/find.js';
import { html, setText } from '../dom/html.js';
import { settingsButtons } from '../page/settings-dialog.js';
import { strengthOf } from '../people/strength.js';

/** @import { SearchField } from '../games/fields.js' */
/** @import { PlayerCard } from '../shapes/player.js' */

/** @type {any} */
const id = location.pathname.split('/').pop();
const day = new Intl.DateTimeFormat(locale(), { dateStyle: 'long' });
const month = new Intl.DateTimeFormat(locale(), { year: 'numeric', month: 'long' });
const { few, others } = searchFields();
/**
 * The filters that say something about one player.
 * @type {Record<string, SearchField>}
 */
const fields = { phase: few.phase, color: others.color, size: few.size, rules: few.rules };

/**
 * @param {PlayerCard & {created_at: number}} player
 * @param {string | null} strength
 */
function drawPlayer(player, strength) {
  const { created_at: since, kind } = player;
  const name = playerName(player);
  find('name').textContent = name;
  document.title = t('player.title', { name });
  const key = `player.about.${kind}`;
  find('about').textContent = t(hasText(key) ? key : 'player.about.guest', { date: day.format(since) });
  setText(find('strength'), strength ?? '');
  // Nobody is there any more who would answer.
  if (kind !== 'deleted') find('offer').href = `/?opponent=${id}`;
  drawOffer();
  drawReport(player);
  drawForStaff(player);
}

/**
 * Whose a bot is; nobody else belongs to anybody.
 * @param {PlayerCard | null} owner
 */
function drawOwner(owner) {
  find('owner').hidden = !owner;
  if (!owner) return;
  const [link] = find('owner').children;
  link.href = `/players/${owner.id}`;
  link.textContent = t('player.owner', { name: playerName(owner) });
}

/**
 * The names that the player had before, the latest first.
 * @param {{name: string, until: number}[]} names
 */
function drawFormer(names) {
  find('former').hidden = names.length === 0;
  find('former').replaceChildren(...names.map(({ name, until }) => html('li', {}, t('player.former', { name, date: month.format(until) }))));
}

/** Nobody plays against oneself. */
function drawOffer() {
  find('offer').hidden = !find('offer').href || currentPlayer()?.id === id;
}

/**
 * Nobody reports oneself, and behind a computer or a deleted account there is nobody.
 * @param {PlayerCard} player
 */
function drawReport({ kind }) {
  find('report').hidden = ['computer', 'deleted'].includes(kind) || likelyPlayer()?.id === id;
}

/**
 * Those with a role have another page of the player, who is not oneself.
 * @param {PlayerCard} player
 */
function drawForStaff({ kind }) {
  const reader = likelyPlayer();
  find('for-staff').hidden = likelyRoles(reader).length === 0 || reader?.id === id || ['computer', 'deleted'].includes(kind);
  find('for-staff').firstElementChild.href = `/staff/players/${id}`;
}

async function report() {
  const { showReport } = await withTexts(import('../reports/report-dialog.js'), 'reports');
  const name = find('name').textContent;
  showReport({ subjects: ['player', 'name'].map((about) => ({ about, id, name })), newPlayer: () => connection.reconnectNow() });
}

async function load() {
  try {
    const [{ player, former_names: former, owner }, results] = await Promise.all([getProfile(id), getResults(id)]);
    drawPlayer(player, await strengthOf(player));
    onPlayer(() => {
      drawAcquaintance(player);
      drawReport(player);
    });
    drawAcquaintance(player);
    drawOwner(owner);
    drawFormer(former);
    drawResults(results);
  } catch (problem) {
    find('problem').textContent = problemText(problem);
  }
}

/** The choices of the filters, which the address holds. */
function fillFilters() {
  const asked = new URLSearchParams(location.search);
  for (const [name, { write }] of Object.entries(fields)) write(asked.get(name) ?? '');
}

async function showGames() {
  const chosen = Object.entries(fields).map(([name, { read }]) => [name, read()]).filter(([, value]) => value !== '');
  const query = { player: id, ...Object.fromEntries(chosen) };
  find('search').href = `/games?${new URLSearchParams(query)}`;
  const problem = await find('games').show(query);
  if (problem) find('problem').textContent = problemText(problem);
}

function filter() {
  const chosen = new URLSearchParams(Object.entries(fields).map(([name, { read }]) => [name, read()]).filter(([, value]) => value !== ''));
  history.replaceState(null, '', chosen.size > 0 ? `?${chosen}` : location.pathname);
  showGames();
}

document.title = t('player.title', { name: t('player.heading') });
find('bar-end').append(...settingsButtons());
find('filters').append(...Object.values(fields).map(({ field }) => field));
find('filters').addEventListener('change', filter);
find('filters').addEventListener('submit', (/** @type {Event} */ event) => event.preventDefault());
const connection = hearOffers();
find('report').addEventListener('click', report);
onPlayer(drawOffer);
listenToAcquaintance(id);
fillFilters();
load();
showGames();
