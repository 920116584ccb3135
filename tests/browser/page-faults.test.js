// What `every-page` says of a page is true: faults that are put into a page are found, and nothing is found
// in a sound one.

import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';

import { colourFindings } from './axe-findings.js';
import { languageFaults, layoutFaults } from './page-faults.js';
import { Table } from './table.js';

const LARGE = { width: 1440, height: 900 };

const table = new Table();
afterEach(() => table.clear());

const FAULTY = [
  ['cut', '<p style="width:60px;overflow:hidden;white-space:nowrap">A long line of text</p>'],
  ['cut', '<button style="width:40px;white-space:nowrap">A long line of text</button>'],
  ['torn', '<p style="width:30px;word-break:break-all">30 min</p>'],
  ['one letter on a line', '<button style="width:80px;padding:0;font:20px monospace;word-break:break-all">ABCDEFG</button>'],
  ['wider than the screen', '<p style="width:3000px">Wide</p>'],
  ['covered by', '<p style="margin:0 0 -18px">One line</p><p style="margin:0">Another</p>'],
  ['half covered', '<p style="font-size:30px;margin:0">Under</p><div style="position:relative;margin-top:-20px;height:40px;background:white"></div>'],
  ['no text', '<p>A line of text</p>false'],
  ['no text', '<p>undefined</p>'],
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

test('pale texts are found beside those whose like has been measured', async () => {
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

test('what is wrong with a page is found', async () => {
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
