// The view of a game on the board, for one reader at one moment.

import { changedVertices, diffMarks, marksIn } from './marks.js';
import { boardText, gameText } from '../go/names.js';
import { pointText } from '../go/move-text.js';
import { setting } from '../storage/settings.js';
import { t } from '../text/text.js';
import { parseVertex, vertexOf } from '../board/geometry.js';

/** @import { Snapshot } from '../shapes/game.js' */
/** @import { GameState } from './game-state.js' */

/**
 * `continued`: the next moves of other games here, [{at, alike, games}].
 * @param {GameState} state
 * @param {{at: string, alike: string[], games: number}[]} continued
 */
export function boardView(state, continued = []) {
  const { record, layout, seat, reader, pending } = state;
  const stones = reader.walk.stones;
  const lastMove = reader.walk.lastMove?.at ?? null;
  const scored = reader.live && record.scoring !== null && record.phase !== 'playing';
  const mine = reader.live && state.mayMove;
  const ko = reader.live && record.ko ? [record.ko] : [];
  const shown = { lastMove, ko, ...(scored ? scoringMarks(state) : { continued }) };
  const illegal = mine ? record.illegal : [];
  return {
    board: layout,
    stones,
    marks: shown,
    mode: mine ? 'play' : scored && seat && record.phase === 'scoring' ? markMode(record) : 'idle',
    color: seat,
    illegal,
    pending: reader.live ? pending : null,
    named: setting('coordinates'),
    placing: setting('placing'),
    label: t('board.label', { size: boardText(record.settings.board), game: gameText(record) }),
    pointName: pointNames({ layout, stones, lastMove, shown, illegal }),
    notes: () => pointNotes({ layout, lastMove, shown, illegal }),
  };
}

/**
 * Where territory counts, empty points are marked, too.
 * @param {Snapshot} parts
 */
const markMode = ({ settings: { rules } }) => (rules.scoring === 'territory' ? 'choose' : 'mark');

/** @param {any} parts */
function scoringMarks({ record, seat, marks, accepted, remark }) {
  const { scoring } = record;
  const remarked = remark?.isRinged ? remark.vertices : [];
  if (!seat || record.phase === 'finished') {
    return { owners: scoring.owners, ...marksIn(scoring), unsettled: scoring.unsettled, remarked };
  }
  const now = marksIn(scoring);
  return {
    // The server alone decides on territory, by the marks that were sent.
    owners: scoring.owners,
    ...marks.shown,
    unsettled: scoring.unsettled,
    touched: marks.touched,
    remarked,
    changed: scoring.accepted[seat] ? [] : changedVertices(diffMarks(accepted ?? now, now)),
  };
}

/**
 * A short text for each point, which differs whenever pointNames says something else of the same stone.
 * @param {any} parts
 */
function pointNotes({ layout, lastMove, shown, illegal }) {
  const notes = new Map();
  /**
   * @param {string} vertex
   * @param {string} words
   */
  const note = (vertex, words) => {
    if (!vertex || vertex === 'pass') return;
    const point = parseVertex(layout, vertex);
    notes.set(point, `${notes.get(point) ?? ''} ${words}`);
  };
  note(lastMove, 'last');
  for (const at of shown.dead ?? []) note(at, 'dead');
  for (const at of shown.unsettled ?? []) note(at, 'unsettled');
  for (const at of shown.neutral ?? []) note(at, 'neutral');
  for (const { at, rule } of illegal) note(at, rule);
  for (const { at, alike, games } of shown.continued ?? []) for (const vertex of [at, ...alike]) note(vertex, games);
  return (/** @type {number} */ point) => `${shown.owners?.[point] ?? ''}${notes.get(point) ?? ''}`;
}

/** @param {any} parts */
function pointNames({ layout, stones, lastMove, shown, illegal }) {
  const dead = new Set(shown.dead);
  const unsettled = new Set(shown.unsettled);
  const neutral = new Set(shown.neutral);
  const games = new Map((shown.continued ?? []).flatMap((/** @type {any} */ { at, alike, games: count }) => [at, ...alike].map((vertex) => [vertex, count])));
  const refused = new Map(illegal.map((/** @type {any} */ { at, rule }) => [at, rule]));
  return (/** @type {number} */ point) => {
    const vertex = vertexOf(layout, point);
    return pointText({
      vertex,
      stone: stones[point],
      lastMove: vertex === lastMove && stones[point] !== '.',
      dead: dead.has(vertex),
      unsettled: unsettled.has(vertex),
      neutral: neutral.has(vertex),
      owner: shown.owners?.[point],
      illegal: refused.get(vertex),
      games: games.get(vertex),
    });
  };
}
