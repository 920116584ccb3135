// The things beside which shared trees hang: a game, as its spectators see it, and a kept record.

import { GameLog } from '../game/game-log.js';
import { GamePlaces } from '../game/game-places.js';
import { GameTree, besideGame } from '../game/game-tree.js';
import { TriedTree, besideRecord } from '../trying/tried-tree.js';
import { boardWish, rulesWish } from '../go/wish.js';
import { boardText, gameFacts, gameText, resultText } from '../go/names.js';
import { fetchLayout, knownLayout } from '../board/layouts.js';
import { getEvents, getGame } from '../net/api.js';
import { getRecord } from '../net/records.js';
import { playerName } from '../people/player-name.js';
import { recordText } from '../go/record-words.js';
import { t } from '../text/text.js';

/** @import { Color } from '../shapes/game.js' */

/** @param {any} board */
async function layoutOf(board) {
  return knownLayout(board) ?? await fetchLayout(board);
}

/**
 * What a shared tree hangs on: the `tree` to which its nodes are added, `nodeAt` for their places, `toMoveAt` a node, `beginAt`
 * one as another game would begin, the `address` of its page, and its words. `renew` fetches it again and answers the nodes that
 * are gone; with `lookAgain` places that could not be found are looked for once more. `found` is told that more places can be
 * found now.
 * @param {any} parts
 * @param {any} found
 */
export const groundOf = ({ game, record }, found) => (record ? ofRecord(record) : ofGame(game, found));

/** @param {string} id */
async function ofRecord(id) {
  const record = await getRecord(id);
  const { info, board } = record;
  const tree = new TriedTree(await layoutOf(board), record.nodes);
  const game = { board: boardWish(board), rules: record.judged_by, handicap: info.handicap };
  const beside = besideRecord(tree, game);
  return {
    tree,
    nodeAt: (/** @type {any} */ place) => tree.nodeAt(place),
    toMoveAt: beside.toMoveAt,
    beginAt: (/** @type {number} */ node) => ({ ...game, komi: info.komi, position: beside.beginAt(node) }),
    asked: { board: game.board, rules: game.rules, ...(typeof info.komi === 'number' && { komi: info.komi }) },
    address: `/records/${id}`,
    back: t('shares.to_record'),
    called: recordText(info),
    facts: [info.event, info.date, info.result && resultText(info.result, info)].filter(Boolean),
    label: t('board.label', { size: boardText(board), game: recordText(info) }),
    players: info.players,
    goesOn: false,
    renew: async () => [],
    lookAgain: () => {},
  };
}

/**
 * @param {string} id
 * @param {any} found
 */
async function ofGame(id, found) {
  let game = await getGame(id);
  const { settings } = game;
  const tree = new GameTree(await layoutOf(settings.board), game);
  const state = { log: new GameLog(game) };
  const places = new GamePlaces(state, tree, { getEvents: () => getEvents(id), found });
  tree.follow(game);
  const beside = besideGame(tree, () => game);
  return {
    tree,
    nodeAt: (/** @type {any} */ place) => places.nodeAt(place),
    toMoveAt: (/** @type {number} */ node) => beside.toMoveAt(node),
    beginAt: (/** @type {number} */ node) => ({ board: boardWish(settings.board), rules: rulesWish(settings.rules), komi: settings.komi, handicap: settings.handicap, position: beside.beginAt(node) }),
    asked: { board: boardWish(settings.board), rules: rulesWish(settings.rules), komi: settings.komi },
    address: `/games/${id}`,
    back: t('shares.to_game'),
    called: gameText(game),
    facts: [...gameFacts(settings), game.result && resultText(game.result, settings.rules)].filter(Boolean),
    label: t('board.label', { size: boardText(settings.board), game: gameText(game) }),
    players: Object.fromEntries(/** @type {Color[]} */ (['black', 'white']).map((color) => {
      const player = game.players[color];
      return [color, { name: player && playerName(player) }];
    })),
    get goesOn() {
      return game.phase !== 'finished';
    },
    lookAgain: () => places.lookAgain(),
    /** @param {number} node */
    async renew(node) {
      game = await getGame(id);
      state.log = new GameLog(game);
      places.lookAgain();
      return tree.follow(game, node);
    },
  };
}
