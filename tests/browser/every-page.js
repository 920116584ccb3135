// The pages in each of their states, in one language: axe finds nothing, in light, dark and forced colours;
// nothing is cut, torn, covered or wider than the screen; and nothing is said in another language. By itself a
// file looks at every page. The default run looks at every page in the first language, and at each third one, by
// turns of the commits, in the others.
//
// A page is loaded once for all looks: the rules of axe and the layout at 1440x900 in light colours, then,
// without another load, the layout at 360x740 and, in the first language, the rules about colours in dark and
// in forced ones. Colours are the same in all languages, and so is all that is no word: in the others axe
// looks at names and words, at the room that they take, and at texts in a look of their own.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { colourFindings, findings, wordFindings } from './axe-findings.js';
import { drawn } from './chromium-browser.js';
import { SCENES, stageScenes } from './every-scene.js';
import { FIRST, pagesByTurns } from './languages.js';
import { languageFaults, layoutFaults } from './page-faults.js';
import { Table } from './table.js';

const LARGE = { width: 1440, height: 900 };
const SMALL = { width: 360, height: 740 };

/**
 * The browser knows nobody any more. A page that remembers somebody asks the server after two seconds, and
 * complains of the answer if only the cookies are gone; so the storage goes too, and first the page that
 * might write it.
 */
async function forget(visitor, { url }) {
  await visitor.page.goto('about:blank');
  const inspector = await visitor.context.newCDPSession(visitor.page);
  await inspector.send('Storage.clearDataForOrigin', { origin: url, storageTypes: 'cookies,local_storage' });
  await inspector.detach();
}

async function enter(visitor, scene, games) {
  const { page, server } = visitor;
  await page.setViewportSize(LARGE);
  await page.emulateMedia({ colorScheme: 'light', forcedColors: 'none' });
  await forget(visitor, server);
  const player = scene.who?.(games);
  if (player) await visitor.become(player);
  // The browser itself complains of a page with the status 404.
  visitor.serverMayBeAway = scene.missing === true;
  await page.goto(`${server.url}${scene.address(games)}`);
  await scene.ready(page);
  await drawn(page);
}

async function faults(page, language) {
  const found = [];
  const look = async (name, faultsOf) => found.push(...(await faultsOf).map((fault) => `${name}: ${fault}`));
  await look('language', languageFaults(page, language));
  await look('1440x900', layoutFaults(page));
  await look('axe, light', language === FIRST ? findings(page) : wordFindings(page));
  await page.setViewportSize(SMALL);
  await page.emulateMedia({ colorScheme: 'dark' });
  await drawn(page);
  await look('360x740', layoutFaults(page));
  if (language !== FIRST) return found;
  await look('axe, dark', colourFindings(page));
  await page.emulateMedia({ forcedColors: 'active' });
  await drawn(page);
  await look('axe, forced colours', colourFindings(page));
  return found;
}

/** Registers the tests of the pages in this language, of all those at which the run looks. */
export function everyPage(language) {
  const table = new Table({ options: ['--embed-origin', 'http://club.example'] });

  test(`the pages in ${language}`, async (t) => {
    const games = await stageScenes(table.server);
    // Hooks for each test would end the visit with the first of these.
    t.after(() => table.clear());
    const visitor = await table.visitor({ viewport: LARGE, locale: language, reducedMotion: 'reduce' });
    for (const scene of pagesByTurns(SCENES, language)) {
      await t.test(scene.name, async () => {
        await enter(visitor, scene, games);
        assert.deepEqual(await faults(visitor.page, language), []);
      });
    }
  });
}
