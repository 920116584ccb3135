// The findings of axe-core on a page: every rule, best practices included, on the page as it stands.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The rules that look at colours; no other one depends on the look of a page. */
const COLOUR_RULES = { runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } };

async function run(page, rules) {
  // A stone settles and a captive fades: contrast is measured when both have ended.
  await page.waitForFunction(() => document.getAnimations().every((animation) => animation.playState !== 'running'));
  if (!await page.evaluate(() => 'axe' in globalThis)) await page.evaluate(AXE);
  // An element with a z-index still lies below an open dialog, which axe-core does not know.
  await page.evaluate(() => { for (const dialog of document.querySelectorAll('dialog[open]')) dialog.style.zIndex = 99; });
  const { violations, passes } = await page.evaluate(
    (options) => globalThis.axe.run(document, { resultTypes: ['violations'], ...options }), rules);
  const found = violations.flatMap(({ id, help, nodes }) => nodes.map(({ html }) => `${id}: ${help}: ${html.slice(0, 200)}`));
  return { found, looked: passes.length + violations.length };
}

export async function findings(page) {
  const { found, looked } = await run(page, {});
  assert.ok(looked > 10, 'axe-core looked at next to nothing');
  return found;
}

/** The findings on the colours of a page whose other findings are known from another look. */
export async function colourFindings(page) {
  const { found, looked } = await run(page, COLOUR_RULES);
  assert.ok(looked > 0, 'axe-core looked at no colour');
  return found;
}
