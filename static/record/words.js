// A record and its nodes in words.

import { boardText, colorText, resultText } from '../game/names.js';
import { digits } from '../time/clock-text.js';
import { hasText, t } from '../text/text.js';

/** A player's name, with the rank if there is one; a team if no player is named. */
export function playerText({ name, rank, team }, color) {
  const known = name ?? team ?? colorText(color);
  return rank ? t('record.ranked', { name: known, rank }) : known;
}

/** "Ann v Ben", or the record's other name. */
export function recordText(record) {
  const { black, white } = record.players;
  if (!isNamed(record)) return record.name ?? t('record.unnamed');
  return t('game.pair', { black: playerText(black, 'black'), white: playerText(white, 'white') });
}

/** Is any of the players named? */
export const isNamed = ({ players }) => Object.values(players).some(({ name, team }) => name || team);

/** A move: "White Q16", with its number. */
export function moveWords({ color, at, number }) {
  const where = at === 'pass' ? t('moves.pass') : at;
  return t('record.move', { number, color: colorText(color), at: where });
}

/** The name of a node. */
export function headText(tree, node) {
  const { move, setup } = tree.nodes[node];
  if (move) return moveWords(move);
  if (node === 0) return t('record.start');
  return t(setup ? 'record.setup' : 'record.node');
}

/** The remarks about a node beside its comment: captures, mistakes, judgements, its place. */
export function remarksText(tree, node) {
  const { move, remarks = {}, value, name, to_move: toMove } = tree.nodes[node];
  const parts = [];
  if (name) parts.push(t('record.name', { name }));
  if (move?.captured) parts.push(t('record.captured', { count: move.captured.length }));
  if (move?.illegal && hasText(`record.illegal.${move.illegal}`)) parts.push(t(`record.illegal.${move.illegal}`));
  for (const [remark, degree] of Object.entries(remarks)) {
    const text = t(hasText(`remark.${remark}`) ? `remark.${remark}` : 'remark.other', { remark });
    parts.push(degree > 1 ? t('remark.very', { text }) : text);
  }
  if (value !== undefined) parts.push(t('remark.value', { value }));
  if (toMove && !move) parts.push(t('record.to_move', { color: colorText(toMove) }));
  return parts.join(' · ');
}

/** A node as screen readers hear it in the tree. */
export function nodeText(tree, node) {
  const parts = [headText(tree, node)];
  const ways = tree.children[node].length;
  if (ways > 1) parts.push(t('record.ways', { count: ways }));
  if (tree.nodes[node].comment) parts.push(t('record.has_comment'));
  return parts.join(', ');
}

/** A node as it is called out when a reader comes there. */
export function calledText(tree, node) {
  const siblings = tree.siblingsOf(node);
  const parts = [headText(tree, node), remarksText(tree, node)];
  if (siblings.length > 1) parts.push(t('record.variation', { number: siblings.indexOf(node) + 1, count: siblings.length }));
  if (tree.children[node].length > 1) parts.push(t('record.ways', { count: tree.children[node].length }));
  parts.push(tree.nodes[node].comment);
  return parts.filter(Boolean).join('. ');
}

/** The time that a player has left at a node, with the stones or periods left in overtime. */
export function timeText(tree, node, color) {
  const left = tree.lastSaid(node, (said) => said.time_left?.[color]);
  if (left === undefined) return '';
  const overtime = tree.lastSaid(node, (said) => (said.time_left?.[color] === undefined ? undefined : said.overtime_left?.[color] ?? null));
  return overtime ? t('record.time_overtime', { time: digits(left), count: overtime }) : digits(left);
}

const FIELDS = [
  'event', 'round', 'date', 'place', 'rules', 'komi', 'handicap', 'time', 'overtime', 'name', 'opening', 'annotator', 'user',
  'source', 'copyright', 'application', 'comment',
];

/** The rows of the information: [label, text]. */
export function infoRows({ board, info }) {
  const rows = ['black', 'white'].filter((color) => info.players[color].name || info.players[color].team).map((color) => {
    const { name, rank, team } = info.players[color];
    const text = playerText({ name, rank, team }, color);
    return [colorText(color), name && team ? t('record.of_team', { name: text, team }) : text];
  });
  if (info.result) rows.push([t('record.info.result'), resultText(info.result)]);
  rows.push([t('record.info.board'), boardText(board)]);
  for (const field of FIELDS) {
    const text = field === 'time' ? timeOf(info) : info[field];
    if (text !== null && !(field === 'handicap' && text === 0)) rows.push([t(`record.info.${field}`), String(text)]);
  }
  return rows;
}

const timeOf = ({ time, main_time: main }) => (main ? digits(main) : time);
