import './english.js';
import assert from 'node:assert/strict';
import test from 'node:test';

import { AFTERWARDS, MOST, addressOf, chosenGames, idsIn, nextPlaces } from '../../static/watch/places.js';
import { bestColumns } from '../../static/watch/grid.js';
import { FakeTimers } from './fakes.js';
import { followGroup, groupOf } from '../../static/watch/group-games.js';
import { followTop } from '../../static/watch/top-games.js';

test('boards are as large as the space lets them be', () => {
  const columns = (count, width, height) => bestColumns(count, { width, height }, 112);
  assert.equal(columns(2, 1440, 850), 2);
  assert.equal(columns(4, 1440, 850), 4);
  assert.equal(columns(9, 1920, 1000), 5);
  assert.equal(columns(4, 900, 1400), 2);
  assert.equal(columns(9, 360, 740), 1);
});

test('a game keeps its place until a while after its end', () => {
  let places = nextPlaces([], ['a', 'b'], 0);
  assert.deepEqual(places.map(({ game }) => game), ['a', 'b']);
  assert.deepEqual(nextPlaces(places, ['c', 'b', 'a'], 1).map(({ game }) => game), ['a', 'b', 'c'], 'the order of the top moves nobody');
  places = [{ game: 'a', endedAt: 10 }, { game: 'b', endedAt: null }];
  assert.deepEqual(nextPlaces(places, ['b', 'c'], AFTERWARDS).map(({ game }) => game), ['a', 'b', 'c']);
  assert.deepEqual(nextPlaces(places, ['b', 'c'], AFTERWARDS + 10).map(({ game }) => game), ['c', 'b']);
  assert.deepEqual(nextPlaces(places, ['b'], AFTERWARDS + 10).map(({ game }) => game), ['b']);
  assert.equal(nextPlaces([], [...'abcdefghijkl'], 0).length, MOST);
});

test('the last game stays on the screen while there is no other', () => {
  const places = [{ game: 'a', endedAt: 0 }];
  assert.deepEqual(nextPlaces(places, [], AFTERWARDS * 9), places);
  const together = [{ game: 'a', endedAt: 0 }, { game: 'b', endedAt: 0 }];
  assert.deepEqual(nextPlaces(together, [], AFTERWARDS * 9), together.slice(1));
  assert.deepEqual(nextPlaces([], [], 0), []);
});

test('the top games are followed, also after an answer that is no stream', () => {
  const sources = [];
  const pauses = [];
  class Source {
    static CLOSED = 2;
    constructor() { sources.push(this); }
    tell(line) { this.onmessage({ data: JSON.stringify(line) }); }
    end(readyState) {
      this.readyState = readyState;
      this.onerror();
    }
  }
  const heard = [];
  followTop((ids) => heard.push(ids.join('')), { Source, timers: { setTimeout: (what) => pauses.push(what) } });
  const games = (...ids) => ids.map((id) => ({ id }));
  sources[0].tell({ type: 'top', games: games('a', 'b') });
  sources[0].tell({ type: 'top_update', games: games('c'), order: ['c', 'a'] });
  sources[0].tell({ type: 'top_update', games: [], order: ['b', 'c', 'a'] });
  assert.deepEqual(heard, ['ab', 'ca', 'ca'], 'a game that had gone is forgotten until it is told again');
  // The browser comes back to the stream by itself.
  sources[0].end(0);
  assert.equal(pauses.length, 0);
  sources[0].end(2);
  pauses.shift()();
  assert.equal(sources.length, 2);
  sources[1].tell({ type: 'top', games: games('d') });
  assert.equal(heard.at(-1), 'd');
});

test('ids are found in links, lists and sentences', () => {
  const [one, two] = ['4t9x2m8q6w1k5c7v', '2m8q4t9x6w1k5c7v'];
  assert.deepEqual(idsIn(`https://go.example.org/games/${one}?x, ${two}\n${one}`), [one, two]);
  assert.deepEqual(idsIn(`${one}0 uuuuuuuuuuuuuuuu`), []);
  assert.deepEqual(chosenGames(addressOf([one, two]).split('watch')[1]), [one, two]);
});

test('the games of a group are asked for again after a while, but not while nobody looks', async () => {
  const group = groupOf('/groups/4t9x2m8q6w1k5c7v/watch');
  assert.equal(group, '4t9x2m8q6w1k5c7v');
  assert.equal(groupOf('/watch'), null);
  const timers = new FakeTimers();
  const page = Object.assign(new EventTarget(), { hidden: false });
  const answers = [['b', 'a'], null, ['c', 'b', 'a']];
  const heard = [];
  const asked = [];
  const get = async (...words) => {
    asked.push(words);
    const ids = answers.shift();
    if (!ids) throw new Error('away');
    return { games: ids.map((id) => ({ id })) };
  };
  const settled = () => new Promise((done) => { setImmediate(done); });
  followGroup(group, { hear: (ids) => heard.push(ids.join('')), fail: ({ message }) => heard.push(message) }, { get, page, timers });
  await settled();
  assert.deepEqual(asked, [[group, { phase: 'playing,scoring', limit: 20 }]]);
  timers.advance(4_000);
  await settled();
  assert.deepEqual(heard, ['ba', 'away'], 'a refusal is told, and it is asked again');
  page.hidden = true;
  timers.advance(60_000);
  await settled();
  assert.equal(asked.length, 2);
  page.hidden = false;
  page.dispatchEvent(new Event('visibilitychange'));
  await settled();
  assert.deepEqual(heard, ['ba', 'away', 'cba']);
});

test('games of a group that are far back are found on further pages', async () => {
  const asked = [];
  const pages = [{ games: [], next: '1' }, { games: [{ id: 'b' }], next: '2' }, { games: [{ id: 'a' }], next: null }];
  const get = async (group, { cursor = null }) => {
    asked.push(cursor);
    return pages[asked.length - 1] ?? { games: [], next: String(asked.length) };
  };
  const page = Object.assign(new EventTarget(), { hidden: false });
  const heard = [];
  const timers = new FakeTimers();
  const settled = () => new Promise((done) => { setImmediate(done); });
  followGroup('4t9x2m8q6w1k5c7v', { hear: (ids) => heard.push(ids.join('')), fail: assert.fail }, { get, page, timers });
  await settled();
  assert.deepEqual([asked, heard], [[null, '1', '2'], ['ba']]);
  // A list without an end is left for the next time.
  timers.advance(4_000);
  await settled();
  assert.deepEqual([asked.length, heard], [7, ['ba', '']]);
});
