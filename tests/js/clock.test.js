import './english.js';
import assert from 'node:assert/strict';
import test from 'node:test';
import { PACES, clockOfPace } from '../../static/time/presets.js';
import { ServerTime } from '../../static/time/server-time.js';
import { clockFace, digits, longTime, shortTime, timeInWords, timeText } from '../../static/text/clock-text.js';
import { countdown, timeAt, untilNextShown } from '../../static/time/clock.js';

const BYO_YOMI = { system: 'byo-yomi', main: 60_000, periods: 3, period: 30_000 };
const CANADIAN = { system: 'canadian', main: 60_000, stones: 25, period: 600_000 };
const FISCHER = { system: 'fischer', main: 60_000, increment: 5_000, max: 120_000 };
const SIMPLE = { system: 'simple', period: 86_400_000 };
const time = (main, period = 0, periods = 0, stones = 0) => ({ main, period, periods, stones });
const running = (system, of) => ({ at: 1_000, system, black: of, white: of, running: 'black' });
const after = (system, of, millis) => timeAt(running(system, of), 'black', 1_000 + millis);

test('only the running time grows less, and never more', () => {
  const clock = running(BYO_YOMI, time(60_000, 30_000, 3));
  assert.equal(timeAt(clock, 'black', 5_000).main, 56_000);
  assert.equal(timeAt(clock, 'white', 5_000).main, 60_000);
  assert.equal(timeAt(clock, 'black', 0).main, 60_000, 'a server that seems behind takes nothing back');
  assert.equal(timeAt({ ...clock, running: null }, 'black', 99_000).main, 60_000);
});

test('byo-yomi goes through its periods as the server counts them', () => {
  const whole = time(60_000, 30_000, 3);
  assert.deepEqual(after(BYO_YOMI, whole, 60_000), time(0, 30_000, 3));
  assert.deepEqual(after(BYO_YOMI, whole, 90_000), time(0, 0, 3), 'a period lasts through its last millisecond');
  assert.deepEqual(after(BYO_YOMI, whole, 90_001), time(0, 29_999, 2));
  assert.deepEqual(after(BYO_YOMI, whole, 130_000), time(0, 20_000, 1));
  assert.deepEqual(after(BYO_YOMI, whole, 150_000), time(0, 0, 1));
  assert.deepEqual(after(BYO_YOMI, whole, 150_001), time(0));
  // A period that was begun and not ended by a move.
  assert.deepEqual(after(BYO_YOMI, time(0, 10_000, 2), 15_000), time(0, 25_000, 1));
});

test('the other systems have one time after the other', () => {
  assert.deepEqual(after(CANADIAN, time(5_000, 600_000, 0, 25), 6_000), time(0, 599_000, 0, 25));
  assert.deepEqual(after(CANADIAN, time(0, 1_000, 0, 25), 1_001), time(0));
  assert.deepEqual(after(FISCHER, time(5_000), 5_001), time(0));
  assert.deepEqual(after(SIMPLE, time(0, 86_400_000), 400_000), time(0, 86_000_000));
});

test('a warning comes where something is lost, not when main time ends and periods follow', () => {
  assert.equal(countdown(BYO_YOMI, time(9_000, 30_000, 3)).low, false);
  assert.deepEqual(countdown(BYO_YOMI, time(0, 9_000, 3)), { millis: 9_000, overtime: true, last: false, low: true });
  assert.deepEqual(countdown(BYO_YOMI, time(0, 9_000, 1)), { millis: 9_000, overtime: true, last: true, low: true });
  assert.deepEqual(countdown(FISCHER, time(9_999)), { millis: 9_999, overtime: false, last: true, low: true });
  assert.equal(countdown(FISCHER, time(10_000)).low, false);
  assert.equal(countdown(SIMPLE, time(0, 5_000)).last, true);
});

test('what is shown is looked at again when it changes', () => {
  assert.equal(untilNextShown({ millis: 61_250, low: false }), 251);
  assert.equal(untilNextShown({ millis: 9_450, low: true }), 51);
});

test('digits: a second that has begun is whole, tenths come at the end', () => {
  assert.equal(digits(30_000), '0:30');
  assert.equal(digits(29_001), '0:30');
  assert.equal(digits(245_000), '4:05');
  assert.equal(digits(3_723_000), '1:02:03');
  assert.equal(digits(187_200_000), '2 d 4 h');
  assert.equal(digits(86_400_000), '1 d');
  assert.equal(digits(9_999, { tenths: true }), '9.9');
  assert.equal(digits(9_400, { tenths: true }), '9.4');
  assert.equal(digits(640, { tenths: true }), '0.7');
  assert.equal(digits(0, { tenths: true }), '0.0');
  assert.equal(digits(-5), '0:00');
});

