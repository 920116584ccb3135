// Whose turn it is and what is on a point, in words.

import './english.js';
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { gameFacts } from '../../static/go/names.js';
import { eventText, turnText } from '../../static/game/status-text.js';
import { pointText } from '../../static/go/move-text.js';

const players = { black: { id: 'a', name: 'Ann' }, white: { id: 'b', name: 'Ben' } };
const playing = { phase: 'playing', players, to_move: 'black', pause: null, settings: {} };
const turn = (record, seat = null) => turnText({ record: { ...playing, ...record }, seat });

test('a spectator and the opponent read the colour and the name of whoever is to move', () => {
  for (const seat of [null, 'white']) assert.equal(turn({ to_move: 'black' }, seat), 'Black to move: Ann');
  for (const seat of [null, 'black']) assert.equal(turn({ to_move: 'white' }, seat), 'White to move: Ben');
});

test('a player reads when the turn is theirs', () => {
  assert.equal(turn({ to_move: 'black' }, 'black'), 'Your turn (Black)');
  assert.equal(turn({ to_move: 'white' }, 'white'), 'Your turn (White)');
});

test('a reader of points hears of which stones the server is not sure', () => {
  const stone = { vertex: 'C3', stone: 'B' };
  assert.equal(pointText({ ...stone, dead: true, unsettled: true }), 'C3, black, marked dead, may be alive or dead');
  assert.equal(pointText(stone), 'C3, black');
});

test('a brief line of facts has what is played by, and nothing else', () => {
  const settings = {
    board: { width: 9, height: 9 }, rules: { preset: 'japanese' }, komi: 6.5, handicap: 2, private: true, no_bots: true, aids: { variations: true, estimate: true }, delay: 60_000,
  };
  const brief = gameFacts(settings, { brief: true });
  assert.deepEqual(brief, ['9×9', 'no clock', 'Japanese rules', 'komi 6.5', 'handicap 2']);
  assert.deepEqual(gameFacts(settings).slice(0, brief.length), brief);
  assert.equal(gameFacts(settings).length, brief.length + 4);
});

const { texts } = globalThis.tengenTexts;
const english = { ...texts };
const theme = (language, name) => JSON.parse(readFileSync(new URL(`../../static/text/${language}/${name}.json`, import.meta.url), 'utf8'));

for (const [language, ofPerson, ofColor, paused] of [
  ['en', 'Ben resigned.', 'White resigned.', 'Paused by White'],
  ['ja', 'Benさんが投了しました。', '白が投了しました。', '白が一時停止中'],
  ['ko', 'Ben님이 기권했습니다.', '백이 기권했습니다.', '백이 일시 정지함'],
  ['zh-Hans', 'Ben 认输。', '白方认输。', '白方已暂停'],
  ['zh-Hant', 'Ben 認輸。', '白方認輸。', '白方已暫停'],
]) {
  test(`${language}: a person is addressed as one, and the colour of a local game is not`, (context) => {
    context.after(() => Object.assign(texts, english));
    Object.assign(texts, ...['shared', 'play', 'life'].map((name) => theme(language, name)));
    const resigned = { type: 'resigned', color: 'white' };
    const local = { ...playing, settings: { local: true } };
    assert.deepEqual([eventText(resigned, playing), eventText(resigned, local)], [ofPerson, ofColor]);
    assert.equal(turn({ ...local, pause: { color: 'white' } }), paused);
  });
}

test('in no language is something put behind whoever may be a colour', () => {
  for (const language of ['ja', 'ko']) {
    for (const name of ['play', 'life']) {
      for (const [key, text] of Object.entries(theme(language, name))) {
        for (const form of typeof text === 'string' ? [text] : Object.values(text)) assert.doesNotMatch(form, /\{(who|color)\} ?(さん|님)/, `${language} ${key}`);
      }
    }
  }
});
