// How games look in the lists of the home page.

import { boardText, colorText, factsText, gameText, resultText } from '../game/names.js';
import { html } from '../dom/html.js';
import { miniature } from '../board/miniature.js';
import { opponentOf } from '../game/record.js';
import { stoneIcon } from '../dom/icons.js';
import { t } from '../text/text.js';
import { timeText } from '../time/clock-text.js';

const address = (game) => `/games/${game.id}`;

/** An open game: who waits, what is offered, and the way in. */
export function openTile(game, player, join) {
  const { creator, settings } = game;
  const mine = player?.id === creator.id;
  const free = settings.color === 'random' ? 'lot' : opponentOf(settings.color);
  const seat = free === 'lot' ? t('color.lot') : t('home.you_play', { color: colorText(free) });
  const invited = Boolean(settings.opponent) && settings.opponent === player?.id;
  const kept = Boolean(settings.opponent) && !mine && !invited;
  const way = mine ? html('a', { class: 'button', href: address(game) }, t('home.yours'))
    : kept ? html('span', { class: 'hint' }, t('home.kept'))
      : html('button', { type: 'button', class: 'primary', 'data-testid': 'join-game', onclick: join }, t(invited ? 'action.accept_game' : 'action.join'));
  return html('article', { class: 'tile open-tile', 'data-testid': 'open-game', 'data-game': game.id },
    html('div', { class: 'tile-text' },
      html('h3', {}, html('a', { href: address(game) }, creator.name)),
      html('p', {}, factsText(settings)),
      kept ? null : html('p', { class: 'seat' }, stoneIcon(free), seat)),
    way);
}

export function liveTile(game) {
  return playedTile(game, 'live-game', movingText(game));
}

/** A game of one's own that goes on, or waits for an opponent. */
export function yourTile(game, player) {
  if (game.phase === 'open') return playedTile(game, 'your-game', t('turn.open'));
  const yourTurn = game.to_move && game.players[game.to_move].id === player.id;
  return playedTile(game, 'your-game', yourTurn ? html('strong', {}, t('home.your_turn')) : movingText(game));
}

function movingText(game) {
  return game.phase === 'scoring' ? t('turn.scoring') : t('home.to_move', { color: colorText(game.to_move) });
}

function playedTile(game, testid, moving) {
  const { settings, players } = game;
  const names = players.black
    ? ['black', 'white'].map((color) => html('span', { class: 'pair-player' },
      stoneIcon(color), html('span', { class: 'visually-hidden' }, colorText(color)), html('span', {}, players[color].name)))
    : [html('span', { class: 'pair-player' }, stoneIcon(settings.color === 'random' ? 'lot' : settings.color), html('span', {}, game.creator.name))];
  return html('article', { class: 'tile live-tile', 'data-testid': testid, 'data-game': game.id },
    html('a', { href: address(game) },
      miniature(settings.board, game.stones, game.last_move, t('board.label', { size: boardText(settings.board), game: gameText(game) })),
      html('h3', { class: 'pair' }, ...names),
      html('p', {}, moving, ' · ', t('home.moves', { count: game.move_count })),
      html('p', {}, timeText(settings.clock))));
}

export function finishedTile(game) {
  const { players, result, settings } = game;
  return html('article', { class: 'tile finished-tile', 'data-testid': 'finished-game', 'data-game': game.id },
    html('a', { href: address(game) },
      html('h3', { class: 'pair' }, ...(players.black ? ['black', 'white'] : []).map((color) => html('span', { class: 'pair-player' },
        stoneIcon(color), html('span', { class: 'visually-hidden' }, colorText(color)),
        html('span', { class: result?.winner === color ? 'winner' : '' }, players[color].name))),
      players.black ? '' : game.creator.name),
      html('p', {}, boardText(settings.board), ' · ', resultText(result)),
      html('span', { class: 'result-short' }, result.text)));
}
