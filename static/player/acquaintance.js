// What a reader has to do with the player of a page: follows or blocks the player, and has played with them.

import { currentPlayer } from '../net/player.js';
import { getAcquaintances, getResults, setAcquaintance } from '../net/people.js';
import { problemText } from '../text/problem-text.js';
import { find } from '../dom/find.js';
import { setFacts } from '../dom/html.js';
import { t } from '../text/text.js';

/** @import { PlayerCard, PlayerKind } from '../shapes/player.js' */

/** @typedef {'follow' | 'block'} Deed */

/**
 * @type {Record<Deed, 'follows' | 'blocks'>}
 */
const LISTS = { follow: 'follows', block: 'blocks' };
/** @type {Deed[]} */
const DEEDS = ['follow', 'block'];
/** @type {(button: Element) => boolean} */
const isOn = (button) => button.getAttribute('aria-pressed') === 'true';

/**
 * How a reader's games against somebody ended, as facts: none if there was no game.
 * @param {{results: any[], complete: boolean}} answer
 */
export function againstFacts({ results, complete }) {
  /** @type {(name: string) => number} */
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

/**
 * @param {PlayerCard} reader
 * @param {string} id
 */
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

/**
 * @param {PlayerCard} reader
 * @param {string} id
 * @param {Deed} deed
 */
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

/**
 * The buttons that a player of some kind has: a computer can't be blocked, and nobody is behind a deleted account.
 * @type {(kind: PlayerKind) => Deed[]}
 */
const deedsTo = (kind) => /** @type {Record<string, Deed[]>} */ ({ deleted: [], computer: ['follow'] })[kind] ?? DEEDS;

/**
 * Shows a reader who is somebody else the buttons, and how the games of both ended.
 * @param {PlayerCard} player
 */
export async function drawAcquaintance({ id, kind }) {
  const reader = currentPlayer();
  const isOther = reader !== null && reader.id !== id;
  find('acquaintance').hidden = !isOther;
  for (const deed of DEEDS) find(deed).hidden = true;
  if (!isOther) return;
  find('together').href = `/games?${new URLSearchParams({ player: reader.id, opponent: id })}`;
  await Promise.all([drawAgainst(reader, id), ...deedsTo(kind).map((deed) => drawButton(reader, id, deed))]);
}

/** @param {string} id */
export function listenToAcquaintance(id) {
  for (const deed of DEEDS) {
    find(deed).addEventListener('click', async (/** @type {any} */ { currentTarget: button }) => {
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
