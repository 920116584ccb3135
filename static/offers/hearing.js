// A page without another use for a socket opens one to hear of offers.

import { followOwnGames } from '../waiting/own-games.js';
import { listenForOffers } from './elsewhere.js';
import { openConnection } from '../net/socket.js';
import { setPlayer } from '../net/player.js';

/** The socket's greeting says who sits here, before anybody presses a button. */
export function hearOffers() {
  const connection = openConnection();
  connection.on('hello', setPlayer);
  listenForOffers(followOwnGames(connection));
  return connection;
}
