// The page of a record as a visitor uses it.

import assert from 'node:assert/strict';

import { boardsWhole } from './chromium-browser.js';
import { GamePage } from './game-page.js';

export class RecordPage extends GamePage {
  static async arrived(visitor) {
    await visitor.page.waitForURL(/\/records\/[0-9a-z]+/);
    await visitor.page.locator('[data-ready]').waitFor();
    await boardsWhole(visitor.page);
    return new RecordPage(visitor);
  }

  static async open(visitor, record) {
    await visitor.page.goto(`${visitor.server.url}/records/${record}`);
    return RecordPage.arrived(visitor);
  }
}

/** The visitor's browser has met this player before, as it has where the player brought a record. */
export function knows(visitor, { player }) {
  return visitor.context.addInitScript((known) => localStorage.setItem('tengen.player', JSON.stringify(known)), player);
}

/** Brings a file as a player of the REST interface; answers the server's summaries of its games. */
export async function bringRecord(server, player, file) {
  const answer = await fetch(`${server.url}/api/v1/records`, {
    method: 'POST',
    headers: { authorization: `Bearer ${player.token}`, 'content-type': 'application/x-go-sgf' },
    body: file,
  });
  assert.equal(answer.status, 201);
  return (await answer.json()).records;
}

/** With everything that a page shows: variations three deep, marks of each kind, comments, times, captures, setup, mistakes. */
export const FULL = `(;GM[1]FF[4]SZ[9]PB[Ann]BR[3d]PW[Ben]WT[Club]KM[6.5]RU[Japanese]RE[W+R]DT[1999-12-31]EV[Club evening]TM[600]OT[3x30 byo-yomi]
GC[Of a long evening]AB[ba]AW[aa]
;B[ab]C[Takes the corner stone.\n\nA second paragraph.]TR[ba]SQ[cc]CR[dd]MA[ee]SL[ff]LB[gg:A][hh:12]LN[cc:dd]AR[ee:gg]TB[ii]TW[ih]BL[570.5]TE[1]
(;W[ee];B[cg](;W[gc];B[gg])(;W[gg];B[gc]C[Deep.]))
(;W[dd]BM[2]C[The other way.]N[mistake](;B[ff];W[dd])(;B[]DD[aa:ii];W[ff]VW[aa:ee];B[bb]VW[]DD[]))
(;W[ce]OW[2]WL[30]))`;
