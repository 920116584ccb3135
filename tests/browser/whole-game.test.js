import { after, before, test } from 'node:test';

import { launchBrowser } from './chromium-browser.js';
import { PostgresCluster } from './postgres-cluster.js';
import { RunningServer } from './running-server.js';
import { playWholeGame } from './whole-game.js';

let browser;
before(async () => (browser = await launchBrowser()));
after(() => browser?.close());

test('a whole game, agreed on and kept: SQLite', async () => {
  const server = await RunningServer.start();
  try {
    await playWholeGame(browser, server);
  } finally {
    await server.remove();
  }
});

test('a whole game, agreed on and kept: Postgres', async () => {
  const cluster = await PostgresCluster.start();
  const server = await RunningServer.start({ databaseUrl: cluster.url });
  try {
    await playWholeGame(browser, server);
  } finally {
    await server.remove();
    await cluster.remove();
  }
});
