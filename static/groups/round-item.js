// A round of a group: who plays whom, and how it went.

import { dayText } from './group-text.js';
import { factLine, html } from '../dom/html.js';
import { colorText } from '../go/names.js';
import { playerName } from '../people/player-name.js';
import { problemText } from '../text/problem-text.js';
import { stoneIcon } from '../dom/icons.js';
import { t } from '../text/text.js';

/** @import { Color } from '../shapes/game.js' */
/** @import { Round, RoundPair } from '../shapes/groups.js' */
/** @import { PlayerCard } from '../shapes/player.js' */

/**
 * @param {Color} color
 * @param {PlayerCard} player
 * @param {Color | null} winner
 */
const seat = (color, player, winner) => html('span', { class: winner === color ? 'row-player winner' : 'row-player' },
  stoneIcon(color), html('span', { class: 'visually-hidden' }, colorText(color)),
  html('a', { class: 'row-name', href: `/players/${player.id}` }, playerName(player)));

/**
 * How the game of a pair stands, or the reason why there is none.
 * @param {RoundPair} parts
 */
function stateText({ has_game: hasGame, game, winner, problem }) {
  if (problem) return problemText({ code: problem, params: { reason: 'pair' } });
  if (!hasGame) return t('groups.pair.making');
  if (!game) return t('groups.pair.private');
  return winner ? t(`games.winner.${winner}`) : t('groups.pair.playing');
}

/** @param {RoundPair} pair */
function pairItem(pair) {
  const { black, white, game, winner } = pair;
  const names = t('game.pair', { black: playerName(black), white: playerName(white) });
  const state = stateText(pair);
  return html('li', { class: 'pair', 'data-testid': 'pair', 'data-game': game },
    html('div', { class: 'pair-players' }, seat('black', black, winner), seat('white', white, winner)),
    game ? html('a', { class: 'pair-game', href: `/games/${game}`, 'data-testid': 'pair-game' }, html('span', { class: 'visually-hidden' }, t('games.row', { game: names })), state)
      : html('p', { class: pair.problem ? 'field-problem' : 'hint' }, state));
}

/**
 * @param {RoundPair} pair
 * @param {string | null | undefined} id
 */
const MINE = ({ black, white }, id) => black.id === id || white.id === id;

/**
 * The own pair of whoever looks stands first.
 * @param {Round} parts
 * @param {string | null | undefined} reader
 */
export function roundItem({ number, made_at: at, pairs, bye }, reader = null) {
  const sorted = [...pairs.filter((pair) => MINE(pair, reader)), ...pairs.filter((pair) => !MINE(pair, reader))];
  return html('li', { class: 'report round', 'data-testid': 'round', 'data-round': number },
    html('h3', {}, ...factLine([t('groups.round', { number }), dayText(at)])),
    html('ul', { class: 'pairs', role: 'list' }, ...sorted.map(pairItem)),
    bye ? html('p', { class: 'hint', 'data-testid': 'bye' }, t('groups.bye', { name: playerName(bye) })) : null);
}
