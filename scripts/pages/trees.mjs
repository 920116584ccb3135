// How long a page takes to show a large tree of variations, and what a tried move costs it beside one.

import { ApiPlayer, Refusal } from '../../tests/browser/api-player.js';
import { FAST } from './slow-line.mjs';
import { Visit } from './visit.mjs';

const LETTERS = 'ABCDEFGHJKLMNOPQRST';
const POINTS = [...LETTERS].flatMap((letter) => Array.from({ length: 19 }, (_, row) => `${letter}${row + 1}`));
/** How many moves each of the many lines has. */
const LINE = 10;
const TRIES = 10;
/** Within this time the page has drawn a tried move and heard of its judgement, and the stones have settled. */
const AFTERWARDS = 800;

const other = (color) => (color === 'black' ? 'white' : 'black');

/** A guest who keeps trees beside games. */
export class Keeper {
  static async of(server) {
    return Object.assign(new Keeper(), { server, guest: await ApiPlayer.guest(server, 'Dora') });
  }

  get token() {
    return this.guest.token;
  }

  /** Keeps `count` nodes in lines of ten moves, each behind another move of the game. What the rules forbid is left out with its line. */
  async lines(game, count) {
    const { moves, stones } = await this.guest.snapshot(game.id);
    const free = POINTS.filter((at) => stones[(19 - Number(at.slice(1))) * 19 + LETTERS.indexOf(at[0])] === '.');
    for (let line = 0, kept = 0; kept < count; line += 1) {
      const move = line % moves.length;
      let color = moves[move].color;
      const changes = [];
      for (let i = 0; i < LINE; i += 1) {
        const id = `n${line}-${i}`;
        const at = free[(line * 37 + i * 101) % free.length];
        changes.push({ id, move: `${color}:${at}`, ...(i === 0 ? { from: { move, event: move + 1 } } : { parent: `n${line}-${i - 1}` }) });
        color = other(color);
      }
      if (await this.keeps(game, changes)) kept += LINE;
    }
  }

  /** Keeps one variation of so many moves behind the last one of the game. */
  async variation(game, count) {
    const { moves, to_move: toMove } = await this.guest.snapshot(game.id);
    let color = toMove;
    for (let kept = 0, place = 0; kept < count; place += 1) {
      const behind = kept === 0 ? { from: { move: moves.length, event: moves.length + 1 } } : { parent: `v${kept - 1}` };
      const at = POINTS[(place * 101) % POINTS.length];
      if (!await this.keeps(game, [{ id: `v${kept}`, move: `${color}:${at}`, ...behind }])) continue;
      color = other(color);
      kept += 1;
    }
  }

  async keeps(game, changes) {
    try {
      await this.guest.changeVariations(game.id, changes);
      return true;
    } catch (error) {
      if (!(error instanceof Refusal) || error.problem?.code !== 'illegal_move') throw error;
      return false;
    }
  }
}

/** Runs in the page from its first moment: when the first picture with the tree is painted. */
function noteTree() {
  globalThis.treeAt = null;
  const changes = new MutationObserver(() => {
    if (!document.querySelector('variation-tree:not([hidden]) [data-node]')) return;
    changes.disconnect();
    requestAnimationFrame(() => scheduler.postTask(() => {
      globalThis.treeAt = performance.now();
    }, { priority: 'user-blocking' }));
  });
  changes.observe(document, { childList: true, subtree: true, attributes: true, attributeFilter: ['hidden'] });
}

async function scriptTime(session) {
  const { metrics } = await session.send('Performance.getMetrics');
  return 1_000 * metrics.find(({ name }) => name === 'ScriptDuration').value;
}

async function begin(browser, line, keeper, slower) {
  const visit = await Visit.begin(browser, line, { slower });
  await visit.session.send('Performance.enable', { timeDomain: 'threadTicks' });
  await visit.context.addInitScript(noteTree);
  await visit.context.addCookies([{ name: 'tengen_token', value: keeper.token, url: line.url, httpOnly: true, sameSite: 'Lax' }]);
  return visit;
}

/** The milliseconds until the page of a game shows the keeper's tree. The browser has the page's parts already. */
export async function timeOfTree(browser, line, keeper, game, { slower }) {
  const visit = await begin(browser, line, keeper, slower);
  try {
    await visit.open(`/games/${game.id}`, FAST);
    await visit.page.waitForFunction(() => globalThis.treeAt !== null);
    await visit.turnPage();
    await visit.open(`/games/${game.id}`, FAST);
    await visit.page.waitForFunction(() => globalThis.treeAt !== null);
    return await visit.page.evaluate(() => globalThis.treeAt);
  } finally {
    await visit.end();
  }
}

/** The milliseconds of script that each tried move took in the page of a game, beside the keeper's tree. */
export async function timesOfTrying(browser, line, keeper, game, { slower }) {
  const visit = await begin(browser, line, keeper, slower);
  const { page, session } = visit;
  try {
    await visit.open(`/games/${game.id}`, FAST);
    await page.getByTestId('trying-switch').click();
    const free = await page.locator('[data-testid="board"] [data-stone="empty"]').evaluateAll((points) => points.map((point) => point.dataset.point));
    const times = [];
    for (let i = 0; i < TRIES; i += 1) {
      const before = await scriptTime(session);
      await page.evaluate((at) => document.querySelector(`[data-testid="board"] [data-point="${at}"]`)
        .dispatchEvent(new MouseEvent('click', { bubbles: true })), free[(i * 53) % free.length]);
      await page.waitForTimeout(AFTERWARDS);
      times.push(await scriptTime(session) - before);
    }
    return times;
  } finally {
    await visit.end();
  }
}
