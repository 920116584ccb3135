// A member's settings, on two devices and with others at the same browser.

import assert from 'node:assert/strict';
import test from 'node:test';
import { FakeStorage, FakeTimers } from './fakes.js';
import { KEPT, KeptSettings, readSetting } from '../../static/account/kept-settings.js';
import { usualSetting } from '../../static/settings.js';

/** An account as the server has it. */
class Account {
  preferences = {};
  reads = 0;
  writes = 0;
  away = false;

  read = async () => {
    if (this.away) throw new Error('away');
    this.reads += 1;
    return { ...this.preferences };
  };

  write = async (preferences) => {
    if (this.away) throw new Error('away');
    this.writes += 1;
    this.preferences = preferences;
  };
}

/** A browser, with what it keeps from page to page. */
class Device {
  values = {};
  storage = new FakeStorage();
  timers = new FakeTimers();

  get = (name) => this.values[name] ?? usualSetting(name);

  /** A page that somebody opens, or nobody. */
  async page(player, account) {
    const kept = new KeptSettings({
      account, storage: this.storage, timers: this.timers, now: () => this.timers.now,
      settings: {
        get: this.get, usual: usualSetting,
        set: (name, value) => {
          this.values[name] = value;
          kept.changed(name);
        },
      },
    });
    if (player) await kept.begin(player);
    return { choose: (name, value) => kept.settings.set(name, value), kept };
  }

  async passes(time) {
    this.timers.advance(time);
    for (let i = 0; i < 10; i += 1) await Promise.resolve();
  }
}

test('every kept setting has a default, and is read back as it was written', () => {
  for (const name of KEPT) {
    const usual = usualSetting(name);
    assert.notEqual(usual, undefined, name);
    assert.equal(readSetting(String(usual), usual), usual, name);
  }
  assert.deepEqual(['true', 'false', 'maybe', undefined].map((text) => readSetting(text, true)), [true, false, undefined, undefined]);
  assert.deepEqual(['40', '', 'loud', undefined].map((text) => readSetting(text, 100)), [40, undefined, undefined, undefined]);
});

test('what is chosen on one device is on the other at its next page', async () => {
  const account = new Account();
  account.preferences = { 'of another program': 'x' };
  const [desk, phone] = [new Device(), new Device()];
  const page = await desk.page('ann', account);
  assert.equal(account.writes, 0, 'nothing is chosen yet');
  page.choose('board', 'paper');
  page.choose('loose', true);
  page.choose('volume', 40);
  page.choose('placing', 'two');
  await desk.passes(1_000);
  assert.equal(account.writes, 1, 'together');
  assert.deepEqual(account.preferences, { 'of another program': 'x', board: 'paper', loose: 'true', volume: '40' });
  await phone.page('ann', account);
  assert.deepEqual([phone.get('board'), phone.get('loose'), phone.get('volume'), phone.get('placing')], ['paper', true, 40, 'auto']);
  assert.equal(account.writes, 1, 'what was taken over is no change');
});

test('the account is asked now and then, not at each page', async () => {
  const account = new Account();
  const desk = new Device();
  for (let i = 0; i < 5; i += 1) await desk.page('ann', account);
  assert.equal(account.reads, 1);
  await desk.passes(600_000);
  await desk.page('ann', account);
  assert.equal(account.reads, 2);
});

test('what was chosen without a network goes up with a later page, and wins there', async () => {
  const account = new Account();
  const desk = new Device();
  const page = await desk.page('ann', account);
  account.away = true;
  page.choose('stones', 'flat');
  await desk.passes(1_000);
  account.away = false;
  account.preferences = { stones: 'glass', board: 'bamboo' };
  await desk.page('ann', account);
  assert.deepEqual(account.preferences, { stones: 'flat', board: 'bamboo' });
  assert.equal(desk.get('board'), 'bamboo');
});

test('a guest who becomes a member brings the own settings along', async () => {
  const account = new Account();
  const desk = new Device();
  const page = await desk.page(null, account);
  page.choose('board', 'paper');
  await desk.passes(5_000);
  assert.equal(account.writes, 0);
  await desk.page('ann', account);
  assert.deepEqual(account.preferences, { board: 'paper' });
});

test('of two members at one browser each has the own settings', async () => {
  const [ann, ben] = [new Account(), new Account()];
  const desk = new Device();
  const page = await desk.page('ann', ann);
  page.choose('board', 'paper');
  page.choose('loose', true);
  await desk.passes(1_000);
  ben.preferences = { board: 'katsura' };
  await desk.page('ben', ben);
  assert.deepEqual([desk.get('board'), desk.get('loose')], ['katsura', false]);
  assert.deepEqual(ben.preferences, { board: 'katsura' });
  await desk.page('ann', ann);
  assert.deepEqual([desk.get('board'), desk.get('loose')], ['paper', true]);
});

test('words of another release mean nothing here, and stay', async () => {
  const account = new Account();
  account.preferences = { loose: 'perhaps', volume: 'loud', later: 'y' };
  const desk = new Device();
  await desk.page('ann', account);
  assert.deepEqual([desk.get('loose'), desk.get('volume')], [false, 100]);
  assert.deepEqual(account.preferences, { loose: 'perhaps', volume: 'loud', later: 'y' });
});

test('an account that takes no more is not asked at each page', async () => {
  const account = new Account();
  account.write = async () => {
    account.writes += 1;
    throw Object.assign(new Error(), { code: 'invalid_preferences' });
  };
  const desk = new Device();
  desk.values.board = 'paper';
  for (let i = 0; i < 3; i += 1) await desk.page('ann', account);
  assert.deepEqual([account.reads, account.writes, desk.get('board')], [1, 1, 'paper']);
});
