// The reader's tree beside the game of the page. If there is one, it is on its way with its code before anything else of the page
// is at work, and arrives while the game is drawn: behind that each answer would wait for a picture.

import { givenGame } from '../net/given.js';
import { keptKeys } from '../storage/kept.js';
import { variationsOf } from '../net/api.js';
import { withTexts } from '../text/text.js';

/**
 * Under which name a tab keeps moves that a reader, or a stranger (''), has tried beside a game.
 * @param {string} game
 * @param {string} reader
 */
export const keptName = (game, reader) => `tengen.tried.game.${game}.${reader}`;

/**
 * Whether the tab keeps moves for a reader, its own or those of before the reader was anybody.
 * @param {string} game
 * @param {string} reader
 */
export const hasKept = (game, reader) => [reader, ''].some((each) => keptKeys(`${keptName(game, each)}/`).length > 0);

let coming = null;

/** The code for trees, which is fetched once. If it does not come, it is fetched again for whoever asks the next time. */
export function treeCode() {
  coming ??= withTexts(import('./game-trying.js'), 'tree').catch((error) => {
    coming = null;
    throw error;
  });
  return coming;
}

/**
 * The reader's tree beside a game as the server has it; null if it does not come.
 * @param {string} game
 */
export const readTree = (game) => variationsOf('games', game).read(null).catch(() => null);

function begin() {
  const { game, player, variations } = /** @type {any} */ (givenGame() ?? {});
  if (!player) return null;
  // Should the code not come, nobody has missed it yet.
  if (variations) treeCode().catch(() => {});
  // Whoever has moves in the tab gets the rest of the tree with them.
  if (hasKept(game.id, player.id)) return null;
  return { game: game.id, reader: player.id, tree: variations ? readTree(game.id) : null };
}

/**
 * {game, reader, tree}: the ids of both, and the tree or its promise, null for a tree that is not there or does not come. Null
 * where the page brought no game or has no reader, and where the tab has moves.
 */
export const earlyTree = begin();
