// The games that are offered to the reader of the home page, with their terms.

import { gameFacts } from '../go/names.js';
import { find } from '../dom/find.js';
import { factLine, html } from '../dom/html.js';
import { joinGame, postCommand } from '../net/api.js';
import { kindMark } from '../people/kind.js';
import { playerName } from '../people/player-name.js';
import { seatLine, wayTo } from './game-tiles.js';
import { showRefusal } from '../dom/refusal.js';
import { t } from '../text/text.js';

/** @import { Summary } from '../shapes/game.js' */

/**
 * Shows these offers, each in its own tile as long as it stands.
 * @param {Summary[]} games
 */
export function drawOffers(games) {
  const list = find('offered-games');
  const known = new Map([...list.children].map((tile) => [tile.dataset.game, tile]));
  const tiles = [...games].sort((one, other) => other.created_at - one.created_at).map((game) => known.get(game.id) ?? offerTile(game));
  const same = tiles.length === list.children.length && tiles.every((tile, i) => tile === list.children[i]);
  if (same) return;
  const focused = list.contains(document.activeElement);
  list.replaceChildren(...tiles);
  find('offered').hidden = tiles.length === 0;
  // A reader whose button is gone goes on at the top of the page.
  if (focused && !list.contains(document.activeElement)) find('play-title').focus();
}

/**
 * @param {() => Promise<unknown>} act
 * @param {() => void} [after]
 */
async function answer(act, after) {
  const problem = find('offer-problem');
  problem.textContent = '';
  try {
    await act();
    after?.();
  } catch (refusal) {
    showRefusal(problem, refusal);
  }
}

/** @param {Summary} game */
function offerTile(game) {
  const { creator, settings, id } = game;
  const play = () => answer(() => joinGame(id), () => location.assign(`/games/${id}`));
  const decline = () => answer(() => postCommand(id, { type: 'abort' }));
  return html('article', { class: 'tile open-tile offer-tile', 'data-testid': 'offered-game', 'data-game': id },
    html('div', { class: 'tile-text' },
      html('h3', { class: 'pair-player' }, html('a', { class: 'tile-name', href: `/players/${creator.id}`, 'data-testid': 'tile-name' }, t('offer.from', { name: playerName(creator) })), kindMark(creator)),
      html('p', {}, wayTo(game, html('span', {}, ...factLine(gameFacts(settings))))),
      seatLine(settings)),
    html('div', { class: 'offer-ways' },
      html('button', { type: 'button', class: 'primary', 'data-testid': 'offer-play', onclick: play }, t('offer.play')),
      html('button', { type: 'button', 'data-testid': 'offer-decline', onclick: decline }, t('offer.decline'))));
}
