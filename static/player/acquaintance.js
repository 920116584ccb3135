// What a reader has to do with the player of a page: follows or blocks the player, and has played with them.

import { currentPlayer } from '../net/player.js';
import { getAcquaintances, getResults, setAcquaintance } from '../net/people.js';
import { problemText } from '../text/problem-text.js';
import { find } from '../dom/find.js';
import { setFacts } from '../dom/html.js';
import { t } from '../text/text.js';

const LISTS = { follow: 'follows', block: 'blocks' };
const isOn = (button) => button.getAttribute('aria-pressed') === 'true';

/** How a reader's games against somebody ended, as facts: none if there was no game. */
export function againstFacts({ results, complete }) {
  const sum = (name) => results.reduce((all, count) => all + count[name], 0);
  const [won, lost, drawn, none] = ['won', 'lost', 'drawn', 'no_result'].map(sum);
  if (won + lost + drawn + none === 0) return [];
  return [
    t('player.against', { won, lost }),
    ...(drawn > 0 ? [t('player.against_drawn', { count: drawn })] : []),
    ...(none > 0 ? [t('player.against_no_result', { count: none })] : []),
    ...(complete ? [] : [t('player.against_part')]),
  ];
}

async function drawAgainst(reader, id) {
  try {
    const facts = againstFacts(await getResults(reader.id, id));
    if (currentPlayer()?.id !== reader.id) return;
    setFacts(find('against'), facts);
    find('against').hidden = facts.length === 0;
  } catch (problem) {
    find('acquaintance-problem').textContent = problemText(problem);
  }
}

async function drawButton(reader, id, deed) {
  try {
    const players = await getAcquaintances(LISTS[deed]);
    if (currentPlayer()?.id !== reader.id) return;
    find(deed).setAttribute('aria-pressed', String(players.some((player) => player.id === id)));
    find(deed).hidden = false;
  } catch (problem) {
    find('acquaintance-problem').textContent = problemText(problem);
  }
}

/** The buttons that a player of some kind has: a computer can't be blocked, and nobody is behind a deleted account. */
const deedsTo = (kind) => ({ deleted: [], computer: ['follow'] })[kind] ?? ['follow', 'block'];

/** Shows a reader who is somebody else the buttons, and how the games of both ended. */
export async function drawAcquaintance({ id, kind }) {
  const reader = currentPlayer();
  const isOther = Boolean(reader) && reader.id !== id;
  find('acquaintance').hidden = !isOther;
  for (const deed of Object.keys(LISTS)) find(deed).hidden = true;
  if (!isOther) return;
  find('together').href = `/games?${new URLSearchParams({ player: reader.id, opponent: id })}`;
  await Promise.all([drawAgainst(reader, id), ...deedsTo(kind).map((deed) => drawButton(reader, id, deed))]);
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
