// The tasks of the reader of the home page: offers, and the reader's games, first those that wait for the reader.

import { OwnTile } from './game-tiles.js';
import { ServerTime } from '../time/server-time.js';
import { TileList } from './tile-list.js';
import { currentPlayer, onPlayer } from '../net/player.js';
import { drawOffers } from './offers.js';
import { isOfferTo, waitingGames } from '../waiting/waiting-games.js';
import { otherGames } from './own-order.js';
import { find } from '../dom/find.js';
import { setText } from '../dom/html.js';
import { showWaiting } from '../waiting/sign.js';
import { t } from '../text/text.js';

/** @import { Connection } from '../net/socket.js' */
/** @import { Summary } from '../shapes/game.js' */
/** @import { Drawer } from './drawing.js' */

/** A person with more games finds them in the list of all games. */
const MOST = 12;

const time = new ServerTime();

/**
 * Public games that wait for an opponent are among the open ones.
 * @param {Summary} parts
 */
const isHere = ({ phase, settings }) => phase !== 'open' || settings.private || Boolean(settings.opponent);

/**
 * `drawn` is called with whether all is known, whenever the section has been drawn.
 * @param {Connection} connection
 * @param {any} own
 * @param {Drawer} drawing
 * @param {(complete: boolean) => void} drawn
 */
export function drawYours(connection, own, drawing, drawn) {
  const list = new TileList(find('your-games'), {
    most: MOST, sorted: true, drawing,
    makeTile: (game) => new OwnTile(game, drawing, { player: currentPlayer(), now: () => time.now() }),
  });
  connection.on('now', (/** @type {number} */ now) => {
    time.restart();
    time.hear(now);
  });
  onPlayer(() => list.forget());
  own.onChange(() => {
    const player = currentPlayer();
    const waiting = waitingGames(own.all, player);
    const games = own.all.filter((/** @type {Summary} */ game) => isHere(game) && !isOfferTo(game, player));
    const shown = [...waitingGames(games, player), ...otherGames(games, player)];
    drawOffers(waiting.filter((game) => isOfferTo(game, player)));
    list.show(shown);
    find('yours').hidden = shown.length === 0 && waiting.length === 0;
    setText(find('yours-title'), waiting.length > 0 ? t('home.your_turn_count', { count: waiting.length }) : t('home.your_games'));
    find('more-yours').hidden = shown.length <= MOST;
    setText(find('more-yours'), t('home.more_games', { count: shown.length - MOST }));
    if (player) find('more-yours').href = `/games?${new URLSearchParams({ player: player.id, phase: 'open,playing,scoring' })}`;
    showWaiting(waiting.length);
    drawn(own.complete);
  });
  setInterval(() => {
    if (!document.hidden) for (const tile of list.tiles.values()) tile.tick();
  }, 1_000);
}
