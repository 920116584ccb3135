// A record in words.

import { boardText, colorText, inStones, resultText } from './names.js';
import { digits } from '../text/clock-text.js';
import { t } from '../text/text.js';

/** @import { Color } from '../shapes/game.js' */

/** @typedef {{name?: string | null, rank?: string | null, team?: string | null}} RecordedPlayer */

/**
 * A player's name, with the rank if there is one; a team if no player is named.
 * @param {RecordedPlayer} player
 * @param {string} color
 * @returns {string}
 */
export function playerText({ name, rank, team }, color) {
  const known = name ?? team ?? colorText(color);
  return rank ? t('record.ranked', { name: known, rank }) : known;
}

/**
 * "Ann v Ben", or the record's other name.
 * @param {any} record
 * @returns {string}
 */
export function recordText(record) {
  const { black, white } = record.players;
  if (!isNamed(record)) return record.name ?? t('record.unnamed');
  return t('game.pair', { black: playerText(black, 'black'), white: playerText(white, 'white') });
}

/**
 * Is any of the players named?
 * @type {(record: {players: Record<string, RecordedPlayer>}) => boolean}
 */
export const isNamed = ({ players }) => Object.values(players).some(({ name, team }) => name || team);

const FIELDS = [
  'event', 'round', 'date', 'place', 'rules', 'komi', 'handicap', 'time', 'overtime', 'name', 'opening', 'annotator', 'user',
  'source', 'copyright', 'application', 'comment',
];

/**
 * The rows of the information: [label, text].
 * @param {{board: any, info: any}} record
 * @returns {string[][]} [label, text]
 */
export function infoRows({ board, info }) {
  const rows = ['black', 'white'].filter((color) => info.players[color].name || info.players[color].team).map((color) => {
    const { name, rank, team } = info.players[color];
    const text = playerText({ name, rank, team }, color);
    return [colorText(color), name && team ? t('record.of_team', { name: text, team }) : text];
  });
  if (info.result) rows.push([t('record.info.result'), resultText(info.result, info)]);
  rows.push([t('record.info.board'), boardText(board)]);
  for (const field of FIELDS) {
    const text = SHOWN[field]?.(info) ?? info[field];
    if (text !== null && !(field === 'handicap' && text === 0)) rows.push([t(LABELS[field]?.(info) ?? `record.info.${field}`), String(text)]);
  }
  return rows;
}

/** @type {(info: any) => string | null} */
const komiInStones = ({ komi, preset }) => inStones(komi, { preset });

/**
 * Facts that are told in another form than the record's, if they can be.
 * @type {Record<string, (info: any) => string | null>}
 */
const SHOWN = {
  time: ({ main_time: main }) => (main ? digits(main) : null),
  komi: (info) => {
    const amount = komiInStones(info);
    return amount && t('number.stones', { amount });
  },
};

/**
 * Labels of facts that depend on how these are told: some languages name the unit in the word for komi.
 * @type {Record<string, (info: any) => string | null>}
 */
const LABELS = {
  komi: (info) => (komiInStones(info) ? 'record.info.komi_stones' : null),
};