test('lengths in short and in words', () => {
  assert.equal(shortTime(5_400_000), '1h 30m');
  assert.equal(shortTime(20_000), '20s');
  assert.equal(shortTime(2_500), '2.5s');
  assert.equal(shortTime(0), '0s');
  assert.equal(longTime(60_000), '1 minute');
  assert.equal(longTime(90_061_000), '1 day 1 hour');
});

test('time systems in one short line', () => {
  assert.equal(timeText(null), 'no clock');
  assert.equal(timeText(BYO_YOMI), '1m + 3×30s');
  assert.equal(timeText({ ...BYO_YOMI, main: 0 }), '3×30s');
  assert.equal(timeText(FISCHER), '1m + 5s a move');
  assert.equal(timeText(CANADIAN), '1m + 25 stones in 10m');
  assert.equal(timeText({ ...CANADIAN, stones: 1 }), '1m + 1 stone in 10m');
  assert.equal(timeText(SIMPLE), '1d a move');
  assert.equal(timeText({ system: 'absolute', main: 1_800_000 }), '30m total');
});

test('time systems in words, for whoever does not know the short line', () => {
  assert.equal(timeInWords(null), 'no clock');
  assert.equal(timeInWords(BYO_YOMI), '1 minute + 3 byo-yomi periods of 30 seconds');
  assert.equal(timeInWords({ ...BYO_YOMI, main: 0, periods: 1 }), '1 byo-yomi period of 30 seconds');
  assert.equal(timeInWords(FISCHER), '1 minute + 5 seconds a move');
  assert.equal(timeInWords(CANADIAN), '1 minute + 25 stones in 10 minutes');
  assert.equal(timeInWords({ ...CANADIAN, stones: 1 }), '1 minute + 1 stone in 10 minutes');
  assert.equal(timeInWords({ system: 'absolute', main: 1_800_000 }), '30 minutes total');
});

test('a face tells main time and periods apart', () => {
  const about = (system, of) => [clockFace(system, of).digits, clockFace(system, of).about];
  assert.deepEqual(about(BYO_YOMI, time(245_000, 30_000, 3)), ['4:05', '+ 3×30s']);
  assert.deepEqual(about(BYO_YOMI, time(0, 18_000, 2)), ['0:18', '2×30s left']);
  assert.deepEqual(about(BYO_YOMI, time(0, 4_000, 1)), ['4.0', 'last 30s']);
  assert.deepEqual(about(CANADIAN, time(0, 245_000, 0, 12)), ['4:05', 'for 12 stones']);
  assert.deepEqual(about(FISCHER, time(9_300)), ['9.3', '+ 5s a move']);
  assert.deepEqual(about(SIMPLE, time(0, 86_400_000)), ['1 d', 'for this move']);
});

test('every pace has a clock for every size, faster for smaller boards', () => {
  for (const pace of PACES) {
    const mains = [81, 169, 361].map((points) => clockOfPace(pace, points)?.main ?? 0);
    assert.deepEqual(mains, [...mains].sort((a, b) => a - b), pace);
  }
  assert.equal(clockOfPace('none', 81), null);
  assert.equal(timeText(clockOfPace('normal', 81)), '5m + 3×20s');
  assert.equal(timeText(clockOfPace('days', 81)), '3d a move');
});

test("the server's time follows the fastest message", () => {
  let local = 1_000;
  const server = new ServerTime(() => local);
  assert.equal(server.now(), 1_000, 'nothing is known yet');
  server.hear(500_000);
  local += 1_000;
  assert.equal(server.now(), 501_000);
  server.hear(500_900);
  assert.equal(server.now(), 501_000, 'this one took longer');
  server.notBefore(400_000);
  assert.equal(server.now(), 501_000, 'an old event says nothing about now');
  server.hear(501_050);
  assert.equal(server.now(), 501_050, 'this one was faster');
  // The clock of this machine was set forward, and no event tells that.
  local += 3_600_000;
  server.hear(520_000);
  assert.equal(server.now(), 520_000, 'after some minutes nothing old is believed');
  server.restart();
  server.hear(100);
  assert.equal(server.now(), 100);
  // The snapshot inside a page has waited for the page's modules.
  server.restart();
  server.hear(900_000, local - 2_000);
  server.hear(900_000);
  assert.equal(server.now(), 902_000);
});
