// The open and the live games of the home page.

import { LiveTile, openTile } from './game-tiles.js';
import { Lobby } from './lobby.js';
import { TileList } from './tile-list.js';
import { asPlayer, currentPlayer, onPlayer } from '../net/player.js';
import { joinGame } from '../net/api.js';
import { find } from '../dom/find.js';
import { setText } from '../dom/html.js';
import { showRefusal } from '../dom/refusal.js';
import { t } from '../text/text.js';

/** @import { Connection } from '../net/socket.js' */
/** @import { Moved, Summary } from '../shapes/game.js' */
/** @import { PlayerCard } from '../shapes/player.js' */
/** @import { Drawer } from './drawing.js' */

// A busy server has more games than a page can draw with care; all of them are in the list of games.
const SHOWN = 12;

/** @param {string} game */
async function join(game) {
  const problem = find('join-problem');
  problem.textContent = '';
  try {
    await asPlayer(() => joinGame(game));
    location.assign(`/games/${game}`);
  } catch (refusal) {
    showRefusal(problem, refusal);
  }
}

/**
 * @param {Summary} parts
 * @param {PlayerCard | null} player
 */
const isOf = ({ players }, player) => Boolean(player) && Object.values(players).some((one) => one?.id === player?.id);

/**
 * `changed` hears which games have left, after each word from the server.
 * @param {Connection} connection
 * @param {Drawer} drawing
 * @param {(removed: string[]) => void} changed
 */
export function drawLobby(connection, drawing, changed) {
  const lobby = new Lobby();
  const open = new TileList(find('open-games'), { most: SHOWN, drawing, makeTile: (game) => openTile(game, currentPlayer(), () => join(game.id)) });
  const live = new TileList(find('live-games'), { most: SHOWN, drawing, makeTile: (game) => new LiveTile(game, drawing) });
  const draw = () => {
    const others = lobby.live.filter((game) => !isOf(game, currentPlayer()));
    open.show(lobby.open);
    live.show(others);
    for (const [name, games] of [['open', lobby.open], ['live', others]]) {
      find(`no-${name}`).hidden = games.length > 0;
      find(`more-${name}`).hidden = games.length <= SHOWN;
      setText(find(`more-${name}`), t('home.and_more', { count: games.length - SHOWN }));
    }
  };
  onPlayer(() => {
    // Another player owns other games and may join others.
    open.forget();
    draw();
  });
  connection.subscribeLobby({
    /** @param {Summary[]} games */
    all(games) {
      lobby.all(games);
      draw();
      changed([]);
    },
    /**
     * @param {Summary[]} games
     * @param {string[]} removed
     * @param {Moved[]} moved
     */
    update(games, removed, moved) {
      lobby.update(games, removed, moved);
      draw();
      changed(removed);
    },
  });
}
