// A member's settings, on two devices and with others at the same browser.

import assert from 'node:assert/strict';
import test from 'node:test';
import { FakeStorage, FakeTimers } from './fakes.js';
import { KEPT, KeptSettings, readSetting } from '../../static/page/kept-settings.js';
import { usualSetting } from '../../static/storage/settings.js';

/** Lets everything happen that waits for nothing. */
const settled = () => new Promise((resolve) => { setImmediate(resolve); });

/** An account as the server has it, of which the browser has the cookie. */
class Account {
  constructor(player = 'ann') {
    this.player = player;
  }

  preferences = {};
  reads = 0;
  writes = 0;
  away = false;

  read = async () => {
    if (this.away) throw new Error('away');
    this.reads += 1;
    return { player: this.player, preferences: this.preferences && { ...this.preferences } };
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

  /** The pages that are open. */
  tabs = [];

  /** A page that somebody opens, or nobody. */
  async page(player, account, { early = [], begun = true } = {}) {
    const kept = new KeptSettings({
      account, early, storage: this.storage, timers: this.timers, now: () => this.timers.now,
      settings: {
        get: this.get, usual: usualSetting,
        set: (name, value) => {
          if (this.get(name) === value) return;
          this.values[name] = value;
          // The other tabs hear of it, too.
          for (const tab of this.tabs) tab.changed(name, tab === kept);
        },
      },
    });
    this.tabs.push(kept);
    const begins = player ? kept.begin(player) : Promise.resolve();
    if (begun) await begins;
    return { choose: (name, value) => kept.settings.set(name, value), kept, begins };
  }

  async passes(time) {
    this.timers.advance(time);
    await settled();
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
  const [ann, ben] = [new Account('ann'), new Account('ben')];
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

test('who comes in by another tab is given nothing of the member whom this tab still knows', async () => {
  const [ann, ben] = [new Account('ann'), new Account('ben')];
  const desk = new Device();
  // The browser has one cookie.
  let here = ann;
  const cookie = { read: () => here.read(), write: (preferences) => here.write(preferences) };
  const stale = await desk.page('ann', cookie);
  stale.choose('board', 'paper');
  await desk.passes(1_000);
  here = ben;
  ben.preferences = { board: 'katsura', stones: 'flat' };
  await desk.page('ben', cookie);
  assert.deepEqual([desk.get('board'), desk.get('stones')], ['katsura', 'flat']);
  await desk.passes(5_000);
  assert.deepEqual([ann.writes, ben.writes], [1, 0], 'what the other tab has changed is nobody\'s change');
  // Nor is a choice in the stale tab.
  stale.choose('volume', 40);
  await desk.passes(5_000);
  assert.deepEqual([ann.preferences, ben.preferences, ben.writes], [{ board: 'paper' }, { board: 'katsura', stones: 'flat' }, 0]);
  // Also an account that has gone meanwhile is none.
  ben.preferences = null;
  await desk.passes(600_000);
  await desk.page('ben', cookie);
  assert.equal(ben.writes, 0);
});

test('a choice that is made while the account is given others is given, too', async () => {
  const account = new Account();
  const desk = new Device();
  desk.values.board = 'paper';
  let write = null;
  account.write = (preferences) => new Promise((resolve) => {
    write = () => {
      account.preferences = preferences;
      resolve();
    };
  });
  const page = await desk.page('ann', account, { begun: false });
  await settled();
  page.choose('loose', true);
  page.choose('board', 'bamboo');
  write();
  await page.begins;
  assert.deepEqual(account.preferences, { board: 'paper' });
  await desk.passes(1_000);
  write();
  await settled();
  assert.deepEqual(account.preferences, { board: 'bamboo', loose: 'true' });
  assert.deepEqual([desk.get('board'), desk.get('loose')], ['bamboo', true]);
});

test('a choice that is made before the page notes any is given to the account', async () => {
  const account = new Account();
  const desk = new Device();
  account.preferences = { sounds: 'true', board: 'paper' };
  await desk.page('ann', account);
  await desk.passes(1_000);
  // The memory is fresh, and nobody would ask.
  desk.values.sounds = false;
  await desk.page('ann', account);
  assert.deepEqual(account.preferences, { sounds: 'false', board: 'paper' });
  await desk.passes(600_000);
  await desk.page('ann', account);
  assert.deepEqual([desk.get('sounds'), desk.get('board')], [false, 'paper']);
  // On a new device as well, where the page tells what has changed since it came.
  const phone = new Device();
  phone.values.sounds = true;
  phone.values.board = 'bamboo';
  await phone.page('ann', account, { early: ['board'] });
  assert.deepEqual([phone.get('sounds'), phone.get('board'), account.preferences.board], [false, 'bamboo', 'bamboo']);
});

test('a guest brings the own choices along at a browser where a member was before, and nothing of that member', async () => {
  const [ann, ben] = [new Account('ann'), new Account('ben')];
  const desk = new Device();
  const page = await desk.page('ann', ann);
  page.choose('board', 'paper');
  page.choose('theme', 'dark');
  await desk.passes(1_000);
  // What she chooses without a network is hers all the same.
  ann.away = true;
  page.choose('naming', 'kanji');
  await desk.passes(1_000);
  page.kept.end();
  const guest = await desk.page(null, null);
  guest.choose('stones', 'flat');
  guest.choose('theme', 'light');
  await desk.page('ben', ben);
  assert.deepEqual(ben.preferences, { theme: 'light', stones: 'flat' });
  assert.deepEqual(['theme', 'board', 'stones', 'naming'].map(desk.get), ['light', 'kaya', 'flat', 'letters']);
});

test('a browser that stores nothing has the settings of the account all the same', async () => {
  const account = new Account();
  const desk = new Device();
  desk.storage = null;
  account.preferences = { board: 'katsura' };
  const page = await desk.page('ann', account);
  account.away = true;
  page.choose('board', 'paper');
  await desk.passes(1_000);
  account.away = false;
  page.choose('loose', true);
  await desk.passes(1_000);
  assert.deepEqual([desk.get('board'), account.preferences], ['paper', { board: 'paper', loose: 'true' }]);
});
