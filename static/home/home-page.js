// The home page: start a game, join one, watch one.

import '../text/home-texts.js';
import '../text/record-texts.js';
import '../text/rule-texts.js';
import '../theme.js';
import { Lobby } from './lobby.js';
import { asPlayer, currentPlayer, onPlayer, setPlayer } from '../net/player.js';
import { drawMore, drawUsualSizes } from './new-game.js';
import { drawNameField } from './name-field.js';
import { drawOffers, isOffered } from './offers.js';
import { drawOpponents } from './opponent-picker.js';
import { drawRecords, showRecords } from './records.js';
import { problemText } from '../text/problem-text.js';
import { fillTexts, t } from '../text/text.js';
import { finishedTile, liveTile, openTile, yourTile } from './game-tiles.js';
import { getGames, getGamesOf, joinGame } from '../net/api.js';
import { openConnection } from '../net/socket.js';
import { setText } from '../dom/html.js';
import { settingsButtons } from '../settings-dialog.js';

// A busy server has more games than a page can draw with care.
const SHOWN = 24;

const find = (id) => document.getElementById(id);
const lobby = new Lobby();
const tiles = new Map();
let finishedTimer = null;
let yoursTimer = null;

async function join(game) {
  const problem = find('join-problem');
  problem.textContent = '';
  try {
    await asPlayer(() => joinGame(game));
    location.assign(`/games/${game}`);
  } catch (refusal) {
    problem.textContent = problemText(refusal);
  }
}

/** Draws a list anew, keeping the tiles of games that didn't change. */
function fill(list, games, make) {
  const player = currentPlayer()?.id;
  const next = games.map((game) => {
    const key = `${list.id} ${game.id}`;
    const version = `${game.seq} ${game.phase} ${player}`;
    const known = tiles.get(key);
    if (known?.version === version) return known.tile;
    const tile = make(game);
    tiles.set(key, { version, tile });
    return tile;
  });
  const same = next.length === list.children.length && next.every((tile, i) => tile === list.children[i]);
  if (same) return;
  const focused = list.contains(document.activeElement) ? document.activeElement.closest('[data-game]').dataset.game : null;
  list.replaceChildren(...next);
  // A tile that was drawn anew keeps the keyboard's place.
  if (focused) list.querySelector(`[data-game="${focused}"] a`)?.focus();
}

function draw() {
  const { open } = lobby;
  const live = lobby.live.filter((game) => !isYours(game));
  fill(find('open-games'), open.slice(0, SHOWN), (game) => openTile(game, currentPlayer(), () => join(game.id)));
  fill(find('live-games'), live.slice(0, SHOWN), liveTile);
  find('no-open').hidden = open.length > 0;
  find('live').hidden = live.length === 0;
  for (const [id, games] of [['more-open', open], ['more-live', live]]) {
    find(id).hidden = games.length <= SHOWN;
    setText(find(id), t('home.and_more', { count: games.length - SHOWN }));
  }
}

const isYours = ({ players }) => Object.values(players).some((player) => player && player.id === currentPlayer()?.id);

/** The games that wait for this player; private ones are in no other list. */
async function drawYours() {
  const player = currentPlayer();
  try {
    const games = player ? (await getGamesOf(player.id, 'open,playing,scoring')).games : [];
    const shown = games.filter((game) => game.phase !== 'open' || ((game.settings.private || game.settings.opponent) && !isOffered(game)));
    find('yours').hidden = shown.length === 0;
    fill(find('your-games'), shown, (game) => yourTile(game, player));
  } catch {
    // The list comes with the next change.
  }
}

/** Asks again once the changes have calmed down. */
function drawYoursSoon() {
  clearTimeout(yoursTimer);
  yoursTimer = setTimeout(drawYours, 300);
}

async function drawFinished() {
  try {
    const { games } = await getGames('finished');
    // Games that were called off have nothing to show.
    const played = games.filter((game) => game.result?.by !== 'abort');
    find('finished').hidden = played.length === 0;
    fill(find('finished-games'), played, finishedTile);
  } catch {
    // The list comes with the next visit; the rest of the page works.
  }
}

const connection = openConnection();
connection.on('hello', setPlayer);
connection.on('state', (online) => {
  find('offline').hidden = online;
});
onPlayer((player) => {
  draw();
  drawYours();
  if (player) showRecords();
});
connection.subscribeLobby({
  all(games) {
    lobby.all(games);
    draw();
    drawYoursSoon();
  },
  update(games, removed) {
    const known = [...removed].some((id) => lobby.games.has(id) && isYours(lobby.games.get(id)));
    lobby.update(games, removed);
    draw();
    if (known || games.some(isYours)) drawYoursSoon();
    if (removed.length === 0) return;
    clearTimeout(finishedTimer);
    finishedTimer = setTimeout(drawFinished, 1500);
  },
});

drawOffers(connection, drawYoursSoon);

fillTexts(document);
document.title = t('page.home_title');
find('bar-end').append(...settingsButtons());
drawUsualSizes();
drawMore();
drawOpponents(find('opponents'), find('lead'));
drawRecords();
drawNameField(() => connection.reconnectNow());
drawFinished();
