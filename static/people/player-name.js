// The name by which a player is shown.

import { t } from '../text/text.js';

/** @import { PlayerCard } from '../shapes/player.js' */

/**
 * The names that the server makes by itself are English. What stands in them besides the word is told in each reader's own words.
 * @type {Record<string, RegExp>}
 */
const MADE = { guest: /^Guest (?<number>\d+)$/, computer: /^Computer (?<level>\d+)$/ };

/**
 * The parts of a name that the server made, or null for a name that somebody chose.
 * @type {(player: Pick<PlayerCard, 'name' | 'kind'>) => Record<string, string> | null}
 */
export const partsOfMadeName = ({ name, kind }) => MADE[kind]?.exec(name)?.groups ?? null;

/**
 * The name of a player in the reader's language. Whoever deleted an account has none.
 * @param {Pick<PlayerCard, 'name' | 'kind'>} player
 */
export function playerName(player) {
  if (player.kind === 'deleted') return t('name.deleted');
  const parts = partsOfMadeName(player);
  return parts ? t(`name.${player.kind}`, parts) : player.name;
}

/**
 * A player, as texts take one in `who`: with the word that a language puts behind the name of a person (さん, 님).
 * @type {(player: Pick<PlayerCard, 'name' | 'kind'>) => string}
 */
export const personText = (player) => t('name.person', { name: playerName(player) });
