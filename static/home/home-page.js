// The home page: go on with a game, start one, join one, watch one.

import '../page/site-links.js';
import '../theme/theme.js';
import { find } from '../dom/find.js';
import { currentPlayer, onPlayer, setPlayer } from '../net/player.js';
import { drawFinished, drawFinishedSoon } from './finished.js';
import { drawLobby } from './lobby-lists.js';
import { drawMore, drawUsualSizes, showNoBots } from './new-game.js';
import { drawNameField } from './name-field.js';
import { drawOpponents } from './opponent-picker.js';
import { drawRecords, showRecords } from './records.js';
import { drawYours } from './yours.js';
import { t } from '../text/text.js';
import { followOwnGames } from '../waiting/own-games.js';
import { openConnection } from '../net/socket.js';
import { pageDrawing } from './drawing.js';
import { setTitle } from '../waiting/tab-title.js';
import { settingsButtons } from '../page/settings-dialog.js';

/** After so many milliseconds parts appear in any order. */
const LATEST = 2_500;

/** @param {HTMLElement} part */
const settle = (part) => part.classList.add('settled');

// Parts of the page appear from the top down. A part appears when it and all parts above it have their content, because its
// place is final then. So no late part pushes away a button that somebody is about to press.

/**
 * A part that waits for its content: the answer tells that it is there.
 * @param {string} id
 */
function settling(id) {
  const part = /** @type {HTMLElement} */ (document.getElementById(id));
  setTimeout(() => settle(part), LATEST);
  return () => settle(part);
}

const [yours, play, lobby, finished, records] = ['yours', 'play', 'lobby', 'finished', 'records'].map(settling);

setTitle(t('page.home_title'));
find('bar-end').append(...settingsButtons());

const connection = openConnection();
const drawing = pageDrawing();
connection.on('hello', setPlayer);
connection.on('state', (online) => {
  find('offline').hidden = online;
});
drawYours(connection, followOwnGames(connection), drawing, (/** @type {any} */ complete) => complete && yours());
drawLobby(connection, drawing, (/** @type {string[]} */ removed) => {
  lobby();
  if (removed.length > 0) drawFinishedSoon();
});
onPlayer(async () => {
  if (currentPlayer()) await showRecords();
  records();
});

drawUsualSizes();
drawMore();
drawRecords();
drawNameField(() => connection.reconnectNow());
drawOpponents(find('opponents'), find('lead')).then(showNoBots).then(play);
drawFinished().then(finished);
