// Every page in each of its states, in every language: axe finds nothing, in light, dark and forced colours; nothing is cut, torn,
// covered or wider than the screen; and nothing is said in another language.
//
// A page is loaded once for all looks: the rules of axe and the layout at 1440x900 in light colours, then, without another load, the layout
// at 360x740 and, in the first language, the rules about colours in dark and in forced ones. Colours are the same in all languages, and so is all
// that is no word: in the others axe looks at names and words, at the room that they take, and at texts in a look of their own.

import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { test } from 'node:test';

import { colourFindings, findings, wordFindings } from './axe-findings.js';
import { drawn } from './chromium-browser.js';
import { SCENES, stageScenes } from './every-scene.js';
import { languageFaults, layoutFaults } from './page-faults.js';
import { Table } from './table.js';

const LARGE = { width: 1440, height: 900 };
const SMALL = { width: 360, height: 740 };
const LANGUAGES = readdirSync(new URL('../../static/text/', import.meta.url), { withFileTypes: true })
  .filter((entry) => entry.isDirectory()).map(({ name }) => name);

const table = new Table({ options: ['--embed-origin', 'http://club.example'] });
let games;

/**
 * The browser knows nobody any more. A page that remembers somebody asks the server after two seconds, and complains of the answer if
 * only the cookies are gone; so the storage goes too, and first the page that might write it.
 */
async function forget(visitor) {
  await visitor.page.goto('about:blank');
  const inspector = await visitor.context.newCDPSession(visitor.page);
  await inspector.send('Storage.clearDataForOrigin', { origin: table.server.url, storageTypes: 'cookies,local_storage' });
  await inspector.detach();
}

async function enter(visitor, scene) {
  const { page } = visitor;
  await page.setViewportSize(LARGE);
  await page.emulateMedia({ colorScheme: 'light', forcedColors: 'none' });
  await forget(visitor);
  const player = scene.who?.(games);
  if (player) await visitor.become(player);
  // The browser itself complains of a page with the status 404.
  visitor.serverMayBeAway = scene.missing === true;
  await page.goto(`${table.server.url}${scene.address(games)}`);
  await scene.ready(page);
  await drawn(page);
}

async function faults(page, language) {
  const found = [];
  const look = async (name, faultsOf) => found.push(...(await faultsOf).map((fault) => `${name}: ${fault}`));
  await look('language', languageFaults(page, language));
  await look('1440x900', layoutFaults(page));
  await look('axe, light', language === LANGUAGES[0] ? findings(page) : wordFindings(page));
  await page.setViewportSize(SMALL);
  await page.emulateMedia({ colorScheme: 'dark' });
  await drawn(page);
  await look('360x740', layoutFaults(page));
  if (language !== LANGUAGES[0]) return found;
  await look('axe, dark', colourFindings(page));
  await page.emulateMedia({ forcedColors: 'active' });
  await drawn(page);
  await look('axe, forced colours', colourFindings(page));
  return found;
}

const FAULTY = [
  ['cut', '<p style="width:60px;overflow:hidden;white-space:nowrap">A long line of text</p>'],
  ['cut', '<button style="width:40px;white-space:nowrap">A long line of text</button>'],
  ['torn', '<p style="width:30px;word-break:break-all">30 min</p>'],
  ['one letter on a line', '<button style="width:80px;padding:0;font:20px monospace;word-break:break-all">ABCDEFG</button>'],
  ['wider than the screen', '<p style="width:3000px">Wide</p>'],
  ['covered by', '<p style="margin:0 0 -18px">One line</p><p style="margin:0">Another</p>'],
  ['half covered', '<p style="font-size:30px;margin:0">Under</p><div style="position:relative;margin-top:-20px;height:40px;background:white"></div>'],
  ['cut in its field', '<input placeholder="A long line of text" style="width:60px">'],
];

const LINE = '<p>A line of text</p>';
const FAR_BELOW = '<p style="margin-top:3000px">A line of text</p>';
const LINK = (style) => `<p><span>A line of text with</span> <a href="/" style="color:#222;${style}">a link</a></p>`;

/** Pages with pale texts, each with a page that has a text like it and no fault that axe-core can tell. */
const PALE = [
  [LINE, '<p style="color:#bbb">A line of text</p>'],
  [LINE, `<div style="background:#444">${LINE}</div>`],
  [LINE, `${LINE}<div style="position:absolute;inset:0;background:#333;z-index:-1"></div>`],
  [LINE, '<p style="opacity:0.3">A line of text</p>'],
  [LINE, `<style>p { color: #aaa }</style>${LINE}`],
  [LINE, `<div style="height:60px;overflow:auto" tabindex="0">${LINE}<p style="margin-top:300px;color:#bbb">A line of text</p></div>`],
  ['<p style="color:#bcb">1</p>', '<p style="color:#bcb">A line of text</p>'],
  [FAR_BELOW, `${FAR_BELOW}<div style="position:absolute;left:0;right:0;top:2900px;height:400px;background:#333;z-index:-1"></div>`],
  [LINK('text-decoration:underline'), LINK('text-decoration:none')],
];

test('pale texts are found beside those whose like has been measured', async (t) => {
  t.after(() => table.clear());
  const { page } = await table.visitor({ viewport: LARGE });
  const show = (content) => page.setContent(`<!doctype html><html lang="en"><body>${content}`);
  for (const [sound, content] of PALE) {
    await show(sound);
    assert.deepEqual(await colourFindings(page), [], sound);
    await show(content);
    // A fault is told on each page that has it.
    for (const time of ['first', 'second']) assert.match((await colourFindings(page)).join(), /color-contrast|link-in-text-block/, `${content}, ${time} time`);
  }
});

test('what is wrong with a page is found', async (t) => {
  t.after(() => table.clear());
  const { page } = await table.visitor({ viewport: LARGE });
  for (const [fault, content] of FAULTY) {
    await page.setContent(`<!doctype html><html lang="en"><body>${content}`);
    assert.match((await layoutFaults(page)).join(), new RegExp(fault), content);
  }
  await page.setContent('<!doctype html><html lang="en"><body><p>A line of text</p><button>A button</button><select><option>One</select>');
  assert.deepEqual(await layoutFaults(page), []);
  await page.setContent('<!doctype html><html lang="en"><title>対局</title><body><p>Settings</p><p lang="en">Settings</p><p title="so it is here">対局</p><p>positions.title</p>');
  assert.deepEqual(await languageFaults(page, 'ja'), ['lang is en', 'the name of a text: positions.title', 'English: Settings', 'English: so it is here']);
});

for (const language of LANGUAGES) {
  test(`every page in ${language}`, async (t) => {
    games ??= await stageScenes(table.server);
    // Hooks for each test would end the visit with the first of these.
    t.after(() => table.clear());
    const visitor = await table.visitor({ viewport: LARGE, locale: language, reducedMotion: 'reduce' });
    for (const scene of SCENES) {
      await t.test(scene.name, async () => {
        await enter(visitor, scene);
        assert.deepEqual(await faults(visitor.page, language), []);
      });
    }
  });
}
