// What the scenes of the staff's pages show beside the cases.

import { ApiPlayer, call } from './api-player.js';
import { act, caseOf, report } from './staff-page.js';

const SOMEBODY = '4t9x2m8q6w1k5c7v';

/** Sanctions, the case of a game that has ended, and groups: {punished, ended}. */
export async function stageStaffPages(server, staff, finished) {
  const punished = await ApiPlayer.member(server, 'Ota Yuzo');
  const toPunished = (body) => act(server, staff, `players/${punished.player.id}`, { reason: 'Stalls.', ...body });
  await toPunished({ act: 'suspend', ground: 'stalling', until: Date.now() + 86_400_000, words: '五局' });
  await toPunished({ act: 'lift' });
  await toPunished({ act: 'ban', ground: 'cheating' });
  await report(server, finished.black, { about: 'game', id: finished.id, ground: 'cheating' });
  await call(server, 'POST', '/api/v1/groups', { token: staff.token, body: { kind: 'club', name: 'Inoue' } });
  const group = await call(server, 'POST', '/api/v1/groups', { token: staff.token, body: { kind: 'class', name: '4 b' } });
  await call(server, 'POST', `/api/v1/groups/${group.id}/accounts`, { token: staff.token, body: { names: ['Hayashi'] } });
  await act(server, staff, `groups/${group.id}`, { act: 'end', reason: 'It is over.' });
  return { punished, ended: await caseOf(server, staff, finished.id) };
}

/** Networks of a player, which a server writes down now and then, and announcements: each as by the server. */
export const NETWORKS = { networks: [128, 32, 24, 64, 48].map((prefix, i) => ({
  prefix, name: '5f1c09ab3e', first_at: 1_790_000_000_000, last_at: 1_790_400_000_000, more: i === 1,
  others: i < 2 ? [{ id: SOMEBODY, name: 'Ladder Reader', guest: false, kind: 'member' }] : [],
})) };
export const ANNOUNCED = { announcements: [{ id: SOMEBODY, texts: { en: 'On Sunday, 8:00.', ja: '日曜日8時。' }, until: 1_990_000_000_000, created_at: 1_790_000_000_000 }] };
