// A game as a row of a list: the players, the state or result, and the settings.

import { aidsFact, boardText, colorText, gameText, resultText, rulesText } from '../go/names.js';
import { playerName } from '../people/player-name.js';
import { factLine, html } from '../dom/html.js';
import { kindMark } from '../people/kind.js';
import { stoneIcon } from '../dom/icons.js';
import { locale, t } from '../text/text.js';

/** @import { Color, Result, Summary } from '../shapes/game.js' */
/** @import { PlayerCard } from '../shapes/player.js' */

const day = new Intl.DateTimeFormat(locale(), { dateStyle: 'medium' });

/**
 * How a game ended, or how it stands.
 * @param {Summary} game
 */
function stateText({ phase, result, settings, to_move: toMove }) {
  if (result) return resultText(result, settings.rules);
  if (phase === 'open') return t('games.open');
  return toMove ? t('games.to_move', { color: colorText(toMove) }) : t('games.scoring');
}

/**
 * @param {Color} color
 * @param {PlayerCard} player
 * @param {Result | null} result
 */
function seat(color, player, result) {
  const name = html('a', { class: 'row-name', href: `/players/${player.id}`, 'data-testid': `row-${color}` }, playerName(player));
  return html('span', { class: result?.winner === color ? 'row-player winner' : 'row-player' },
    stoneIcon(color), html('span', { class: 'visually-hidden' }, colorText(color)), name, kindMark(player));
}

/** @param {Summary} game */
function seats({ players, creator, settings, result }) {
  if (players.black) return /** @type {Color[]} */ (['black', 'white']).map((color) => seat(color, /** @type {PlayerCard} */ (players[color]), result));
  const { color } = settings;
  return [html('span', { class: 'row-player' }, stoneIcon(color === 'random' ? 'lot' : color),
    html('a', { class: 'row-name', href: `/players/${creator.id}` }, playerName(creator)), kindMark(creator))];
}

/**
 * The whole row leads to the game, the names in it to the players.
 * @param {Summary} game
 */
export function gameRow(game) {
  const { id, settings, move_count: moves, created_at: createdAt, phase } = game;
  const facts = [boardText(settings.board), rulesText(settings.rules)];
  if (settings.handicap > 0) facts.push(t('game.handicap', { handicap: settings.handicap }));
  if (settings.position) facts.push(t('game.position'));
  if (phase !== 'open') facts.push(t('games.moves', { count: moves }));
  if (settings.no_bots) facts.push(t('game.no_bots'));
  if (phase === 'open') facts.push(...aidsFact(settings.aids));
  if (settings.local) facts.push(t('game.local'));
  else if (settings.private) facts.push(t('game.private'));
  return html('li', { class: 'row', 'data-testid': 'row', 'data-game': id, 'data-phase': phase },
    html('div', { class: 'row-players' }, ...seats(game)),
    html('a', { class: 'row-game', href: `/games/${id}` },
      html('span', { class: 'visually-hidden' }, t('games.row', { game: gameText(game) })), stateText(game)),
    html('p', { class: 'row-facts' }, ...factLine(facts)),
    html('time', { class: 'row-day', datetime: new Date(createdAt).toISOString() }, day.format(createdAt)));
}
