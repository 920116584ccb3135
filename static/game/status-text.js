// What the page says about the state of a game, in words.

import { colorText, gameText, resultText } from './names.js';
import { isCreator, opponentOf } from './record.js';
import { t } from '../text/text.js';

/** Whose turn it is, in a few words. */
export function turnText({ record, seat }) {
  if (record.phase === 'open') return t('turn.open');
  if (record.phase === 'scoring') return t('turn.scoring');
  if (record.phase === 'finished') return t('turn.finished');
  if (seat === record.to_move) return t('turn.yours', { color: colorText(seat) });
  const name = record.players[record.to_move].name;
  return t('turn.theirs', { color: colorText(record.to_move), name });
}

/** The tab's title begins with what a person in another tab wants to know. */
export function titleText(state) {
  return t('page.game_title', { turn: turnText(state), game: gameText(state.record) });
}

/** The calm line under the turn: what happened, or what to do. */
export function statusText({ record, seat, player, reader, pending, online, marks, resumed }) {
  if (!online) return t('status.offline');
  if (!reader.live) return t('status.reading', { number: reader.walk.number, total: reader.walk.length });
  if (pending) return t('status.sending', { at: pending.at });
  if (record.phase === 'open') return openText(record, player);
  if (record.phase === 'scoring') return scoringText(record, seat, marks);
  if (record.phase === 'finished') return resultText(record.result);
  if (resumed) return eventText(resumed, record);
  const move = record.moves.at(-1);
  const said = move ? moveText(move) : t('status.begins', { color: colorText(record.to_move) });
  return record.handicap_left > 0 ? `${said} ${t('status.handicap', { count: record.handicap_left })}` : said;
}

function openText(record, player) {
  if (!isCreator(record, player)) return t('status.open_visitor', { name: record.creator.name });
  return record.settings.private ? t('status.open_private') : t('status.open_listed');
}

function scoringText({ scoring, players }, seat, marks) {
  if (!seat) return t('status.scoring_watch');
  if (marks.changed) return t('status.scoring_unsent');
  if (scoring.accepted[seat]) return t('status.scoring_wait', { name: players[opponentOf(seat)].name });
  if (scoring.accepted[opponentOf(seat)]) return t('status.scoring_theirs', { name: players[opponentOf(seat)].name });
  return t('status.scoring_mark');
}

export function moveText({ color, at, captured }) {
  if (at === 'pass') return t('move.pass', { color: colorText(color) });
  if (captured.length === 0) return t('move.play', { color: colorText(color), at });
  return t('move.capture', { color: colorText(color), at, count: captured.length });
}

/** What an event is called out as, or null if it needs no words. */
export function eventText(event, record) {
  const color = event.color ? colorText(event.color) : '';
  switch (event.type) {
    case 'played':
      return moveText({ color: event.color, at: event.move, captured: event.captured });
    case 'passed':
      return record.phase === 'scoring' ? t('said.scoring', { color }) : moveText({ ...event, at: 'pass' });
    case 'joined':
      return t('said.joined', { black: event.players.black.name, white: event.players.white.name });
    case 'proposed':
      return t('said.proposed', { color, count: event.dead.length });
    case 'accepted':
      return t('said.accepted', { color });
    case 'resumed':
      return t('said.resumed', { color, next: colorText(event.to_move) });
    default:
      return null;
  }
}

/** Why a stone may not be put there. */
export const refusalText = (rule, at) => t(`illegal.${rule}`, { at });

/** The name of a point for those who hear the board. */
export function pointText({ vertex, stone, lastMove, dead, owner, illegal }) {
  const parts = [stone === '.' ? t('point.empty', { at: vertex })
    : t('point.stone', { at: vertex, color: t(stone === 'B' ? 'point.black' : 'point.white') })];
  if (lastMove) parts.push(t('point.last_move'));
  if (dead) parts.push(t('point.dead'));
  if (stone === '.' && owner === 'B') parts.push(t('point.black_territory'));
  if (stone === '.' && owner === 'W') parts.push(t('point.white_territory'));
  if (illegal) parts.push(t(`point.${illegal}`));
  return parts.join(', ');
}
