// The games that are offered to whoever looks at the home page: on top, with what is offered.

import '../text/offer-texts.js';
import { Incoming } from '../offers/incoming.js';
import { colorText, factsText } from '../game/names.js';
import { currentPlayer, onPlayer } from '../net/player.js';
import { html } from '../dom/html.js';
import { joinGame, postCommand } from '../net/api.js';
import { opponentOf } from '../game/record.js';
import { problemText } from '../text/problem-text.js';
import { stoneIcon } from '../dom/icons.js';
import { t } from '../text/text.js';

const find = (id) => document.getElementById(id);
const incoming = new Incoming();

/** Is this game among those on top? */
export const isOffered = (game) => incoming.games.has(game.id);

/** `changed` is called when an offer has come or gone. */
export function drawOffers(connection, changed) {
  connection.subscribeMine((line) => {
    if (!incoming.take(line, currentPlayer()?.id)) return;
    draw();
    changed();
  });
  onPlayer(() => {
    incoming.clear();
    draw();
  });
}

function draw() {
  const list = find('offered-games');
  const known = new Map([...list.children].map((tile) => [tile.dataset.game, tile]));
  const tiles = incoming.all.map((game) => known.get(game.id) ?? offerTile(game));
  const focused = list.contains(document.activeElement);
  list.replaceChildren(...tiles);
  find('offered').hidden = tiles.length === 0;
  // Whose button is gone goes on at the top of the page.
  if (focused && !list.contains(document.activeElement)) find('play-title').focus();
}

async function answer(act, after) {
  const problem = find('offer-problem');
  problem.textContent = '';
  try {
    await act();
    after?.();
  } catch (refusal) {
    problem.textContent = problemText(refusal);
  }
}

function offerTile(game) {
  const { creator, settings, id } = game;
  const free = settings.color === 'random' ? 'lot' : opponentOf(settings.color);
  const seat = free === 'lot' ? t('color.lot') : t('home.you_play', { color: colorText(free) });
  const play = () => answer(() => joinGame(id), () => location.assign(`/games/${id}`));
  const decline = () => answer(() => postCommand(id, { type: 'abort' }));
  return html('article', { class: 'tile open-tile offer-tile', 'data-testid': 'offered-game', 'data-game': id },
    html('div', { class: 'tile-text' },
      html('h3', {}, html('a', { href: `/games/${id}` }, t('offer.from', { name: creator.name }))),
      html('p', {}, factsText(settings)),
      html('p', { class: 'seat' }, stoneIcon(free), seat)),
    html('div', { class: 'offer-ways' },
      html('button', { type: 'button', class: 'primary', 'data-testid': 'offer-play', onclick: play }, t('offer.play')),
      html('button', { type: 'button', 'data-testid': 'offer-decline', onclick: decline }, t('offer.decline'))));
}
