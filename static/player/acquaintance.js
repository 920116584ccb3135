// What a reader has to do with the player of a page: follows or blocks the player, and has played with them.

import { currentPlayer } from '../net/player.js';
import { getAcquaintances, setAcquaintance } from '../net/api.js';
import { problemText } from '../text/problem-text.js';

const LISTS = { follow: 'follows', block: 'blocks' };
const find = (id) => document.getElementById(id);
const isOn = (button) => button.getAttribute('aria-pressed') === 'true';

/** Shows the buttons to a reader who is somebody else; a computer can't be blocked, and nobody is behind a deleted account. */
export async function drawAcquaintance({ id, kind }) {
  const reader = currentPlayer();
  const isOther = Boolean(reader) && reader.id !== id;
  find('acquaintance').hidden = !isOther;
  if (!isOther) return;
  find('together').href = `/games?${new URLSearchParams({ player: reader.id, opponent: id })}`;
  const shown = { follow: kind !== 'deleted', block: kind !== 'deleted' && kind !== 'computer' };
  await Promise.all(Object.entries(LISTS).map(async ([deed, list]) => {
    const button = find(deed);
    if (!shown[deed]) return;
    try {
      const players = await getAcquaintances(list);
      if (currentPlayer()?.id !== reader.id) return;
      button.setAttribute('aria-pressed', String(players.some((player) => player.id === id)));
      button.hidden = false;
    } catch (problem) {
      find('acquaintance-problem').textContent = problemText(problem);
    }
  }));
}

export function listenToAcquaintance(id) {
  for (const deed of Object.keys(LISTS)) {
    find(deed).addEventListener('click', async ({ currentTarget: button }) => {
      find('acquaintance-problem').textContent = '';
      const wish = !isOn(button);
      try {
        await setAcquaintance(id, deed, wish);
        button.setAttribute('aria-pressed', String(wish));
      } catch (problem) {
        find('acquaintance-problem').textContent = problemText(problem);
      }
    });
  }
}
