// Whoever stands at the door: who it is, and what the operator says there.

import { find } from '../dom/find.js';
import { getDoor } from '../net/account.js';
import { getMe } from '../net/api.js';
import { openConnection } from '../net/socket.js';
import { problemText } from '../text/problem-text.js';
import { setPlayer, whoIsHere } from '../net/player.js';

/** On a server for members a stranger's socket is refused, so the server is asked. */
async function askWhoIsHere() {
  try {
    setPlayer(await getMe());
  } catch (problem) {
    if (problem.code !== 'unauthenticated') throw problem;
    setPlayer(null);
  }
}

/** Shows the page as soon as it is known who is here; answers the door, or null if the server does not. */
export async function arrive() {
  let door = null;
  try {
    door = await getDoor();
    find('notice').textContent = door.notice ?? '';
    find('notice').hidden = !door.notice;
    if (door.viewing === 'members') await askWhoIsHere();
    else {
      openConnection().on('hello', setPlayer);
      await whoIsHere();
    }
  } catch (problem) {
    find('arrival-problem').textContent = problemText(problem);
  }
  return door;
}

/** All parts of the page are known: it is shown, and holds still. */
export const settle = () => document.querySelector('main')?.classList.add('settled');
