// The page of one's account: who one is, on which devices, and the way out of each.

import '../site-links.js';
import '../theme.js';
import { ask } from '../dom/dialogs.js';
import { currentPlayer, onPlayer, setPlayer } from '../net/player.js';
import { deleteOtherSessions, deleteSession, getSessions, postLink, signOut } from '../net/api.js';
import { t } from '../text/text.js';
import { deviceItem, deviceName } from './device-item.js';
import { hearOffers } from '../offers/hearing.js';
import { problemText } from '../text/problem-text.js';
import { settingsButtons } from '../settings-dialog.js';

const find = (id) => document.getElementById(id);
const say = (text) => { find('news').textContent = text; };
const fails = (problem) => { find('devices-problem').textContent = problemText(problem); };

async function draw() {
  const player = currentPlayer();
  find('who').textContent = player ? t('account.you_are', { name: player.name }) : t('account.nobody');
  find('guest').hidden = !player?.guest;
  find('devices-part').hidden = !player;
  find('carry-part').hidden = !player;
  if (!player) {
    find('devices').replaceChildren();
    find('carried').hidden = true;
    find('carry-link').value = '';
    return;
  }
  try {
    const sessions = await getSessions();
    find('devices').replaceChildren(...sessions.map((session) =>
      deviceItem(session, () => (session.current ? leave(player) : end(session)))));
    find('end-others').hidden = sessions.length < 2;
    find('devices-problem').textContent = '';
  } catch (problem) {
    fails(problem);
  }
}

/** Signs another device out. */
async function end(session) {
  const name = deviceName(session);
  const sure = await ask({
    title: t('account.sign_out_label', { name }), text: t('account.sign_out_text', { name }), yes: t('account.sign_out'), danger: true,
  });
  if (!sure) return;
  try {
    await deleteSession(session.id);
  } catch (problem) {
    // Signed out elsewhere is signed out, too.
    if (problem.code !== 'no_such_session') {
      fails(problem);
      return;
    }
  }
  await tellEnd(t('account.signed_out', { name }));
}

async function endOthers() {
  const sure = await ask({
    title: t('account.end_others'), text: t('account.end_others_text'), yes: t('account.end_others_yes'), danger: true,
  });
  if (!sure) return;
  try {
    await deleteOtherSessions();
  } catch (problem) {
    fails(problem);
    return;
  }
  await tellEnd(t('account.others_signed_out'));
}

async function tellEnd(text) {
  await draw();
  say(text);
  // The button that had the keyboard is gone.
  find('devices-title').focus();
}

/** Signs this device out. */
async function leave(player) {
  let lost;
  try {
    // Another device may have been signed out since the list was drawn.
    lost = player.guest && (await getSessions()).length === 1;
  } catch (problem) {
    fails(problem);
    return;
  }
  const sure = await ask({
    title: t('account.sign_out_here'), text: t(lost ? 'account.lose_text' : 'account.sign_out_here_text', { name: player.name }),
    yes: t('account.sign_out'), danger: true,
  });
  if (!sure) return;
  try {
    await signOut();
  } catch (problem) {
    // The token is good for nothing already.
    if (problem.code !== 'unauthenticated') {
      fails(problem);
      return;
    }
  }
  setPlayer(null);
  // Whatever is open by the old token ends, and the page belongs to a visitor.
  connection.reconnectNow();
  find('title').tabIndex = -1;
  find('title').focus();
}

async function carry() {
  find('carry-problem').textContent = '';
  try {
    const { address, code, expires_at: until } = await postLink();
    find('carry-code').src = `data:image/svg+xml,${encodeURIComponent(code)}`;
    find('carry-link').value = address;
    find('carried').hidden = false;
    const when = new Intl.DateTimeFormat(document.documentElement.lang, { timeStyle: 'short' }).format(until);
    find('carry-until').textContent = t('account.carry_until', { when });
    find('carry-link').focus();
    find('carry-link').select();
  } catch (problem) {
    find('carried').hidden = true;
    find('carry-problem').textContent = problemText(problem);
  }
}

async function copyLink() {
  const field = find('carry-link');
  try {
    await navigator.clipboard.writeText(field.value);
    find('carry-until').textContent = t('account.copied');
  } catch {
    // Without TLS a page can't.
    field.focus();
    field.select();
    find('carry-until').textContent = t('account.copy_yourself');
  }
}

document.title = t('account.page_title');
find('bar-end').append(...settingsButtons());
find('end-others').addEventListener('click', endOthers);
find('carry').addEventListener('click', carry);
find('carry-copy').addEventListener('click', copyLink);
// The socket's greeting says who we are.
const connection = hearOffers();
onPlayer(draw);
